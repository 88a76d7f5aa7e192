// Figures that follow the annotators while the page is open.

import { local } from "./research.js";

const EVERY = 4000;
const grid = document.querySelector("#cells");
const pulse = document.querySelector("#pulse");
const path = `/api/research/progress?part=${grid?.dataset.part ?? "pronoun"}`;

function fill(bar, counts) {
  const parts = [...bar.querySelectorAll("rect")];
  const size = parts.reduce((sum, part) => sum + counts[part.dataset.part], 0);
  bar.setAttribute("viewBox", `0 0 ${size || 1} 1`);
  let x = 0;
  for (const part of parts) {
    part.setAttribute("x", x);
    part.setAttribute("width", counts[part.dataset.part]);
    x += counts[part.dataset.part];
  }
}

function showCell(cell, counts) {
  fill(cell.querySelector("svg"), counts);
  for (const figure of cell.querySelectorAll("[data-outcome]")) {
    const count = counts[figure.dataset.outcome];
    figure.textContent = count;
    figure.closest("a").hidden = count === 0;
  }
}

function showPerson(row, person) {
  fill(row.querySelector("svg"), person);
  for (const place of row.querySelectorAll("[data-live]")) {
    const name = place.dataset.live;
    if (name === "last") {
      place.textContent = person.last ? local(person.last) : "–";
    } else {
      place.textContent = person[name] ?? "–";
    }
    if (name === "new") place.setAttribute("aria-label", `${person.new} new for ${person.name}`);
    if (name === "conflict") {
      place.setAttribute("aria-label", `${person.conflict} in conflict for ${person.name}`);
    }
  }
}

function show(live) {
  const rows = [...document.querySelectorAll("[data-person]")];
  const people = new Map(rows.map((row) => [row.dataset.person, row]));
  const known = live.people.every((person) => people.has(person.name));
  const shape = live.cells.every((row, y) =>
    row.every((_, x) => grid?.querySelector(`[data-row="${y}"][data-column="${x}"]`)),
  );
  if (!known || !shape || live.people.length !== rows.length) {
    location.reload(); // someone was invited, or a system came in: the page is another one
    return;
  }
  for (const person of live.people) showPerson(people.get(person.name), person);
  for (const cell of grid?.querySelectorAll("[data-row]") ?? []) {
    showCell(cell, live.cells[cell.dataset.row][cell.dataset.column]);
  }
  document.querySelector("[data-live=open]").textContent = live.open;
  document.querySelector("#open").hidden = live.open === 0;
  document.querySelector("[data-live=contradictory]").textContent = live.contradictory;
  document.querySelector("#contradictory").hidden = live.contradictory === 0;
}

async function follow() {
  if (!document.hidden) {
    try {
      const response = await fetch(path);
      if (response.status === 401) throw new Error("your link is no longer valid");
      if (!response.ok) throw new Error("the server reported an error");
      show(await response.json());
      if (!pulse.classList.contains("live")) pulse.textContent = "live";
      pulse.classList.add("live");
    } catch (error) {
      const reason = error instanceof TypeError ? "the server is not responding" : error.message;
      pulse.textContent = `not live: ${reason}`;
      pulse.classList.remove("live");
    }
  }
  setTimeout(follow, EVERY);
}

follow();
