// Batches of PROTEST: one is made and saved, one that came back is merged.

import { keep, replied, say, sent, tooLarge } from "./research.js";

const NAMED = /filename="([^"]*)"/;

document.querySelector("#give-out")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const reply = await replied("/api/research/batch", event.target.elements.batch.value, "application/json");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await reply.blob());
    link.download = NAMED.exec(reply.headers.get("content-disposition"))[1];
    link.click();
    say(`${link.download} was made.`);
  } catch (error) {
    say(error.message, "bad");
  }
});

document.querySelector("#merge").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file, withdrawn } = event.target.elements;
  const [batch] = file.files;
  if (tooLarge(batch, event.target.dataset.most)) return;
  try {
    const query = new URLSearchParams({ name: batch.name, withdrawn: withdrawn.value });
    const answer = await sent(`/api/research/batches?${query}`, batch, "application/vnd.sqlite3");
    keep(answer.message);
    location.reload();
  } catch (error) {
    say(error.message, "bad");
  }
});
