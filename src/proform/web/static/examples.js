// The examples of a batch, as they came from the server. What is likely to be seen next is fetched
// ahead, so that going on needs no waiting and, for a while, no network.

const AHEAD = 3;

export class Examples {
  #server;
  #known = new Map();

  constructor(server) {
    this.#server = server;
  }

  has(position) {
    return this.#known.has(position);
  }

  /** The example at a position, from memory if it is there. */
  async get(position) {
    return this.#known.get(position) ?? this.fetch(position);
  }

  /** The example at a position, as the server has it now. */
  async fetch(position) {
    const item = await this.#server.read(`/api${this.#server.path}/${position}`);
    const known = this.#known.get(position);
    if (known?.key !== item.key) this.#known.set(position, item);
    // A save may have been faster than this reply.
    else if (known.revision <= item.revision) Object.assign(known, item);
    return this.#known.get(position);
  }

  /** Fetch those that come next; if it cannot be, then not. */
  async ahead(position, size) {
    for (let next = position + 1; next <= Math.min(size, position + AHEAD); next += 1) {
      await this.get(next).catch(() => {});
    }
  }

  /** Note that an example has a newer answer. */
  update(key, { revision, state, conflicts, answer }) {
    for (const item of this.#known.values()) {
      if (item.key === key) Object.assign(item, { revision, state, conflicts, answer });
    }
  }

  /** The state of every example, in order. */
  async states() {
    return (await this.#server.read(`/api${this.#server.path}`)).examples.map((example) => example.state);
  }
}
