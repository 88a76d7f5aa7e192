// The third judgement.

import { judged, judgedAll, NO, parts, toggledAll, UNSET, YES } from "./answers.js";
import { listen, SETTLING } from "./keys.js";
import { keep, post, say } from "./research.js";

const form = document.querySelector("#settle");
const item = JSON.parse(form.dataset.item);
const tags = form.querySelector("#tags");
const another = form.querySelector("#another");
const words = [...form.querySelectorAll("button.word")];
const on = (button) => button.getAttribute("aria-pressed") === "true";
let base = Number(form.dataset.base);
let change = fresh();

/** A name of its own for a save. */
function fresh() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("-");
}

function press(button, pressed) {
  button.setAttribute("aria-pressed", pressed);
  button.classList.toggle("chosen", pressed && button.matches(".word"));
}

function addTag(text) {
  const tag = text.trim().split(/\s+/).join(" ");
  if (!tag) return;
  let button = [...tags.children].find((one) => [one.dataset.tag, one.textContent].includes(tag));
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "tag";
    button.dataset.tag = tag;
    button.textContent = tag;
    tags.append(button);
  }
  press(button, true);
}

function take(answer) {
  for (const part of ["pronoun", "antecedent"]) {
    if (form.elements[part]) form.elements[part].value = answer[part];
  }
  form.elements.remarks.value = answer.remarks;
  for (const button of tags.children) press(button, false);
  answer.tags.forEach(addTag);
  const chosen = new Set(answer.tokens.map(String));
  for (const word of words) {
    press(word, chosen.has(`${word.dataset.segment},${word.dataset.position}`));
  }
}

function answer() {
  return {
    pronoun: form.elements.pronoun.value,
    antecedent: form.elements.antecedent?.value ?? "unset",
    remarks: form.elements.remarks.value,
    tags: [...tags.children].filter(on).map((button) => button.dataset.tag),
    tokens: words
      .filter(on)
      .map((word) => [Number(word.dataset.segment), Number(word.dataset.position)]),
  };
}

function settled({ revision, conflicts }) {
  const text = "Settled: your judgement prevails.";
  if (!conflicts.length) {
    keep(text);
    location.assign(form.querySelector("#go").href);
    return;
  }
  base = revision;
  change = fresh();
  const notice = form.querySelector("#conflicts");
  notice.textContent = `${text} However, it contradicts itself. ${conflicts.join(" ")}`;
  notice.hidden = false;
  form.querySelector("#go").hidden = false;
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("[aria-pressed]");
  if (button) press(button, !on(button));
});

form.querySelector("#add").addEventListener("click", () => {
  addTag(another.value);
  another.value = "";
  another.focus();
});

another.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  form.querySelector("#add").click();
});

const starts = [...form.querySelectorAll("[data-take]")];
for (const button of starts) {
  button.addEventListener("click", () => {
    take(JSON.parse(button.dataset.take));
    form.querySelector("input:checked")?.focus();
  });
}

const majority = form.querySelector("#majority");
majority?.addEventListener("click", () => {
  take(JSON.parse(majority.dataset.settle));
  form.requestSubmit();
});

// What is right and has a single word has it selected, as where annotators judge.
form.addEventListener("change", ({ target }) => {
  if (target.type === "radio") take(judged(answer(), target.name, target.value, item));
});

/** With the answer changed in some way. */
const amend = (how, ...values) => take(how(answer(), ...values));
const reference = form.querySelector("#reference");
listen(
  {
    allYes: () => amend(judgedAll, YES, item),
    allOpen: () => amend(judgedAll, UNSET, item),
    pronounYes: () => amend(judged, "pronoun", YES, item),
    pronounNo: () => amend(judged, "pronoun", NO, item),
    antecedentYes: () => item.agrees && amend(judged, "antecedent", YES, item),
    antecedentNo: () => item.agrees && amend(judged, "antecedent", NO, item),
    pronounWords: () => amend(toggledAll, parts(item, "pronoun").flat()),
    antecedentWords: () => amend(toggledAll, parts(item, "antecedent").flat()),
    majority: () => majority?.click(),
    reference: () => reference && (reference.open = !reference.open),
    remarks: () => form.elements.remarks.focus(),
    leaveField: () => document.activeElement.blur(),
    nextOpen: () => document.querySelector("[rel=next]")?.click(),
    settle: () => form.requestSubmit(),
    ...Object.fromEntries(starts.map((button, n) => [`take${n + 1}`, () => button.click()])),
  },
  [["Settle", SETTLING]],
);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const sent = { base, change, ...answer() };
    settled(await post(`/api/research/adjudication/${form.dataset.number}`, sent));
  } catch (error) {
    if (error.answer?.revision) {
      base = error.answer.revision;
      take(error.answer);
      say("Someone else has settled it in the meantime: the form now shows their judgement.", "open");
    } else {
      say(error.message, "bad");
    }
  }
});
