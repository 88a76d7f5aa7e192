// An answer that could not be saved as it is: what to do about it is the annotator's choice.

import { ask, compare } from "./dialogs.js";

const find = (id) => document.getElementById(id);

/** "mine", "other", "drop", "go" or, if it is put off, "". */
export async function settle(chain, item, described) {
  return chain.trouble.outdated ? choose(chain, item, described) : giveUp(chain);
}

async function choose({ position, changes, trouble }, item, described) {
  find("choosing-title").textContent = `Example ${position} was changed elsewhere`;
  const mine = described(changes.at(-1).answer, item);
  compare(find("versions"), mine, described(trouble.outdated.answer, item));
  return ask(find("choosing"));
}

async function giveUp({ position, trouble }) {
  find("refusing-title").textContent = `Example ${position}: not accepted`;
  find("refusing-text").textContent = `The server says: ${trouble.refused}.`;
  return ask(find("refusing"));
}
