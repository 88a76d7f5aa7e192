// What a page needs to be opened again without network: put aside here, used by worker.js.
// Browsers allow it on HTTPS addresses, and on this machine.

const CACHE = "proform";

/** Put this page aside, with the scripts and styles that it uses. */
export async function putAside(path) {
  if (!("serviceWorker" in navigator) || !("caches" in self)) return;
  try {
    await navigator.serviceWorker.register("/worker.js");
    const cache = await caches.open(CACHE);
    const page = await fetch(location.pathname);
    if (page.ok && !page.redirected) await cache.put(`${path}/`, page);
    const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    await cache.addAll([...new Set(used.filter((one) => one.startsWith("/static/")))]);
  } catch {
    // No network at this moment, no room, or not allowed: the page works all the same.
  }
}

/** Forget it all: whoever comes next may be somebody else. */
export async function forget() {
  if ("caches" in self) await caches.delete(CACHE).catch(() => {});
}
