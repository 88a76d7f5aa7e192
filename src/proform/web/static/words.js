// The two texts. Marked words have a shape and a label; those of the translation can be selected, if
// there is someone to be told.

export class Words {
  #source;
  #target;
  #toggle;

  /** `toggle` is told which word, as [segment, position]. */
  constructor(source, target, toggle = null) {
    this.#source = source;
    this.#target = target;
    this.#toggle = toggle;
  }

  show(item) {
    const still = () => document.createElement("mark");
    this.#source.replaceChildren(...item.source.map((line) => this.#line(line, still)));
    const make = this.#toggle ? this.#button : still;
    this.#target.replaceChildren(...item.target.map((line) => this.#line(line, make)));
  }

  /** Show which words are selected. */
  choose(tokens) {
    const chosen = new Set(tokens.map(String));
    for (const button of this.#buttons) {
      const there = chosen.has(button.dataset.at);
      button.setAttribute("aria-pressed", there);
      button.classList.toggle("chosen", there);
    }
  }

  /** Bring the pronoun into sight in both texts, and with it the antecedent if there is room. */
  seek() {
    for (const text of [this.#source, this.#target]) {
      const place = text.querySelector(".pronoun, .gap") ?? text.lastElementChild;
      const marked = [...text.querySelectorAll(".word"), place];
      const whole = span(marked).size <= text.clientHeight; // antecedent and all
      const { top, size } = span(whole ? marked : [place]);
      text.scrollTop = Math.max(0, top - (text.clientHeight - size) / 2);
    }
  }

  /** Go to the next selectable word, or back; from elsewhere to the first, or the last. */
  move(step) {
    const buttons = this.#buttons;
    const now = buttons.indexOf(document.activeElement);
    const from = now < 0 && step < 0 ? 0 : now;
    buttons.at((from + step) % buttons.length)?.focus();
  }

  get #buttons() {
    return [...this.#target.querySelectorAll("button")];
  }

  #line({ segment, words }, make) {
    const line = document.createElement("p");
    line.className = "line";
    line.dir = "auto";
    words.forEach(({ word, mark, before }, position) => {
      if (before) line.append(before);
      line.append(mark ? labelled(make(segment, position), word, mark) : word);
    });
    return line;
  }

  #button = (...at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.at = at;
    button.addEventListener("click", () => this.#toggle(at));
    return button;
  };
}

/** From the top of the first of some words to the end of the last. */
function span(words) {
  const top = Math.min(...words.map((word) => word.offsetTop));
  return { top, size: Math.max(...words.map((word) => word.offsetTop + word.offsetHeight)) - top };
}

function labelled(element, word, mark) {
  element.className = `word ${mark}`;
  const form = element.appendChild(document.createElement("span"));
  form.className = "form";
  form.textContent = word || "?"; // a gap
  element.append(" ");
  const label = element.appendChild(document.createElement("span"));
  label.className = "what";
  label.textContent = mark;
  return element;
}
