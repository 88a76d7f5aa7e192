// Answers on their way to the server. They stay in the browser until the server has them: what one
// tab could not send, a later one does. Every change has a name, so that sending it twice does
// nothing more.
//
// Changes of one example form a chain: each was made in view of the one before. The first of a chain
// was made in view of the revision `base`. A change that was never sent is replaced by the next one,
// one that may have arrived is not.

import { Ended, Refused, Unreachable } from "./server.js";
import { keeps, lasting, named, read } from "./storage.js";
import { name } from "./tabs.js";

const SHORTEST = 1_000;
const LONGEST = 30_000;

/** Since the page was opened: the clock of the machine may jump, this one does not. */
const now = () => performance.now();

export class Queue {
  #chains = [];
  #prefix;
  #server;
  #tabs;
  #told;
  #saved;
  #storage;
  #timer;
  #failures = 0;
  #ended = false;
  #running = false;
  #again = false;

  /** `told` hears of every change of state, `saved` of every change that arrived. */
  constructor(server, tabs, { told, saved, storage = lasting }) {
    this.#server = server;
    this.#tabs = tabs;
    this.#told = told;
    this.#saved = saved;
    this.#storage = storage;
    this.#prefix = `proform ${server.owner} `;
    this.kept = keeps;
    addEventListener("online", () => this.#retry());
    addEventListener("offline", () => this.#told());
    addEventListener("pagehide", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.flush();
      else this.#retry();
    });
  }

  /** What to tell the annotator: saved, saving, waiting, ended, refused or outdated. */
  get state() {
    const troubles = this.#chains.flatMap((chain) => Object.keys(chain.trouble ?? {}));
    if (troubles.includes("outdated")) return "outdated";
    if (troubles.includes("refused")) return "refused";
    if (this.#ended) return "ended";
    if (this.#chains.length === 0) return "saved";
    return this.#failures > 0 || !navigator.onLine ? "waiting" : "saving";
  }

  get size() {
    return this.#chains.length;
  }

  /** A chain that needs a choice; that of this example first. */
  troubled(key) {
    const found = this.#chains.filter((chain) => chain.trouble);
    return found.find((chain) => chain.key === key) ?? found[0];
  }

  /** The answer to an example that is on its way, if any. */
  pending(key) {
    return this.#of(key)?.changes.at(-1).answer;
  }

  /** Keep an answer and send it, after a moment if more is to be expected. */
  put(item, answer, moment = 0) {
    let chain = this.#of(item.key);
    if (!chain) {
      const { key, position, revision: base } = item;
      chain = { id: name(), tab: this.#tabs.id, made: Date.now(), key, position, base, changes: [] };
      this.#chains.push(chain);
    }
    if (chain.trouble?.refused) {
      chain.changes = [];
      delete chain.trouble;
    }
    if (chain.changes.at(-1)?.sent === false) chain.changes.pop();
    chain.changes.push({ name: name(), answer, sent: false });
    chain.due = now() + moment;
    this.#keep(chain);
    this.#told();
    this.#later(moment);
  }

  /** Send now whatever waits for more. */
  flush() {
    for (const chain of this.#chains) chain.due = 0;
    this.#run();
  }

  /** Take over what tabs that are gone could not send. */
  async adopt() {
    const found = this.#stored().filter((chain) => chain.tab !== this.#tabs.id);
    if (found.length === 0) return;
    const here = await this.#tabs.here();
    const left = found.filter((chain) => !here.has(chain.tab)).sort((a, b) => a.made - b.made);
    const ours = left.map((chain) => ({ ...chain, tab: this.#tabs.id, due: 0 }));
    ours.forEach((chain) => this.#keep(chain));
    this.#chains.unshift(...ours); // they are older than what this tab has
    this.#told();
    this.#run();
  }

  /** Send a chain's answer, in view of the newer one that is known now. */
  insist(chain) {
    const { answer } = chain.changes.at(-1);
    chain.base = chain.trouble.outdated.revision;
    chain.changes = [{ name: name(), answer, sent: false }];
    delete chain.trouble;
    this.#keep(chain);
    this.#told();
    this.#run();
  }

  drop(chain) {
    this.#chains = this.#chains.filter((other) => other !== chain);
    this.#storage.removeItem(this.#prefix + chain.id);
    this.#told();
  }

  #of(key) {
    return this.#chains.findLast((chain) => chain.key === key);
  }

  #keep(chain) {
    try {
      this.#storage.setItem(this.#prefix + chain.id, JSON.stringify(chain));
    } catch {
      this.kept = false; // the browser keeps nothing, or is full
    }
  }

  #stored() {
    const names = named(this.#storage, this.#prefix);
    return names.map((key) => read(this.#storage, key)).filter((chain) => chain?.changes?.length);
  }

  #later(moment) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), moment);
  }

  async #retry() {
    await this.adopt();
    this.#run();
  }

  async #run() {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#sendAll();
      }
      this.#failures = 0;
      this.#ended = false;
      const dues = this.#chains.filter((chain) => !chain.trouble).map((chain) => chain.due);
      if (dues.length > 0) this.#later(Math.max(0, Math.min(...dues) - now()));
    } catch (error) {
      if (!(error instanceof Ended || error instanceof Unreachable)) throw error;
      this.#ended = error instanceof Ended;
      this.#failures += 1;
      const delay = Math.min(LONGEST, SHORTEST * 2 ** (this.#failures - 1));
      this.#later(delay * (0.75 + Math.random() / 2));
    } finally {
      this.#running = false;
      this.#told();
    }
  }

  async #sendAll() {
    const ready = (chain) => !chain.trouble && (chain.changes[0].sent || chain.due <= now());
    let chain;
    while ((chain = this.#chains.find(ready))) await this.#send(chain);
  }

  async #send(chain) {
    const [change] = chain.changes;
    change.sent = true;
    this.#keep(chain);
    const { key, position, base } = chain;
    const sent = { ...change.answer, key, base, change: change.name };
    try {
      const { saved, outdated } = await this.#server.save(position, sent);
      if (saved) this.#arrived(chain, change, saved);
      else this.#stopped(chain, { outdated });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#stopped(chain, { refused: error.message });
    }
  }

  #arrived(chain, change, saved) {
    chain.changes.shift();
    chain.base = saved.revision;
    if (chain.changes.length === 0) this.drop(chain);
    else this.#keep(chain);
    this.#saved(chain.key, { ...saved, answer: change.answer });
  }

  #stopped(chain, trouble) {
    chain.trouble = trouble;
    this.#keep(chain);
    this.#told();
  }
}
