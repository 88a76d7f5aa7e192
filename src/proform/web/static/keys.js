// Every command has a key. These tables are what is listened to and what the help shows.

import { lasting } from "./storage.js";

const MOVING = [
  ["Go", [
    ["J", "next", "next example; also Enter"],
    ["Ctrl+Enter", "next", "next example, also from a field"],
    ["K", "previous", "previous example"],
    ["F", "unfinished", "next unfinished example"],
    ["O", "overview", "overview"],
  ]],
  ["Otherwise", [
    ["Ctrl+Z", "undo", "undo, also in examples you have left"],
    ["Ctrl+Shift+Z", "redo", "redo; also Ctrl+Y"],
    ["S", "settle", "resolve a change made elsewhere"],
    ["G", "guidelines", "guidelines for this kind of pronoun"],
    ["?", "help", "this list"],
  ]],
];

export const KEYS = [
  ["Judge", [
    ["E", "allYes", "everything correct: antecedent head and pronoun"],
    ["Y", "pronounYes", "pronoun correct"],
    ["N", "pronounNo", "pronoun not correct"],
    ["Shift+Y", "antecedentYes", "antecedent head correct"],
    ["Shift+N", "antecedentNo", "antecedent head not correct"],
    ["U", "allOpen", "not judged: take the answers back"],
  ]],
  ["Select words", [
    ["P", "pronounWords", "select or deselect all words marked as pronoun"],
    ["A", "antecedentWords", "select or deselect all words marked as antecedent"],
    ["→", "nextWord", "to the next marked word"],
    ["←", "previousWord", "to the previous marked word"],
    ["Space", null, "select or deselect the current word"],
  ]],
  ["Write", [
    ["T", "tags", "tags: type or choose (↓ ↑), then Enter"],
    ["R", "remarks", "remarks"],
    ["Esc", "leaveField", "leave the field"],
  ]],
  ...MOVING,
];

/** The keys of adjudication; a digit for each answer. */
export const SETTLING = [
  ...["E allYes", "Y pronounYes", "N pronounNo", "Shift+Y antecedentYes", "Shift+N antecedentNo", "U allOpen"],
  ...["P pronounWords", "A antecedentWords", "M majority", "V reference", "R remarks", "Esc leaveField"],
  ...["J nextOpen", "Ctrl+Enter settle", ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n} take${n}`)],
].map((row) => row.split(" "));

/** The keys of gap filling: a digit for each of the first ten choices. */
export function gapKeys(choices) {
  const digits = choices.slice(0, 10).map((choice, index) => {
    return [String((index + 1) % 10), `tick${index + 1}`, `${choice} fits; again: it does not`];
  });
  return [
    ["Fill the gap", [
      ...digits,
      ["B", "bad", "bad translation, on or off"],
      ["Space", null, "tick or untick the current box"],
    ]],
    ["Write", [
      ["R", "remarks", "remarks"],
      ["Esc", "leaveField", "leave the field"],
    ]],
    ...MOVING,
  ];
}

const ALIASES = { ArrowRight: "→", ArrowLeft: "←", Escape: "Esc", " ": "Space" };
const REPEATED = ["→", "←"];
const OFF = "proform keys off";

/** Call the command whose key is pressed. */
export function listen(commands, keys = KEYS) {
  const rows = keys.flatMap(([, group]) => group);
  const known = new Map(rows.map(([key, command]) => [key, command]));
  known.set("Ctrl+Y", "redo").set("Enter", "next");
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal")) return;
    const key = pressed(event);
    const command = commands[known.get(key)];
    if (!command || !wanted(key, event.target)) return;
    event.preventDefault();
    if (!event.repeat || REPEATED.includes(key)) command(); // a key that is held down is one key
  });
}

/** Keys without Ctrl can be switched off: they are in the way of some who speak or press amiss. */
export function singleKeys() {
  return lasting.getItem(OFF) === null;
}

export function setSingleKeys(on) {
  if (on) lasting.removeItem(OFF);
  else lasting.setItem(OFF, "yes");
}

function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey) return null;
  const letter = /^\p{L}$/u.test(key);
  const named = ALIASES[key] ?? (letter ? key.toUpperCase() : key);
  return [ctrlKey || metaKey ? "Ctrl+" : "", shiftKey && letter ? "Shift+" : "", named].join("");
}

function wanted(key, target) {
  const writing = target.matches("textarea, input:not([type=radio], [type=checkbox])");
  if (writing) return key === "Ctrl+Enter" || key === "Esc";
  if (target.matches("[type=radio]") && (key === "→" || key === "←")) return false;
  if (key === "Enter" && target.matches("a, button, summary, [type=checkbox]")) return false;
  return key.startsWith("Ctrl+") || key === "Esc" || singleKeys();
}
