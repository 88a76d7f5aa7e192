// What the browser keeps. Where it keeps nothing, the memory of this page stands in.

class Memory {
  #items = new Map();

  getItem(name) {
    return this.#items.get(name) ?? null;
  }

  setItem(name, text) {
    this.#items.set(name, text);
  }

  removeItem(name) {
    this.#items.delete(name);
  }

  names() {
    return [...this.#items.keys()];
  }
}

function usable(kind) {
  try {
    const storage = window[kind]; // some browsers refuse even this
    storage.setItem("proform", "");
    storage.removeItem("proform");
    return storage;
  } catch {
    return null;
  }
}

const kept = usable("localStorage");

/** Does anything outlive this page? */
export const keeps = kept !== null;

/** Until the browser is told to forget. */
export const lasting = kept ?? new Memory();

/** As long as the tab is open. */
export const passing = usable("sessionStorage") ?? new Memory();

/** The names that begin like this. */
export function named(storage, prefix) {
  const names = storage instanceof Memory ? storage.names() : Object.keys(storage);
  return names.filter((name) => name.startsWith(prefix));
}

/** What is kept under a name, as a value; nothing if it is not there, or spoilt. */
export function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
}
