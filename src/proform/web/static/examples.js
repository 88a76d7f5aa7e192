// The examples of a batch, as they came from the server. Those that come next are fetched ahead and
// kept in the browser, so that going on needs no waiting and, for a while, no network, even if the
// page is opened anew.

import { Unreachable } from "./server.js";
import { lasting, named, read } from "./storage.js";

const AHEAD = 50;
const BEHIND = 50;

export class Examples {
  #server;
  #storage;
  #prefix;
  #known = new Map();
  #loading = null;

  constructor(server, storage = lasting) {
    this.#server = server;
    this.#storage = storage;
    this.#prefix = `proform example ${server.owner} `;
  }

  has(position) {
    return this.#known.has(position);
  }

  /** The example at a position: from memory, from the server or, if need be, as it was kept. */
  async get(position) {
    if (this.has(position)) return this.#known.get(position);
    try {
      await this.#load(position);
    } catch (error) {
      const kept = read(this.#storage, this.#prefix + position);
      if (!(error instanceof Unreachable) || kept === null) throw error;
      this.#known.set(position, kept);
    }
    return this.#known.get(position);
  }

  /** The example at a position, as the server has it now. */
  async fetch(position) {
    return this.#take(await this.#server.read(`/api${this.#server.path}/${position}`));
  }

  /** Fetch those that come next, unless they are there; if it cannot be, then not. */
  async ahead(position, size) {
    for (const name of named(this.#storage, this.#prefix)) {
      const far = Number(name.slice(this.#prefix.length)) - position;
      if (far < -BEHIND || far > 2 * AHEAD) this.#storage.removeItem(name);
    }
    const last = Math.min(size, position + AHEAD);
    const wanted = Array.from({ length: last - position }, (_, n) => position + 1 + n);
    const missing = wanted.find((next) => !this.has(next));
    if (missing === undefined || this.#loading) return;
    this.#loading = this.#load(missing).catch(() => {});
    await this.#loading;
    this.#loading = null;
  }

  /** Note that an example has a newer answer. */
  update(key, { revision, answer }) {
    for (const item of this.#known.values()) {
      if (item.key === key) this.#keep(Object.assign(item, { revision, answer }));
    }
  }

  /** The state of every example, in order. */
  async states() {
    return (await this.#server.read(`/api${this.#server.path}`)).examples.map((example) => example.state);
  }

  /** Leave no text behind: the session is over. */
  forget() {
    for (const name of named(this.#storage, this.#prefix)) this.#storage.removeItem(name);
  }

  async #load(position) {
    const { examples } = await this.#server.read(`/api${this.#server.path}/${position}/ahead`);
    examples.forEach((item) => this.#take(item));
  }

  #take(item) {
    const known = this.#known.get(item.position);
    if (known?.key !== item.key) this.#known.set(item.position, item);
    // A save may have been faster than this reply.
    else if (known.revision <= item.revision) Object.assign(known, item);
    const taken = this.#known.get(item.position);
    this.#keep(taken);
    return taken;
  }

  #keep(item) {
    try {
      this.#storage.setItem(this.#prefix + item.position, JSON.stringify(item));
    } catch {
      // The browser is full: without network, what is in memory has to do.
    }
  }
}
