// Tags: those given, and a field that offers those already used and takes new ones.
// The field is a combobox as described in the ARIA Authoring Practices.

const MOST = 20;

const MEANINGS = {
  ant_unsure: "the marked antecedent may be the wrong one",
  bad_translation: "too bad to judge: leave the questions open",
  incorrect_word_alignment: "the wrong words are marked: leave the questions open",
  noncompositional_translation: "right as a whole, but no single word translates the pronoun",
  desc_vs_presc: "people say it, but grammar books do not allow it",
  politeness_tu: "tu would be natural",
  politeness_vous: "vous would be natural",
  politeness_unknown: "tu and vous are both possible",
};

export class Tags {
  #given;
  #field;
  #list;
  #toggle;
  #suggestions = [];
  #words = {};
  #tags = [];
  #active = -1;

  /** `toggle` is told which tag to add or to take away. */
  constructor({ given, field, list }, toggle) {
    this.#given = given;
    this.#field = field;
    this.#list = list;
    this.#toggle = toggle;
    field.addEventListener("input", () => this.#open());
    field.addEventListener("focus", () => this.#open());
    field.addEventListener("click", () => this.#open());
    field.addEventListener("blur", () => this.#close());
    field.addEventListener("keydown", (event) => this.#pressed(event));
    list.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#take(option.dataset.tag);
    });
  }

  /** `words` says how people call the tags that have a code. */
  offer(suggestions, words = {}) {
    this.#suggestions = suggestions;
    this.#words = words;
    this.#field.value = "";
  }

  show(tags) {
    this.#tags = tags;
    this.#given.replaceChildren(...tags.map((tag) => this.#chip(tag)));
    this.#given.hidden = tags.length === 0;
    if (!this.#list.hidden) this.#open();
  }

  #chip(tag) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = "chip tag";
    button.title = MEANINGS[tag] ?? "";
    button.setAttribute("aria-label", `Remove the tag ${this.#called(tag)}`);
    button.textContent = `${this.#called(tag)} ×`;
    button.addEventListener("click", () => {
      this.#toggle(tag);
      this.#field.focus();
    });
    return item;
  }

  #open() {
    const typed = this.#field.value.trim().toLowerCase();
    const found = this.#suggestions.filter((tag) =>
      [tag, this.#called(tag)].some((text) => text.toLowerCase().includes(typed)),
    );
    this.#list.replaceChildren(...found.map((tag, index) => this.#option(tag, index)));
    this.#point(-1);
    this.#list.hidden = found.length === 0;
    this.#field.setAttribute("aria-expanded", !this.#list.hidden);
  }

  #close() {
    this.#list.hidden = true;
    this.#point(-1);
    this.#field.setAttribute("aria-expanded", false);
  }

  #option(tag, index) {
    const option = document.createElement("li");
    option.id = `tag-${index}`;
    option.role = "option";
    option.dataset.tag = tag;
    option.ariaSelected = "false";
    option.classList.toggle("given", this.#tags.includes(tag));
    const label = option.appendChild(document.createElement("span"));
    label.textContent = this.#called(tag);
    const meaning = option.appendChild(document.createElement("span"));
    meaning.className = "small muted";
    meaning.textContent = this.#tags.includes(tag) ? "added; choose to remove" : MEANINGS[tag] ?? "";
    return option;
  }

  #point(index) {
    const options = [...this.#list.children];
    options[this.#active]?.setAttribute("aria-selected", false);
    this.#active = index;
    const option = options[index];
    option?.setAttribute("aria-selected", true);
    option?.scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", option?.id ?? "");
  }

  #pressed(event) {
    const { key, ctrlKey, isComposing } = event;
    if (isComposing || ctrlKey) return;
    const last = this.#list.children.length - 1;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (this.#list.hidden) this.#open();
      const next = this.#active + (key === "ArrowDown" ? 1 : -1);
      this.#point(next > last ? -1 : next < -1 ? last : next);
    } else if (key === "Enter") {
      event.preventDefault();
      this.#take(this.#list.children[this.#active]?.dataset.tag ?? this.#field.value);
    } else if (key === "Escape" && !this.#list.hidden) {
      event.preventDefault();
      this.#close();
    } else if (key === "Backspace" && this.#field.value === "" && this.#tags.length > 0) {
      this.#toggle(this.#tags.at(-1));
    }
  }

  #called(tag) {
    return this.#words[tag] ?? tag;
  }

  #take(text) {
    const typed = text.trim().split(/\s+/).join(" ");
    const tag = this.#suggestions.find((one) => this.#called(one) === typed) ?? typed;
    if (tag === "" || (this.#tags.length >= MOST && !this.#tags.includes(tag))) return;
    this.#field.value = "";
    if (!this.#suggestions.includes(tag)) this.#suggestions = [...this.#suggestions, tag];
    this.#toggle(tag);
    this.#open();
  }
}
