// What contradicts itself in a judgement, by the table of rules that came with the page.

import { parts, UNSET } from "./answers.js";

const QUESTIONS = ["pronoun", "antecedent"];

export class Conflicts {
  #rules;
  #explanations;
  #aside;
  #special;

  constructor({ rules, explanations, aside, special }) {
    this.#rules = rules;
    this.#explanations = explanations;
    this.#aside = aside;
    this.#special = special;
  }

  /** What to say of an answer: `state`, `conflicts` in words, and what is still `open`. */
  check(answer, item) {
    const facts = this.#facts(answer, item);
    const codes = this.#rules.map((rules) => first(rules, facts));
    const conflicts = codes.map((code) => this.#explanations[code]).filter(Boolean);
    const aside = answer.tags.some((tag) => this.#aside.includes(tag));
    const asked = QUESTIONS.filter((question) => question === "pronoun" || item.agrees);
    const open = aside ? [] : asked.filter((question) => answer[question] === UNSET);
    const state = conflicts.length > 0 ? "conflict" : open.length > 0 ? "new" : "done";
    const begun = open.length < asked.length || answer.tags.length > 0;
    return { state, conflicts, open: begun ? open : [] };
  }

  #facts(answer, item) {
    const chosen = new Set(answer.tokens.map(String));
    const special = this.#special.filter((tag) => answer.tags.includes(tag));
    const facts = {
      pronoun: answer.pronoun,
      antecedent: answer.antecedent,
      agrees: item.agrees,
      tagged: answer.tags.length > 0,
      special: special.length > 0,
      clashing: special.length > 1,
      selected: chosen.size > 0,
      touched: chosen.size > 0 || answer.pronoun !== UNSET || answer.antecedent !== UNSET,
    };
    for (const tag of this.#special) facts[tag] = answer.tags.includes(tag);
    for (const question of QUESTIONS) {
      const words = parts(item, question).flat();
      facts[`${question}_words`] = words.length > 0;
      facts[`${question}_selected`] = words.some((word) => chosen.has(String(word)));
    }
    return facts;
  }
}

function first(rules, facts) {
  const holds = ([, wanted]) => Object.entries(wanted).every(([fact, value]) => facts[fact] === value);
  return rules.find(holds)?.[0];
}
