// What is on the page of an example.

import { list } from "./dialogs.js";
import { showState } from "./status.js";
import { Tags } from "./tags.js";
import { Words } from "./words.js";

const READABLE = 4_000;

const WARNINGS = {
  ended:
    "Your session has ended. Open your personal link again in this browser, then come back here: " +
    "what is not sent yet is kept, and is sent then.",
  outdated: "An answer of yours was changed elsewhere. Choose which one counts.",
  refused: "The server did not accept an answer of yours.",
};

const find = (id) => document.getElementById(id);

export class View {
  #tags;
  #timer;

  /** `toggleWord` and `toggleTag` are told which one. */
  constructor(toggleWord, toggleTag) {
    const parts = { given: find("given"), field: find("tag"), list: find("suggestions") };
    this.words = new Words(find("source"), find("target"), toggleWord);
    this.#tags = new Tags(parts, toggleTag);
  }

  /** Is the annotator in the middle of a text? */
  get writing() {
    return document.activeElement?.matches("textarea, [type=text]") ?? false;
  }

  /** Show an example; its answer is painted apart. */
  present(item) {
    find("main").ariaBusy = "false";
    find("example").hidden = false;
    document.title = `Example ${item.position} of ${item.size} · proform`;
    find("heading").textContent = `Example ${item.position} of ${item.size}`;
    find("category").textContent = item.category.replaceAll("_", " ");
    Object.assign(find("along"), { max: item.size, value: item.position });
    find("previous").disabled = item.position === 1;
    find("next-text").textContent = item.position === item.size ? "Finish" : "Next";
    this.words.show(item);
    this.#tags.offer(item.suggestions);
    this.#ask(item);
  }

  /** Show an answer. */
  paint(answer, { state, conflicts }) {
    for (const question of ["pronoun", "antecedent"]) {
      find("answers").elements[question].value = answer[question];
    }
    this.words.choose(answer.tokens);
    this.#tags.show(answer.tags);
    if (find("remarks").value !== answer.remarks) find("remarks").value = answer.remarks;
    Object.assign(find("state"), { className: `chip ${state}`, textContent: state, hidden: false });
    find("hints").hidden = conflicts.length === 0;
    list(find("hint-list"), conflicts);
  }

  /** Show what can be undone and redone. */
  steps({ canUndo, canRedo }) {
    find("undo").disabled = !canUndo;
    find("redo").disabled = !canRedo;
  }

  /** Show how saving goes, and what the annotator has to do about it. */
  saving(state, waiting) {
    showState(find("saving"), state, waiting);
    const text = WARNINGS[state] ?? "";
    find("trouble").hidden = text === "";
    if (find("trouble-text").textContent !== text) find("trouble-text").textContent = text;
    find("settle").hidden = state === "ended";
  }

  /** Begin at the top. */
  top() {
    find("heading").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Say something for a moment. */
  say(text) {
    find("said").textContent = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (find("said").textContent = ""), READABLE);
  }

  #ask({ agrees, translated, pronoun }) {
    const given = agrees ? " (given the antecedent head)" : "";
    find("antecedent-part").hidden = !agrees;
    find("antecedent-note").hidden = this.words.places("antecedent").length > 0;
    find("pronoun-question").textContent = `Pronoun correctly translated${given}?`;
    find("pronoun-note").hidden = translated;
    find("pronoun-note").textContent =
      `No word of the translation stands for “${pronoun}”. Is leaving it out correct here?`;
    const marked = [...this.words.places("pronoun"), ...this.words.places("antecedent")];
    find("select-hint").hidden = marked.length === 0;
  }
}
