// A translation that is uploaded is called as its file, unless a name was given.

const { name, file } = document.querySelector("#upload").elements;

file.addEventListener("change", () => {
  if (file.files[0] && !name.value) name.value = file.files[0].name.replace(/\.[^.]*$/, "");
});
