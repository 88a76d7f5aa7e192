// Other tabs of the same person in this browser: which are there, and what they saved.

const PATIENCE = 200;

export class Tabs {
  #channel;
  #waiting = null;

  /** `heard` gets what other tabs tell. */
  constructor(owner, heard) {
    this.id = name();
    this.#channel = channel(`proform ${owner}`);
    this.#channel?.addEventListener("message", ({ data }) => {
      if (data.who) this.#channel.postMessage({ here: this.id });
      else if (data.here) this.#waiting?.add(data.here);
      else heard(data.told);
    });
  }

  tell(told) {
    this.#channel?.postMessage({ told });
  }

  /** The names of the tabs that answer, our own among them. */
  async here() {
    this.#waiting = new Set([this.id]);
    this.#channel?.postMessage({ who: true });
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    return this.#waiting;
  }
}

/** Browsers that keep nothing may not allow tabs to speak either. */
function channel(called) {
  try {
    return new BroadcastChannel(called);
  } catch {
    return null;
  }
}

/** A name that nothing else has. (`randomUUID` is missing where there is no HTTPS.) */
export function name() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
