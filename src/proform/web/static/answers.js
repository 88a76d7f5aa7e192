// Answers as values: what an annotator says of an example. Every function gives a new one.

export const YES = "ok";
export const NO = "bad";
export const UNSET = "unset";

/** With this tag there is no word to be selected for the pronoun. */
const NO_WORD = "noncompositional_translation";

export function same(one, other) {
  return canonical(one) === canonical(other);
}

/** With a question answered. What is right and has a single word marked has that word selected. */
export function judged(answer, question, value, item) {
  const marked = parts(item, question);
  const own = new Set(marked.flat().map(String));
  const others = answer.tokens.filter((token) => !own.has(String(token)));
  const chosen = answer.tokens.filter((token) => own.has(String(token)));
  let tokens = others;
  if (value === YES && chosen.length > 0) tokens = answer.tokens;
  else if (value === YES && !answer.tags.includes(NO_WORD)) {
    tokens = [...others, ...marked.filter((words) => words.length === 1).flat()];
  }
  return { ...answer, [question]: value, tokens: sorted(tokens) };
}

/** With everything that is asked answered in the same way. */
export function judgedAll(answer, value, item) {
  const questions = item.agrees ? ["antecedent", "pronoun"] : ["pronoun"];
  return questions.reduce((before, question) => judged(before, question, value, item), answer);
}

/** The words that are marked as pronoun or antecedent, part by part: there may be two antecedents. */
export function parts(item, question) {
  const found = new Map();
  for (const { segment, words } of item.target) {
    words.forEach(({ mark, part }, position) => {
      if (mark === question) found.set(part, [...(found.get(part) ?? []), [segment, position]]);
    });
  }
  return [...found.values()];
}

/** With this word selected, or not any more if it was. */
export function toggled(answer, word) {
  const rest = answer.tokens.filter((token) => String(token) !== String(word));
  const tokens = rest.length < answer.tokens.length ? rest : [...rest, word];
  return { ...answer, tokens: sorted(tokens) };
}

/** With all of these words selected, or none of them if all were. */
export function toggledAll(answer, words) {
  const there = new Set(answer.tokens.map(String));
  const missing = words.filter((word) => !there.has(String(word)));
  return (missing.length > 0 ? missing : words).reduce(toggled, answer);
}

/** With this tag, or without it if it was there. */
export function tagged(answer, tag) {
  const rest = answer.tags.filter((other) => other !== tag);
  return { ...answer, tags: rest.length < answer.tags.length ? rest : [...rest, tag].sort() };
}

export function remarked(answer, remarks) {
  return { ...answer, remarks };
}

/** An answer in words, part by part. */
export function described(answer, item) {
  const verdict = { [YES]: "yes", [NO]: "no", [UNSET]: "not judged" };
  return {
    ...(item.agrees ? { "Antecedent correct": verdict[answer.antecedent] } : {}),
    "Pronoun correct": verdict[answer.pronoun],
    "Words selected": answer.tokens.map((token) => wordAt(item, token)).join(" … "),
    Tags: answer.tags.map((tag) => item.words[tag] ?? tag).join(", "),
    Remarks: answer.remarks,
  };
}

function wordAt(item, [segment, position]) {
  return item.target.find((line) => line.segment === segment).words[position].word;
}

/** The order of what is in a list does not matter. */
function canonical(answer) {
  const parts = Object.entries(answer).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = (value) => (Array.isArray(value) ? value.map(String).sort() : value);
  return JSON.stringify(parts.map(([name, value]) => [name, text(value)]));
}

function sorted(tokens) {
  return [...tokens].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
