// Stepping through the words that each annotator selected.

const step = document.querySelector("#step");

function show(name) {
  for (const word of document.querySelectorAll("[data-by]")) {
    const by = JSON.parse(word.dataset.by);
    word.classList.toggle("chosen", name === "" || by.includes(name));
  }
  for (const row of document.querySelectorAll("tr[data-annotator]")) {
    row.classList.toggle("dim", name !== "" && row.dataset.annotator !== name);
  }
}

if (step) {
  step.hidden = false;
  step.addEventListener("change", (event) => show(event.target.value));
}
