// Uploading a translation: the file goes as it is, and what is wrong with it is said.

import { keep, say, sent, tooLarge } from "./research.js";

const form = document.querySelector("#upload");
const button = form.querySelector("button");

form.elements.file.addEventListener("change", () => {
  const file = form.elements.file.files[0];
  if (file && !form.elements.name.value) form.elements.name.value = file.name.replace(/\.[^.]*$/, "");
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = form.elements.file.files[0];
  if (tooLarge(file, form.dataset.most)) return;
  button.disabled = true;
  say("The translation is being aligned …");
  try {
    const query = new URLSearchParams({ name: form.elements.name.value });
    const answer = await sent(`/api/research/systems?${query}`, file, "text/plain");
    keep(answer.message);
    location.reload();
  } catch (error) {
    say(error.message, "bad");
    button.disabled = false;
  }
});
