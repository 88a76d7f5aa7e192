// The page of an example: takes the answer, saves it, goes on to the next. What is asked comes from
// outside, as an object:
//   view      shows an example and its answer
//   check     what to say of an answer: its state, what contradicts itself, what is still open
//   commands  what can be done by key, beside what all pages have
//   keys      the table of keys
//   changed   told of every box and button of the form that changes
//   described an answer in words, part by part
//   guide     the address of the guidelines for an example

import { remarked, same } from "./answers.js";
import { ask, list } from "./dialogs.js";
import { Examples } from "./examples.js";
import { Drawer } from "./drawer.js";
import { showHelp } from "./help.js";
import { History } from "./history.js";
import { listen } from "./keys.js";
import { Queue } from "./queue.js";
import { Ended, Refused, Server, Unreachable } from "./server.js";
import { forget, putAside } from "./offline.js";
import { settle } from "./settle.js";
import { lasting } from "./storage.js";
import { Tabs } from "./tabs.js";

const MORE_LETTERS = 600;
const A_GLANCE = 400;
const BY_ITSELF = "proform advance";
const ONCE_MORE = 3_000;

const CLICKS = {
  previous: "previous",
  next: "next",
  undo: "undo",
  redo: "redo",
  settle: "settle",
  "to-overview": "overview",
  "to-guidelines": "guidelines",
  "to-help": "help",
};

