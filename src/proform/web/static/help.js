// The list of keys.

import { ask } from "./dialogs.js";
import { setSingleKeys, singleKeys } from "./keys.js";

export async function showHelp(keys) {
  document.getElementById("key-list").replaceChildren(...keys.map(section));
  const box = document.getElementById("single-keys");
  box.checked = singleKeys();
  box.onchange = () => setSingleKeys(box.checked);
  await ask(document.getElementById("help"));
}

function section([title, rows]) {
  const place = document.createElement("section");
  place.appendChild(document.createElement("h3")).textContent = title;
  const entries = place.appendChild(document.createElement("dl"));
  for (const [key, , text] of rows) {
    const term = entries.appendChild(document.createElement("dt"));
    key.split("+").forEach((part, index) => {
      if (index > 0) term.append("+");
      term.appendChild(document.createElement("kbd")).textContent = part;
    });
    entries.appendChild(document.createElement("dd")).textContent = text;
  }
  return place;
}
