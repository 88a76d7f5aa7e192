// The overview: sends what earlier pages could not, and then counts anew.

import { Queue } from "./queue.js";
import { Server } from "./server.js";
import { showState } from "./status.js";
import { Tabs } from "./tabs.js";

const server = new Server();
const tabs = new Tabs(server.owner, () => (stale = true));
const queue = new Queue(server, tabs, { told, saved });
let stale = false;

function told() {
  showState(document.getElementById("saving"), queue.state, queue.size, queue.kept);
  if (stale && queue.size === 0) location.reload();
}

function saved(key) {
  stale = true;
  tabs.tell(key);
}

document.addEventListener("visibilitychange", told);
await queue.adopt();
told();
