// Dialogs: opened with the focus in them, closed with it back where it was; buttons have keys.

const TOO_SOON = 400;

/** Open a dialog and give the value of the button that closed it; Escape gives "". */
export function ask(dialog) {
  const pressed = (event) => {
    const button = dialog.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button || event.ctrlKey || event.altKey || !("listening" in dialog.dataset)) return;
    event.preventDefault();
    button.click();
  };
  dialog.returnValue = "";
  dialog.addEventListener("keydown", pressed);
  dialog.showModal();
  dialog.scrollTop = 0; // the button that has the focus may be at the end
  // What was typed before the dialog came up is not meant for it.
  const timer = setTimeout(() => (dialog.dataset.listening = ""), TOO_SOON);
  return new Promise((resolve) => {
    const closed = () => {
      clearTimeout(timer);
      delete dialog.dataset.listening;
      dialog.removeEventListener("keydown", pressed);
      resolve(dialog.returnValue);
    };
    dialog.addEventListener("close", closed, { once: true });
  });
}

/** Fill a table of two answers side by side; what differs is said to. */
export function compare(body, mine, other) {
  const rows = Object.keys(mine).map((part) => {
    const row = document.createElement("tr");
    const head = row.appendChild(document.createElement("th"));
    head.scope = "row";
    head.textContent = part;
    for (const text of [mine[part], other[part]]) row.insertCell().textContent = text || "–";
    const differs = mine[part] !== other[part];
    row.classList.toggle("differs", differs);
    row.insertCell().textContent = differs ? "differs" : "";
    return row;
  });
  body.replaceChildren(...rows);
}

/** Fill a list with texts. */
export function list(place, texts) {
  const items = texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  place.replaceChildren(...items);
}
