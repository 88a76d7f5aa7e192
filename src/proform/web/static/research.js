// Forms and buttons that change something: they send JSON, and show what came of it.

import { passing } from "./storage.js";

const message = document.querySelector("#message");
const KEPT = "proform-message";

/** Send a change; gives the answer, or throws an error that can be shown. */
export function post(path, body) {
  return sent(path, JSON.stringify(body), "application/json");
}

/** The same for any content. */
export async function sent(path, body, type) {
  return (await replied(path, body, type)).json();
}

/** The same; gives the reply itself, whatever it holds. */
export async function replied(path, body, type) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: {
        "content-type": type,
        "x-proform-csrf": document.querySelector("meta[name=csrf]").content,
      },
      body,
    });
  } catch {
    throw new Error("The server cannot be reached; nothing has been changed.");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw Object.assign(new Error(complaint(answer, response)), { answer });
}

function complaint(answer, response) {
  if (Array.isArray(answer.detail)) {
    return answer.detail.map((one) => `${one.loc.at(-1)}: ${one.msg}`).join("; ");
  }
  return answer.detail ?? answer.error ?? `The server refused the request (${response.status}).`;
}

/** A time of the store as people here tell it. */
export function local(made, seconds = false) {
  const pad = (number) => String(number).padStart(2, "0");
  const time = new Date(made);
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(pad).join("-");
  const parts = [time.getHours(), time.getMinutes(), ...(seconds ? [time.getSeconds()] : [])];
  return `${day} ${parts.map(pad).join(":")}`;
}

/** Say something at the top of the page. */
export function say(text, kind = "good") {
  message.textContent = text;
  message.className = `notice ${kind}`;
  message.hidden = false;
  message.scrollIntoView({ block: "nearest" });
}

/** Say something on the page that comes next. */
export function keep(text) {
  passing.setItem(KEPT, text);
}

/** What a form holds, as an object. */
export function content(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled) continue;
    if (field.dataset.type === "list") {
      body[field.name] ??= [];
      if (field.checked) body[field.name].push(field.value);
    } else if (field.dataset.type === "flag") {
      body[field.name] = field.checked;
    } else if (field.type !== "radio" || field.checked) {
      body[field.name] = field.dataset.type === "number" ? Number(field.value) : field.value;
    }
  }
  return body;
}

async function change(element, body) {
  const { confirm: question, post: path, more, then } = element.dataset;
  if (question && !window.confirm(question)) return;
  try {
    const answer = await post(path, { ...body, ...JSON.parse(more ?? "{}") });
    if (then) {
      element.dispatchEvent(new CustomEvent(then, { detail: answer, bubbles: true }));
    } else {
      keep(answer.message);
      location.reload();
    }
  } catch (error) {
    say(error.message, "bad");
  }
}

/** Send the file of a form as it is; what else the form says goes into the address. */
async function upload(form) {
  const { upload: path, most, wait } = form.dataset;
  const [file] = form.elements.file.files;
  if (file.size > Number(most)) {
    return say(`The file has ${Math.ceil(file.size / 1e6)} MB; the limit is ${most / 1e6} MB.`, "bad");
  }
  const button = form.querySelector("button");
  button.disabled = true;
  if (wait) say(wait);
  try {
    const { file: _, ...fields } = content(form);
    const query = new URLSearchParams({ name: file.name, ...fields });
    const answer = await sent(`${path}?${query}`, file, "application/octet-stream");
    keep(answer.message);
    location.reload();
  } catch (error) {
    say(error.message, "bad");
    button.disabled = false;
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-upload]")) {
    event.preventDefault();
    upload(event.target);
    return;
  }
  if (!event.target.matches("form[data-post]")) return;
  event.preventDefault();
  const empty = [...event.target.querySelectorAll("fieldset")].find(
    (group) =>
      group.querySelector("[data-type=list]") && !group.querySelector("[data-type=list]:checked"),
  );
  if (empty) {
    say(`${empty.querySelector("legend").textContent}: choose at least one.`, "bad");
  } else {
    change(event.target, content(event.target));
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-post]");
  if (button) change(button, {});
});

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = local(time.dateTime, "seconds" in time.dataset);
}

const kept = passing.getItem(KEPT);
if (kept) {
  passing.removeItem(KEPT);
  say(kept);
}
