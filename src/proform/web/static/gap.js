// The page of a gap: tick every form that fits, or say that the translation is too bad to tell.

import { gapKeys } from "./keys.js";
import { Page } from "./page.js";
import { View } from "./view.js";
import { Words } from "./words.js";

const find = (id) => document.getElementById(id);
const boxes = () => [...document.querySelectorAll("#answers [name=forms]")];

/** With this form ticked, or not any more if it was. */
function ticked(answer, form) {
  const rest = answer.forms.filter((other) => other !== form);
  const forms = rest.length < answer.forms.length ? rest : [...rest, form];
  return { ...answer, forms: boxes().map((box) => box.value).filter((value) => forms.includes(value)) };
}

/** Called a bad translation, on or off any more. */
function turned(answer) {
  return { ...answer, bad: !answer.bad };
}

function described({ forms, bad, remarks }) {
  return { Fitting: forms.join(", "), "Bad translation": bad ? "yes" : "no", Remarks: remarks };
}

class Gap extends View {
  #words = new Words(find("source"), find("target"));

  present(item) {
    super.present(item);
    this.#words.show(item);
  }

  begin() {
    super.begin();
    this.#words.seek();
  }

  paint(answer, checked) {
    super.paint(answer, checked);
    for (const box of boxes()) box.checked = answer.forms.includes(box.value);
    find("bad").checked = answer.bad;
  }
}

/** What to say of an answer, as in judging. */
function check({ forms, bad }) {
  const { contradicts } = JSON.parse(find("main").dataset.rules);
  const conflicts = bad && forms.length > 0 ? [contradicts] : [];
  const state = conflicts.length > 0 ? "conflict" : bad || forms.length > 0 ? "done" : "new";
  return { state, conflicts, open: [] };
}

function filling(page) {
  const tick = boxes().map((box, index) => [`tick${index + 1}`, () => page.change(ticked, box.value)]);
  return {
    view: new Gap(),
    described,
    check,
    keys: gapKeys(boxes().map((box) => box.value)),
    guide: () => "/guidelines/gap-filling",
    changed: ({ id, name, value }) => {
      if (name === "forms") page.change(ticked, value);
      if (id === "bad") page.change(turned);
    },
    commands: { ...Object.fromEntries(tick), bad: () => page.change(turned) },
  };
}

await new Page(filling).open();
