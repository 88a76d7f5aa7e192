"use strict";
(() => {
  const TITLES = {
    pronoun: "the pronoun, or its translation",
    antecedent: "the head of the antecedent",
    phrase: "the antecedent",
    link: "linked by the alignment, but not used",
  };
  const LABELS = { pronoun: "pronoun: ", antecedent: "antecedent: ", phrase: "", link: "linked: " };
  const VERDICTS = ["correct", "incorrect", "undecided"];
  const SIGNS = { correct: "✓", incorrect: "✗", undecided: "?", right: "✓", wrong: "✗", aside: "⊘", unanswered: "?", contradictory: "!" };
  const SELECTS = ["metric", "system", "category", "pronoun", "reason", "verdict", "document", "annotated"];
  const CHIPS = ["expected", "found", "both", "at"];
  const OPPOSITE = { ascending: "descending", descending: "ascending" };
  const NAMES = [...SELECTS, ...CHIPS, "text", "only", "page"];

  const $ = (id) => document.getElementById(id);

  /** An element with attributes and children; text stays text, whatever is in it. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value != null && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== "" && child != null));
    return element;
  }

  sortTables();
  printWhole();
  if ($("data")) unpack($("data").textContent).then(examples, () => {
    $("count").textContent = "This browser is too old to unpack the examples.";
  });

  /** The data block: base64, then gzip, then JSON. */
  async function unpack(text) {
    const letters = atob(text);
    const packed = new Uint8Array(letters.length); // filled by hand: Uint8Array.from takes 20 times as long
    for (let at = 0; at < letters.length; at += 1) packed[at] = letters.charCodeAt(at);
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain).json();
  }

  /** A click on the head of a column sorts by it, the highest first, or by the alphabet; another one turns it round. */
  function sortTables() {
    for (const table of document.querySelectorAll("table.sortable")) {
      const [body] = table.tBodies;
      const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
      heads.forEach((head, column) => {
        const label = head.querySelector("span");
        if (!label || !("sort" in head.dataset)) return;
        const button = make("button", { type: "button" });
        label.replaceWith(button);
        button.append(label);
        button.addEventListener("click", () => {
          const figures = head.classList.contains("number");
          const first = figures ? "descending" : "ascending";
          const order = head.getAttribute("aria-sort") === first ? OPPOSITE[first] : first;
          heads.forEach((other) => other.removeAttribute("aria-sort"));
          head.setAttribute("aria-sort", order);
          const turn = order === "ascending" ? 1 : -1;
          const rows = [...body.rows].map((row) => {
            const text = row.cells[column].textContent.trim();
            return { row, text, value: figures ? parseFloat(text) : NaN };
          });
          rows.sort((a, b) => {
            if (isNaN(a.value) !== isNaN(b.value)) return isNaN(a.value) ? 1 : -1;
            return turn * (isNaN(a.value) ? a.text.localeCompare(b.text, "en", { numeric: true }) : a.value - b.value);
          });
          body.append(...rows.map((one) => one.row));
        });
      });
    }
  }

  /** On paper nothing is folded away. */
  function printWhole() {
    let folded = [];
    addEventListener("beforeprint", () => {
      folded = [...document.querySelectorAll("main details:not([open])")];
      folded.forEach((one) => { one.open = true; });
    });
    addEventListener("afterprint", () => folded.forEach((one) => { one.open = false; }));
  }

  function examples(data) {
    const { systems, pronouns, translations, metrics, opinions, texts, categories } = data;
    const SIZE = Math.min(20, Math.max(4, Math.round(60 / systems.length)));
    const [sourceLanguage, targetLanguage] = data.languages;
    const form = $("filters");
    let lowered = null;
    let state = {};
    let ours = false;

    const opinionOf = (system, number) => opinions[system][number];
    const annotatedHow = (system, number) => (opinionOf(system, number) || { all: "none" }).all;

    fill();
    form.hidden = $("marks").hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", changed);
    form.elements.text.addEventListener("input", later(changed, 150));
    addEventListener("hashchange", read);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      form.elements.text.focus();
    });
    read();
    document.documentElement.dataset.ready = "";

    function later(work, wait) {
      let timer = 0;
      return (event) => {
        clearTimeout(timer);
        timer = setTimeout(() => work(event), wait);
      };
    }

    /** What can be chosen; where there is no choice, nothing is shown. */
    function fill() {
      const count = (key) => {
        const sizes = new Map();
        for (const pronoun of pronouns) {
          if (pronoun[key]) sizes.set(pronoun[key], (sizes.get(pronoun[key]) || 0) + 1);
        }
        return sizes;
      };
      const frequent = (sizes) => [...sizes].sort((a, b) => b[1] - a[1]).map(([name, size]) => [name, `${name} (${size})`]);
      const inOrder = (sizes) => [...sizes].map(([name, size]) => [name, `${name} (${size})`]);
      offer("metric", metrics.map(({ name }) => [name, name]));
      offer("system", systems.map((name) => [name, name]));
      offer("category", [...count("category")].map(([name, size]) => [name, `${categories[name] || name} (${size})`]));
      offer("pronoun", frequent(count("form")));
      offer("document", inOrder(count("document")));
      offer("verdict", VERDICTS.map((name) => [name, name]));
      const people = opinions.some((some) => Object.keys(some).length);
      offer("annotated", people ? Object.entries(data.annotated) : []);
      const reason = form.elements.reason;
      reason.replaceChildren(make("option", { value: "" }, "any"));
      for (const metric of metrics) {
        reason.append(make("optgroup", { label: metric.name }, metric.reasons.map((name, at) =>
          make("option", { value: `${metric.name}\t${name}` }, metric.meanings[at]))));
      }
    }

    function offer(name, choices) {
      const select = form.elements[name];
      select.replaceChildren(make("option", { value: "" }, "any"), ...choices.map(([value, label]) => make("option", { value }, label)));
      select.parentElement.hidden = choices.length < 2;
    }

    /** From the address to the state: so that any view can be linked. */
    function read() {
      const [where, query = ""] = decodeHash();
      if (where !== "examples" && Object.keys(state).length) return;
      const given = new URLSearchParams(where === "examples" ? query : "");
      state = Object.fromEntries(NAMES.map((name) => [name, given.get(name) || ""]));
      for (const name of SELECTS) {
        const value = name === "reason" && state.reason ? `${reasonMetric()}\t${state.reason}` : state[name];
        if (value && ![...form.elements[name].options].some((option) => option.value === value)) {
          form.elements[name].append(make("option", { value }, state[name]));
        }
        form.elements[name].value = value;
      }
      if (document.activeElement !== form.elements.text) form.elements.text.value = state.text;
      form.elements.only.checked = state.only === "1";
      show();
      if (where === "examples" && query && !ours) {
        $("examples").scrollIntoView();
        $("h-examples").focus({ preventScroll: true });
      }
      ours = false;
    }

    function decodeHash() {
      const hash = location.hash.slice(1);
      const at = hash.indexOf("?");
      return at < 0 ? [hash] : [hash.slice(0, at), hash.slice(at + 1)];
    }

    function reasonMetric() {
      const known = metrics.find((metric) => (!state.metric || metric.name === state.metric) && metric.reasons.includes(state.reason));
      return known ? known.name : state.metric;
    }

    /** From the controls to the address. */
    function changed(event) {
      const next = { ...state, page: "" };
      for (const name of SELECTS) next[name] = form.elements[name].value;
      if (next.reason) {
        const [metric, reason] = next.reason.split("\t");
        const moved = event.target.name === "metric" && next.metric && next.metric !== metric;
        next.reason = moved ? "" : reason;
        if (!moved) next.metric = metric;
      }
      next.text = form.elements.text.value.trim();
      next.only = form.elements.only.checked ? "1" : "";
      go(next, event.target.name === "text");
    }

    function go(next, replacing = false) {
      ours = true;
      const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value)).toString();
      const hash = `#examples?${query.replaceAll("+", "%20")}`;
      if (hash === location.hash) { ours = false; return; }
      if (replacing) location.replace(hash);
      else location.hash = hash;
    }

    /** For each pronoun that passes the filters, the systems that do. */
    function found() {
      const hits = search(state.text);
      const [segment, position] = state.at ? state.at.split(".").map(Number) : [];
      const wanted = systems.map((_, system) => system).filter((system) => !state.system || systems[system] === state.system);
      const judges = metrics.filter((metric) => !state.metric || metric.name === state.metric).map((metric) => ({
        metric,
        reason: state.reason ? metric.reasons.indexOf(state.reason) : null,
        expected: state.expected ? metric.forms.indexOf(state.expected) : null,
        found: state.found ? metric.forms.indexOf(state.found) : null,
      }));
      const verdict = state.verdict ? VERDICTS.indexOf(state.verdict) : null;
      const judged = state.metric || state.reason || state.verdict || state.expected || state.found;
      const both = (state.both ? state.both.split(" ") : []).map((pair) => {
        const at = pair.lastIndexOf(":");
        return { metric: metrics.find(({ name }) => name === pair.slice(0, at)), verdict: VERDICTS.indexOf(pair.slice(at + 1)) };
      });
      const passes = (number, system) => {
        if (!translations[system].lines[number].length) return false;
        if (state.annotated && annotatedHow(system, number) !== state.annotated) return false;
        if (!both.every(({ metric, verdict: said }) => metric && metric.systems[system].verdict[number] === said)) return false;
        if (!judged) return true;
        return judges.some(({ metric, reason, expected, found }) => {
          const column = metric.systems[system];
          return column.reason[number] !== null
            && (reason === null || column.reason[number] === reason)
            && (verdict === null || column.verdict[number] === verdict)
            && (expected === null || (column.expected && column.expected[number] === expected))
            && (found === null || (column.found && column.found[number] === found));
        });
      };
      const list = [];
      pronouns.forEach((pronoun, number) => {
        if (state.category && pronoun.category !== state.category) return;
        if (state.pronoun && pronoun.form !== state.pronoun) return;
        if (state.document && pronoun.document !== state.document) return;
        if (state.at && (pronoun.segment !== segment || pronoun.position !== position)) return;
        if (hits && !hits(pronoun, number, wanted)) return;
        const matching = wanted.filter((system) => passes(number, system));
        if (matching.length) list.push({ number, matching });
      });
      return list;
    }

    /** Which texts hold what is sought: each is looked at once. */
    function search(text) {
      if (!text) return null;
      lowered = lowered || texts.map((one) => one.toLowerCase());
      const sought = text.toLowerCase();
      const holds = lowered.map((one) => one.includes(sought));
      return (pronoun, number, wanted) =>
        pronoun.source.some((line) => holds[line])
        || pronoun.reference.some((line) => holds[line])
        || (pronoun.note || "").toLowerCase().includes(sought)
        || wanted.some((system) => translations[system].lines[number].some((line) => holds[line])
          || ((opinionOf(system, number) || {}).said || []).some((said) => said.remarks.toLowerCase().includes(sought)));
    }

    function show() {
      const list = found();
      const pages = Math.max(1, Math.ceil(list.length / SIZE));
      const page = Math.min(pages, Math.max(1, parseInt(state.page, 10) || 1));
      const what = pronouns.length === 1 ? "pronoun" : "pronouns";
      $("count").textContent = list.length ? `${list.length} of ${pronouns.length} ${what}` : `None of ${pronouns.length} ${what}: remove a filter`;
      $("list").replaceChildren(...list.slice((page - 1) * SIZE, page * SIZE).map(card));
      chips();
      turn(page, pages);
      highlight();
    }

    function chips() {
      const said = {
        expected: `reference has ${state.expected}`,
        found: `system has ${state.found}`,
        both: (state.both || "").replaceAll(":", " ").replace(" expected", ", expected").replace(" agreement", ", agreement"),
        at: `segment and word ${state.at}`,
      };
      const set = CHIPS.filter((name) => state[name]);
      const buttons = set.map((name) => button(`${said[name]} ×`, () => go({ ...state, [name]: "", page: "" }), `Remove the filter: ${said[name]}`));
      const any = NAMES.some((name) => name !== "page" && name !== "only" && state[name]);
      if (any) buttons.push(button("Clear all filters", () => { form.elements.text.value = ""; go({ only: state.only }); }));
      $("chips").replaceChildren(...buttons);
    }

    function button(label, work, name = null, disabled = false) {
      const made = make("button", { type: "button", class: "plain", "aria-label": name, disabled }, label);
      made.addEventListener("click", work);
      return made;
    }

    function turn(page, pages) {
      const move = (to) => () => {
        go({ ...state, page: String(to) });
        $("count").scrollIntoView({ block: "center" });
      };
      $("pages").hidden = pages < 2;
      $("pages").replaceChildren(
        button("‹ Previous", move(page - 1), null, page === 1),
        make("span", {}, `page ${page} of ${pages}`),
        button("Next ›", move(page + 1), null, page === pages),
      );
    }

    /** One pronoun: the texts below each other, what stands for it marked, why it was decided so. */
    function card({ number, matching }) {
      const pronoun = pronouns[number];
      const shown = judging(number);
      const where = [
        pronoun.category === data.none ? "" : categories[pronoun.category],
        [pronoun.document, `segment ${pronoun.segment}`, `word ${pronoun.position}`].filter(Boolean).join(", "),
        pronoun.example ? `example ${pronoun.example}` : "",
      ].filter(Boolean);
      const link = make("a", { href: `#examples?at=${pronoun.segment}.${pronoun.position}` }, "link", make("span", { class: "quiet" }, " to this pronoun"));
      const head = make("h3", {}, pronoun.token, where.map((text) => make("small", {}, text)), make("small", {}, link));
      const rows = [
        row("source", sentence(pronoun, pronoun.source, pronoun.anchored ? "" : String(pronoun.position), "", sourceHeads(pronoun), sourceLanguage)),
      ];
      if (pronoun.reference.length) {
        const at = shown ? texts[shown.positions[number]] : "";
        const links = shown ? texts[shown.links[number]] : "";
        rows.push(row("reference", sentence(pronoun, pronoun.reference, at, links, spots(pronoun.antecedents), targetLanguage)));
      }
      const listed = systems.map((_, system) => system)
        .filter((system) => translations[system].lines[number].length && (state.only !== "1" || matching.includes(system)));
      const narrowed = matching.length < systems.length;
      if (state.system) listed.sort((a, b) => matching.includes(b) - matching.includes(a));
      for (const system of listed) rows.push(translated(pronoun, number, system, shown, narrowed && matching.includes(system)));
      return make("li", {}, make("article", {}, head,
        pronoun.note ? make("p", { class: "remark" }, `Note: ${pronoun.note}`) : "",
        make("dl", { class: "texts" }, rows)));
    }

    /** The metric whose words are marked: the chosen one, else the first that looked at it. */
    function judging(number) {
      return metrics.find((metric) => (!state.metric || metric.name === state.metric) && metric.positions[number] !== null);
    }

    function row(name, content, match = false) {
      return make("div", { class: match ? "match" : null }, make("dt", {}, name, match ? make("span", { class: "quiet" }, " (matches)") : ""), make("dd", {}, content));
    }

    function translated(pronoun, number, system, shown, match) {
      const column = shown && shown.systems[system];
      const judged = column && column.reason[number] !== null;
      const lines = sentence(
        pronoun, translations[system].lines[number],
        judged ? texts[column.positions[number]] : "", judged ? texts[column.links[number]] : "",
        spots(translations[system].antecedents[number]), targetLanguage,
      );
      const said = make("ul", { class: "said" }, decisions(number, system), saidBy(number, system));
      return row(systems[system], [lines, said], match);
    }

    function decisions(number, system) {
      return metrics.filter((metric) => metric.systems[system].reason[number] !== null).map((metric) => {
        const column = metric.systems[system];
        const verdict = VERDICTS[column.verdict[number]];
        const why = texts[column.explanation[number]].replaceAll("\u0001", systems[system]);
        return make("li", { class: verdict }, make("b", {}, `${SIGNS[verdict]} ${metric.name}: ${verdict}`), why);
      });
    }

    function saidBy(number, system) {
      return ((opinionOf(system, number) || {}).said || []).map((said) => {
        const parts = [`pronoun ${said.pronoun}`, said.antecedent && `antecedent ${said.antecedent}`, ...said.tags].filter(Boolean).join(", ");
        return make("li", { class: said.pronoun }, make("b", {}, `${SIGNS[said.pronoun]} ${said.annotator}`), parts,
          said.remarks ? [": ", make("q", {}, said.remarks)] : "");
      });
    }

    function spots(antecedents) {
      const found = new Map();
      for (const [segment, position] of antecedents || []) found.set(`${segment}.${position}`, "antecedent");
      return found;
    }

    function sourceHeads(pronoun) {
      const found = new Map();
      for (const [segment, first, last, head] of pronoun.heads || []) {
        for (let at = first; at <= last; at += 1) found.set(`${segment}.${at}`, at === head ? "antecedent" : "phrase");
      }
      return found;
    }

    /** The lines around a pronoun; words that mean something are marked by shape and by name. */
    function sentence(pronoun, lines, positions, links, marks, language) {
      const own = pronoun.segments.indexOf(pronoun.segment);
      const here = new Set(positions ? positions.split(" ").map(Number) : []);
      const linked = new Set(links ? links.split(" ").map(Number) : []);
      const several = lines.length > 1;
      const kind = (line, at) => {
        if (line === (several ? own : 0)) {
          if (here.has(at)) return "pronoun";
          if (linked.has(at)) return "link";
        }
        return marks.get(`${several ? pronoun.segments[line] : pronoun.segment}.${at}`) || "";
      };
      const parts = lines.map((text, line) => {
        const words = texts[text] ? texts[text].split(" ") : ["–"];
        const gap = several && line && pronoun.segments[line] - pronoun.segments[line - 1] > 1 ? "… " : "";
        const out = make("span", { class: several && line !== own ? "context" : null }, gap);
        let plain = "";
        words.forEach((word, at) => {
          const mark = kind(line, at);
          const space = at + 1 < words.length ? " " : "";
          if (!mark) { plain += word + space; return; }
          out.append(plain, make("mark", { class: mark, title: TITLES[mark] },
            LABELS[mark] ? make("span", { class: "quiet" }, LABELS[mark]) : "", word), space);
          plain = "";
        });
        out.append(plain);
        return out;
      });
      return make("p", { class: "sentence", lang: language, dir: "auto" }, parts);
    }

    /** What was searched for, wherever it shows. */
    function highlight() {
      if (!CSS.highlights) return;
      CSS.highlights.delete("sought");
      if (!state.text) return;
      const sought = state.text.toLowerCase();
      const ranges = [];
      const walker = document.createTreeWalker($("list"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.data.toLowerCase();
        for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
          if (at + sought.length > walker.currentNode.length) break;
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + sought.length);
          ranges.push(range);
        }
      }
      CSS.highlights.set("sought", new Highlight(...ranges));
    }
  }
})();
