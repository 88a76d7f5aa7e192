// A batch of PROTEST is made and saved.

import { replied, say } from "./research.js";

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
