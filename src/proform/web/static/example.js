// The page of a judgement: is the pronoun right, and its antecedent? Which words are it?

import { described, judged, NO, tagged, toggled, toggledAll, YES } from "./answers.js";
import { KEYS } from "./keys.js";
import { Page } from "./page.js";
import { Tags } from "./tags.js";
import { View } from "./view.js";
import { Words } from "./words.js";

const find = (id) => document.getElementById(id);

class Questions extends View {
  #tags;

  /** `toggleWord` and `toggleTag` are told which one. */
  constructor(toggleWord, toggleTag) {
    super();
    const parts = { given: find("given"), field: find("tag"), list: find("suggestions") };
    this.words = new Words(find("source"), find("target"), toggleWord);
    this.#tags = new Tags(parts, toggleTag);
  }

  present(item) {
    super.present(item);
    this.words.show(item);
    this.#tags.offer(item.suggestions);
    this.#ask(item);
  }

  paint(answer, item) {
    super.paint(answer, item);
    for (const question of ["pronoun", "antecedent"]) {
      find("answers").elements[question].value = answer[question];
    }
    this.words.choose(answer.tokens);
    this.#tags.show(answer.tags);
  }

  #ask({ agrees, translated, pronoun }) {
    const given = agrees ? " (given the antecedent head)" : "";
    find("antecedent-part").hidden = !agrees;
    find("antecedent-note").hidden = this.words.places("antecedent").length > 0;
    find("pronoun-question").textContent = `Pronoun correctly translated${given}?`;
    find("pronoun-note").hidden = translated;
    find("pronoun-note").textContent =
      `No word in the translation is linked to “${pronoun}”. Is it right to leave it out here?`;
    const marked = [...this.words.places("pronoun"), ...this.words.places("antecedent")];
    find("select-hint").hidden = marked.length === 0;
  }
}

function correctness(page) {
  const view = new Questions(
    (word) => page.change(toggled, word),
    (tag) => page.change(tagged, tag),
  );
  return {
    view,
    described,
    keys: KEYS,
    guide: ({ category }) => `/guidelines/${encodeURIComponent(category)}`,
    changed: ({ type, name, value }) => {
      if (type === "radio") page.change((answer) => ({ ...answer, [name]: value }));
    },
    commands: {
      pronounYes: () => page.change(judged, "pronoun", YES),
      pronounNo: () => page.change(judged, "pronoun", NO),
      antecedentYes: () => page.item?.agrees && page.change(judged, "antecedent", YES),
      antecedentNo: () => page.item?.agrees && page.change(judged, "antecedent", NO),
      pronounWords: () => page.change(toggledAll, view.words.places("pronoun")),
      antecedentWords: () => page.change(toggledAll, view.words.places("antecedent")),
      nextWord: () => view.words.move(1),
      previousWord: () => view.words.move(-1),
      tags: () => find("tag").focus(),
    },
  };
}

await new Page(correctness).open();
