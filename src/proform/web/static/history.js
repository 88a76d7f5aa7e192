// Undo and redo, over all examples of a sitting. A step is `{key, position, before, after}`.

import { passing, read } from "./storage.js";

const MOST = 500;

export class History {
  #steps;
  #done; // how many of the steps are in force
  #open = null; // the kind of the last step, as long as more of it may come
  #name;
  #storage;

  constructor(owner, storage = passing) {
    this.#name = `proform ${owner} history`;
    this.#storage = storage;
    const kept = read(storage, this.#name);
    [this.#steps, this.#done] = [kept?.steps ?? [], kept?.done ?? 0];
  }

  get canUndo() {
    return this.#done > 0;
  }

  get canRedo() {
    return this.#done < this.#steps.length;
  }

  /** Note a step. One of the same open kind as the last, such as a letter more, joins it. */
  add(step, kind = null) {
    const last = this.#steps[this.#done - 1];
    const joins = kind !== null && kind === this.#open && last?.key === step.key;
    this.#steps.length = this.#done;
    if (joins) last.after = step.after;
    else this.#steps.push(step);
    this.#steps = this.#steps.slice(-MOST);
    this.#done = this.#steps.length;
    this.#open = kind;
    this.#keep();
  }

  /** No more letters: what comes is another step. */
  close() {
    this.#open = null;
  }

  /** The step to take back, which is then undone. */
  undo() {
    this.close();
    return this.#moved(this.#steps[this.#done - 1], -1);
  }

  /** The step to take again, which is then done. */
  redo() {
    this.close();
    return this.#moved(this.#steps[this.#done], 1);
  }

  /** Drop the steps of an example: they do not lead from its answer any more. */
  forget(key) {
    const before = this.#steps.slice(0, this.#done).filter((step) => step.key !== key);
    const after = this.#steps.slice(this.#done).filter((step) => step.key !== key);
    [this.#steps, this.#done] = [[...before, ...after], before.length];
    this.#keep();
  }

  #moved(step, by) {
    if (!step) return null;
    this.#done += by;
    this.#keep();
    return step;
  }

  #keep() {
    const kept = JSON.stringify({ steps: this.#steps, done: this.#done });
    try {
      this.#storage.setItem(this.#name, kept);
    } catch {
      // The browser is full or keeps nothing: undo then ends with this page.
    }
  }
}