const find = (id) => document.getElementById(id);
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Page {
  #server = new Server();
  #examples = new Examples(this.#server);
  #drawer = new Drawer(this.#server);
  #history = new History(this.#server.owner);
  #tabs = new Tabs(this.#server.owner, (key) => this.#heard(key));
  #queue = new Queue(this.#server, this.#tabs, {
    told: () => this.#told(),
    saved: (key, saved) => this.#saved(key, saved),
  });
  #asked;
  #view;
  #item = null;
  #answer = null;
  #ended = false;
  #moving = false;
  #left = new Set(); // answers whose conflicts were left as they are
  #offered = new WeakSet(); // choices that came up by themselves

  /** `asking` makes the object, given this page. */
  constructor(asking) {
    this.#asked = asking(this);
    this.#view = this.#asked.view;
  }

  /** The example that is shown. */
  get item() {
    return this.#item;
  }

  async open() {
    this.#listen();
    await this.#queue.adopt();
    while (!(await this.#show(this.#position()))) await pause(ONCE_MORE);
    await putAside(this.#server.path);
  }

  /** By the address: without network, the page may be that of another example. */
  #position() {
    return Number(location.pathname.split("/").at(-1));
  }

  // What can be done, by key, by click or by both.

  #commands = {
    remarks: () => find("remarks").focus(),
    leaveField: () => find("heading").focus(),
    next: () => this.#leave(() => this.#step(1)),
    previous: () => this.#leave(() => this.#step(-1)),
    unfinished: () => this.#leave(() => this.#unfinished()),
    overview: () => this.#leave(() => this.#overview()),
    undo: () => this.#alone(() => this.#travel(this.#history.undo(), "after", "before", "Undone")),
    redo: () => this.#alone(() => this.#travel(this.#history.redo(), "before", "after", "Redone")),
    settle: () => this.#settle(),
    guidelines: () => this.#item && this.#drawer.open(this.#asked.guide(this.#item)),
    help: () => showHelp(this.#asked.keys),
  };

  #listen() {
    for (const [id, command] of Object.entries(CLICKS)) {
      find(id).addEventListener("click", (event) => {
        event.preventDefault();
        this.#commands[command]();
      });
    }
    find("answers").addEventListener("submit", (event) => event.preventDefault());
    find("answers").addEventListener("change", ({ target }) => this.#asked.changed(target));
    const remarks = find("remarks");
    remarks.addEventListener("input", () => {
      this.#set(remarked(this.#answer, remarks.value), "remarks", MORE_LETTERS);
    });
    remarks.addEventListener("blur", () => {
      this.#history.close();
      this.#queue.flush();
    });
    const advance = find("advance");
    advance.checked = lasting.getItem(BY_ITSELF) !== null;
    advance.addEventListener("change", () => {
      if (advance.checked) lasting.setItem(BY_ITSELF, "yes");
      else lasting.removeItem(BY_ITSELF);
    });
    addEventListener("popstate", () => this.#show(this.#position()));
    addEventListener("beforeunload", (event) => {
      if (!this.#queue.kept && this.#queue.size > 0) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#refresh());
    listen({ ...this.#commands, ...this.#asked.commands }, this.#asked.keys);
  }

  // The answer: every change of it is noted, kept and sent.

  change(how, ...values) {
    if (this.#item) this.#set(how(this.#answer, ...values));
  }

  #set(after, kind = null, moment = 0) {
    const before = this.#answer;
    if (this.#moving || same(before, after)) return;
    const { key, position } = this.#item;
    const states = [before, after].map((answer) => this.#asked.check(answer, this.#item).state);
    this.#history.add({ key, position, before, after }, kind);
    this.#take(after, moment);
    const finished = states[0] !== "done" && states[1] === "done";
    if (finished && find("advance").checked && !this.#view.writing) this.#goOn(key, after);
  }

  /** Go on by itself, after a glance at what was entered, unless something else is done first. */
  async #goOn(key, answer) {
    await pause(A_GLANCE);
    const still = this.#item.key === key && same(this.#answer, answer);
    if (still && !this.#moving && !document.querySelector("dialog:modal")) this.#commands.next();
  }

  #take(answer, moment = 0) {
    this.#answer = answer;
    this.#queue.put(this.#item, answer, moment);
    this.#paint();
  }

  /** Undo or redo a step, in the example where it was made. */
  async #travel(step, from, to, done) {
    if (!step) return;
    if (step.key !== this.#item.key && !(await this.#show(step.position))) {
      return void (to === "before" ? this.#history.redo() : this.#history.undo());
    }
    if (step.key === this.#item.key && same(this.#answer, step[from])) {
      this.#take(step[to]);
      this.#view.say(`${done} in example ${step.position}`);
    } else {
      this.#history.forget(step.key);
      this.#view.say(`Example ${step.position} has since been changed elsewhere`);
      this.#paint();
    }
  }

  // News from the queue, and from other tabs.

  #told() {
    const state = this.#queue.state;
    this.#view.saving(this.#ended && state === "saved" ? "ended" : state, this.#queue.size, this.#queue.kept);
    if (!this.#item) return;
    const { key } = this.#item;
    const pending = this.#queue.pending(key);
    if (pending && !same(pending, this.#answer)) {
      this.#answer = pending; // from a tab that was closed before it could send it
      this.#paint();
    }
    const chain = this.#queue.troubled(key);
    const comesUp = chain?.key === key && !this.#offered.has(chain.trouble) && !this.#view.writing;
    if (!comesUp) return;
    this.#offered.add(chain.trouble);
    this.#settle();
  }

  #saved(key, saved) {
    this.#ended = false;
    this.#examples.update(key, saved);
    this.#tabs.tell(key);
    if (key === this.#item?.key) this.#paint();
  }

  #heard(key) {
    if (key === this.#item?.key) this.#refresh();
  }

  /** See whether the example was changed elsewhere; what is on its way from here goes first. */
  async #refresh() {
    if (!this.#item || this.#queue.pending(this.#item.key)) return;
    const { key, position } = this.#item;
    const item = await this.#tried(this.#examples.fetch(position), false);
    if (!item || this.#item.key !== key || this.#queue.pending(key)) return;
    this.#item = item;
    if (item.key === key && same(item.answer, this.#answer)) return;
    this.#present();
    this.#view.say("Changed elsewhere: this is the newer answer");
  }

  async #settle() {
    const chain = this.#queue.troubled(this.#item?.key);
    if (!chain || document.querySelector("dialog:modal")) return;
    const item = await this.#tried(this.#examples.get(chain.position));
    if (!item) return;
    const choice = await settle(chain, item, this.#asked.described);
    if (choice === "mine") this.#queue.insist(chain);
    if (choice === "other") this.#examples.update(chain.key, chain.trouble.outdated);
    if (choice === "other" || choice === "drop") {
      this.#history.forget(chain.key);
      this.#queue.drop(chain);
      this.#present();
    }
    if (choice === "go") await this.#show(chain.position);
  }

  // Going from example to example.

  /** Go on, unless there is a conflict that the annotator would rather amend. */
  async #leave(go) {
    await this.#alone(async () => {
      this.#queue.flush();
      if (await this.#mayLeave()) await go();
    });
  }

  /** One move at a time. */
  async #alone(move) {
    if (this.#moving) return;
    this.#moving = true;
    try {
      await move();
    } finally {
      this.#moving = false;
    }
  }

  /** Nothing is asked of the server for it: going on does not wait. */
  async #mayLeave() {
    if (!this.#item) return true;
    const { conflicts, open } = this.#asked.check(this.#answer, this.#item);
    const left = `${this.#item.key} ${JSON.stringify(this.#answer)}`;
    if (conflicts.length > 0 && !this.#left.has(left)) {
      list(find("leaving-list"), conflicts);
      if ((await ask(find("leaving"))) !== "leave") return false;
      this.#left.add(left);
    }
    if (open.length > 0) this.#view.say(`Example ${this.#item.position} is not done: ${open.join(" and ")} not judged`);
    return true;
  }

  async #step(by) {
    const position = this.#item.position + by;
    if (position > this.#item.size) await this.#overview();
    else if (position >= 1) await this.#show(position);
  }

  async #unfinished() {
    const states = await this.#tried(this.#examples.states());
    if (!states) return;
    const here = this.#item.position;
    const others = states.slice(1).map((_, n) => ((here + n) % states.length) + 1);
    const next = others.find((position) => states[position - 1] !== "done");
    if (next) await this.#show(next);
    else await this.#overview();
  }

  /** Go to the overview, if it can be had: without network this page is the better place. */
  async #overview() {
    if (await this.#tried(this.#examples.states())) location.assign(this.#server.path);
  }

  /** Show the example at a position; false if it cannot be had. */
  async #show(position) {
    const known = this.#examples.has(position);
    const item = await this.#tried(known ? this.#examples.get(position) : this.#fetched(position));
    if (!item) return false;
    this.#item = item;
    this.#history.close();
    const path = `${this.#server.path}/${position}`;
    if (location.pathname !== path) history.pushState(null, "", path);
    this.#present();
    this.#view.begin();
    if (known) this.#refresh();
    this.#examples.ahead(position, item.size);
    return true;
  }

  /** An example that is not here yet: nothing that is pressed or typed meanwhile can be meant for it. */
  async #fetched(position) {
    find("example").inert = true;
    if (this.#item) this.#view.say(`Loading example ${position} …`);
    try {
      return await this.#examples.get(position);
    } finally {
      find("example").inert = false;
    }
  }

  /** What came of a request; or nothing, and then the annotator is told why, if it matters now. */
  async #tried(request, matters = true) {
    try {
      const value = await request;
      this.#ended = false;
      return value;
    } catch (error) {
      if (error instanceof Ended) {
        this.#ended = true;
        this.#examples.forget();
        await forget();
      } else if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
      else if (matters) this.#view.say(`Not loaded: ${error.message}`);
      this.#told();
      return null;
    }
  }

  #present() {
    this.#answer = this.#queue.pending(this.#item.key) ?? this.#item.answer;
    this.#view.present(this.#item);
    this.#paint();
    this.#told();
  }

  #paint() {
    this.#view.paint(this.#answer, this.#asked.check(this.#answer, this.#item));
    this.#view.steps(this.#history);
  }
}
