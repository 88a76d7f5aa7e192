// What is on the page of an example, whatever is asked.

import { list } from "./dialogs.js";
import { showState } from "./status.js";

const READABLE = 4_000;

const WARNINGS = {
  ended:
    "Your session has ended. Open your personal link again in this browser, then come back here: " +
    "unsent changes are kept and will be sent then.",
  outdated: "One of your answers was changed elsewhere. Choose which version counts.",
  refused: "The server did not accept one of your answers.",
};

const OPEN = {
  antecedent: "The antecedent is not judged yet: answer it, or set the example aside with a tag.",
  pronoun: "The pronoun is not judged yet.",
};

const find = (id) => document.getElementById(id);

export class View {
  #timer;

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
    find("category").textContent = item.title;
    Object.assign(find("along"), { max: item.size, value: item.position });
    find("previous").disabled = item.position === 1;
    find("next-text").textContent = item.position === item.size ? "Finish" : "Next";
  }

  /** Show an answer, and what there is to say of it. */
  paint(answer, { state, conflicts, open }) {
    if (find("remarks").value !== answer.remarks) find("remarks").value = answer.remarks;
    const untouched = state === "new" && open.length === 0;
    Object.assign(find("state"), { className: `chip ${state}`, textContent: state, hidden: untouched });
    const hints = conflicts.length > 0 ? conflicts : open.map((question) => OPEN[question]);
    find("hints").hidden = hints.length === 0;
    list(find("hint-list"), hints);
  }

  /** Show what can be undone and redone. */
  steps({ canUndo, canRedo }) {
    find("undo").disabled = !canUndo;
    find("redo").disabled = !canRedo;
  }

  /** Show how saving goes, and what the annotator has to do about it. */
  saving(state, waiting, kept) {
    showState(find("saving"), state, waiting, kept);
    const text = WARNINGS[state] ?? "";
    find("trouble").hidden = text === "";
    if (find("trouble-text").textContent !== text) find("trouble-text").textContent = text;
    find("settle").hidden = state === "ended";
  }

  /** Begin at the top. */
  begin() {
    find("heading").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Say something for a moment. */
  say(text) {
    find("said").textContent = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (find("said").textContent = ""), READABLE);
  }
}
