// A new link, shown once.

import { copy } from "./copy.js";

const form = document.querySelector("form[data-then=link]");
const personal = form.querySelectorAll("#name, #training"); // what only annotators have
const shown = document.querySelector("#link");
const field = shown.querySelector("[data-url]");

form.addEventListener("change", () => {
  const annotator = form.elements.role.value === "annotator";
  for (const part of personal) part.hidden = !annotator;
  form.elements.name.required = annotator;
});

form.addEventListener("link", ({ detail }) => {
  shown.querySelector("[data-name]").textContent = detail.name;
  shown.querySelector("[data-copied]").textContent = "";
  field.value = detail.url;
  shown.hidden = false;
  field.focus();
  field.select();
});

shown.querySelector("[data-copy]").addEventListener("click", () => {
  copy(field, shown.querySelector("[data-copied]"));
});

shown.querySelector("[data-close]").addEventListener("click", () => location.reload());
