// Training: send an answer, show how it compares. The first answer stays, so a lost reply is no harm.

import { listen } from "./keys.js";

const find = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

async function post(path, sent) {
  const token = document.querySelector('meta[name="csrf"]').content;
  const headers = { "content-type": "application/json", "x-proform-csrf": token };
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(sent) });
  if (reply.ok) return reply;
  if (reply.status === 403) throw new Error("your link has been opened again; reload this page");
  const said = await reply.json().catch(() => ({}));
  throw new Error(said.detail ?? `the server answered with status ${reply.status}`);
}

/** Do it; if it fails, say why, and what to do. */
async function attempt(doing) {
  const trouble = find("trouble");
  trouble.hidden = true;
  try {
    await doing();
  } catch (error) {
    const lost = error instanceof TypeError; // what fetch throws without a network
    trouble.textContent = lost ? "The server cannot be reached. Try again in a moment." : `Not accepted: ${error.message}.`;
    trouble.hidden = false;
  }
}

find("begin")?.addEventListener("click", () =>
  attempt(async () => {
    const { next } = await (await post("/api/training", {})).json();
    location.assign(next);
  }),
);

const form = find("answer");

function given() {
  const values = new FormData(form);
  return {
    pronoun: values.get("pronoun"),
    antecedent: values.get("antecedent") ?? "unset",
    tags: values.getAll("tags"),
    tokens: values.getAll("tokens").map((at) => at.split(",").map(Number)),
  };
}

async function compare() {
  const reply = await post(form.dataset.to, given());
  const feedback = find("feedback");
  feedback.hidden = false; // before it is filled: what appears whole is not read out
  feedback.innerHTML = await reply.text(); // a part of a page of ours, escaped by the server
  for (const part of all("fieldset")) part.disabled = true;
  form.querySelector("button").hidden = true;
  find("outcome").focus();
}

function showSelected() {
  for (const box of all("[name=tokens]")) box.parentElement.classList.toggle("chosen", box.checked);
}

function judge(name, value) {
  const button = form.querySelector(`fieldset:enabled [name=${name}][value=${value}]`);
  if (!button) return;
  button.checked = true;
  selectSingle(name, value);
}

/** As where it counts: what is right and has a single word marked has that word selected. */
function selectSingle(name, value) {
  const boxes = all(`fieldset:enabled [data-mark=${name}]`);
  if (value === "ok" && boxes.length === 1) boxes[0].checked = true;
  else if (value !== "ok") for (const box of boxes) box.checked = false;
  showSelected();
}

function selectAll(mark) {
  const boxes = all(`fieldset:enabled [data-mark=${mark}]`);
  const some = boxes.some((box) => !box.checked);
  for (const box of boxes) box.checked = some;
  showSelected();
}

function move(step) {
  const boxes = all("[name=tokens]");
  const now = boxes.indexOf(document.activeElement);
  const from = now < 0 && step < 0 ? 0 : now;
  boxes.at((from + step) % boxes.length)?.focus();
}

if (form) {
  form.addEventListener("change", ({ target }) => {
    if (target.type === "radio") selectSingle(target.name, target.value);
    showSelected();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(compare);
  });
  showSelected();
  listen({
    allYes: () => ["antecedent", "pronoun"].forEach((name) => judge(name, "ok")),
    allOpen: () => ["antecedent", "pronoun"].forEach((name) => judge(name, "unset")),
    pronounYes: () => judge("pronoun", "ok"),
    pronounNo: () => judge("pronoun", "bad"),
    antecedentYes: () => judge("antecedent", "ok"),
    antecedentNo: () => judge("antecedent", "bad"),
    pronounWords: () => selectAll("pronoun"),
    antecedentWords: () => selectAll("antecedent"),
    nextWord: () => move(1),
    previousWord: () => move(-1),
    tags: () => form.querySelector("[name=tags]").focus(),
    next: () => (find("next") ? find("next").click() : form.requestSubmit()),
    guidelines: () => find("guide").click(),
  });
}
