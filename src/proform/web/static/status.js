// The line that says whether everything is saved.

const TEXTS = {
  saved: () => "All changes saved",
  saving: () => "Saving …",
  waiting: (n, where) => `Waiting for the network: ${changes(n)} kept in ${where}`,
  ended: (n, where) => `Session ended: ${n ? `${changes(n)} kept in ${where}` : "nothing has been lost"}`,
  refused: () => "A change was not accepted",
  outdated: () => "Changed elsewhere: choose a version",
};

/** Show the state of a queue; `data-state` gives it its shape and colour. */
export function showState(place, state, waiting, kept = true) {
  const text = TEXTS[state](waiting, kept ? "this browser" : "this tab only: do not close it");
  place.dataset.state = state;
  if (place.textContent !== text) place.textContent = text;
}

function changes(n) {
  return n === 1 ? "1 answer is" : `${n} answers are`;
}
