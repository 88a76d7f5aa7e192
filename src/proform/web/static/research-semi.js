// Everyone's link, shown once: of a round that was given out, or of people who were invited.

import { copy } from "./copy.js";

const form = document.querySelector("form[data-then=started]");
const shown = document.querySelector("#started");

function row({ name, url }) {
  const line = shown.querySelector("[data-links] tbody").insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = name;
  const field = Object.assign(document.createElement("input"), { type: "text", readOnly: true, value: url });
  field.ariaLabel = `The link for ${name}`;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
  button.textContent = "Copy";
  button.ariaLabel = `Copy the link for ${name}`;
  button.addEventListener("click", () => copy(field, shown.querySelector("[data-copied]")));
  line.append(head);
  line.insertCell().append(field);
  line.insertCell().append(button);
}

form.addEventListener("started", ({ detail }) => {
  form.closest("section").hidden = true;
  document.querySelector("#message").hidden = true;
  shown.querySelector("[data-said]").textContent = detail.message;
  for (const note of detail.notes) {
    shown.querySelector("[data-notes]").append(Object.assign(document.createElement("li"), { textContent: note }));
  }
  detail.links.forEach(row);
  shown.querySelector("[data-links]").hidden = !detail.links.length;
  const saved = shown.querySelector("[data-csv]");
  if (saved) saved.href = URL.createObjectURL(new Blob([detail.csv], { type: "text/csv" }));
  shown.hidden = false;
  shown.focus();
});
