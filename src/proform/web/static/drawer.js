// The guidelines beside the example: the same page that stands at its own address.

import { ask } from "./dialogs.js";
import { Refused, Unreachable } from "./server.js";

export class Drawer {
  #server;

  constructor(server) {
    this.#server = server;
  }

  async open(path) {
    document.getElementById("guidelines-link").href = path;
    const text = document.getElementById("guidelines-text");
    text.textContent = "Loading …";
    const closed = ask(document.getElementById("guidelines"));
    try {
      text.replaceChildren(...content(await this.#server.page(path)));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      text.textContent = "The guidelines could not be loaded.";
    }
    await closed;
  }
}

/** What is in the main part of a page, made to stand inside another one. */
function content(page) {
  const main = page.querySelector("main");
  for (const link of main.querySelectorAll("a")) link.target = "_blank";
  for (const name of ["id", "aria-labelledby"]) {
    for (const element of main.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
  }
  return main.children;
}
