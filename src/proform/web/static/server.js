// Talking to the server: what its replies mean.

const PATIENCE = 15_000;

/** No reply, or one that says: later. */
export class Unreachable extends Error {}
/** The session is over, or belongs to somebody else by now. */
export class Ended extends Error {}
/** It was understood and will never be taken. */
export class Refused extends Error {}

export class Server {
  #owner;
  #token;
  #path;

  constructor(page = document) {
    ({ owner: this.#owner, token: this.#token, path: this.#path } = identity(page));
  }

  get owner() {
    return this.#owner;
  }

  /** Where the batch is: each protocol has its own. */
  get path() {
    return this.#path;
  }

  /** A value, from a path. */
  async read(path) {
    return (await this.#fetched(path)).json();
  }

  /** A page of ours, parsed; nothing in it is run. */
  async page(path) {
    const text = await (await this.#fetched(path)).text();
    return new DOMParser().parseFromString(text, "text/html");
  }

  /** Send an answer. Gives what became of it: `{saved}` or, if it changed elsewhere, `{outdated}`. */
  async save(position, sent) {
    let reply = await this.#post(position, sent);
    if (reply.status === 403) {
      await this.#renew();
      reply = await this.#post(position, sent);
    }
    if (reply.status === 409) return { outdated: await reply.json() };
    return { saved: await (await accepted(reply)).json() };
  }

  async #post(position, sent) {
    const headers = { "content-type": "application/json", "x-proform-csrf": this.#token };
    const body = JSON.stringify(sent);
    // keepalive: it goes on when the page is left.
    return reached(`/api${this.#path}/${position}`, { method: "POST", headers, body, keepalive: true });
  }

  async #fetched(path) {
    return accepted(await reached(path));
  }

  /** The link was opened again since: the token is another one, which any page of ours has. */
  async #renew() {
    const { owner, token } = identity(await this.page(this.#path));
    if (owner !== this.#owner) throw new Ended("a different personal link was opened in this browser");
    this.#token = token;
  }
}

function identity(page) {
  const { owner, path } = page.querySelector("main").dataset;
  return {
    owner,
    path,
    token: page.querySelector('meta[name="csrf"]').content,
  };
}

async function reached(path, options = {}) {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Unreachable("the server cannot be reached");
  }
}

async function accepted(reply) {
  if (reply.ok) return reply;
  if (reply.status === 401) throw new Ended("the session has ended");
  if (reply.status >= 500 || reply.status === 429) throw new Unreachable(`the server reported an error (${reply.status})`);
  const said = await reply.json().catch(() => ({}));
  throw new Refused(said.detail ?? said.error ?? `status ${reply.status}`);
}
