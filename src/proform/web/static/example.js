// The page of a judgement: is the pronoun right, and its antecedent? Which words are it?

import { described, judged, judgedAll, NO, parts, tagged, toggled, toggledAll, UNSET, YES } from "./answers.js";
import { Conflicts } from "./conflicts.js";
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
    this.#tags.offer(item.suggestions, item.words);
    this.#ask(item);
  }

  begin() {
    super.begin();
    this.words.seek();
  }

  paint(answer, checked) {
    super.paint(answer, checked);
    for (const question of ["pronoun", "antecedent"]) {
      find("answers").elements[question].value = answer[question];
    }
    this.words.choose(answer.tokens);
    this.#tags.show(answer.tags);
  }

  #ask(item) {
    const { agrees, translated, pronoun, verb } = item;
    const given = agrees ? " (given the antecedent head)" : "";
    find("antecedent-part").hidden = !agrees;
    find("antecedent-note").hidden = parts(item, "antecedent").length > 0;
    find("pronoun-question").textContent = `Pronoun correctly translated${given}?`;
    const missing = `No word in the translation is linked to “${pronoun}”. Is it right to leave it out here?`;
    find("pronoun-note").hidden = translated && !verb;
    find("pronoun-note").textContent = verb
      ? `(no word: the verb is “${verb}”) Is it right to leave “${pronoun}” out, and the verb right for it?`
      : missing;
    const several = ["pronoun", "antecedent"].some((question) => {
      return parts(item, question).some((words) => words.length > 1);
    });
    find("select-hint").hidden = !several;
  }
}

function correctness(page) {
  const view = new Questions(
    (word) => page.change(toggled, word),
    (tag) => page.change(tagged, tag),
  );
  const allYes = () => page.change(judgedAll, YES, page.item);
  find("all-yes").addEventListener("click", allYes);
  const conflicts = new Conflicts(JSON.parse(find("main").dataset.rules));
  const words = (question) => parts(page.item, question).flat();
  return {
    view,
    described,
    check: (answer, item) => conflicts.check(answer, item),
    keys: KEYS,
    guide: ({ category }) => `/guidelines/${encodeURIComponent(category)}`,
    changed: ({ type, name, value }) => {
      if (type === "radio") page.change(judged, name, value, page.item);
    },
    commands: {
      allYes,
      allOpen: () => page.change(judgedAll, UNSET, page.item),
      pronounYes: () => page.change(judged, "pronoun", YES, page.item),
      pronounNo: () => page.change(judged, "pronoun", NO, page.item),
      antecedentYes: () => page.item?.agrees && page.change(judged, "antecedent", YES, page.item),
      antecedentNo: () => page.item?.agrees && page.change(judged, "antecedent", NO, page.item),
      pronounWords: () => page.change(toggledAll, words("pronoun")),
      antecedentWords: () => page.change(toggledAll, words("antecedent")),
      nextWord: () => view.words.move(1),
      previousWord: () => view.words.move(-1),
      tags: () => find("tag").focus(),
    },
  };
}

await new Page(correctness).open();
