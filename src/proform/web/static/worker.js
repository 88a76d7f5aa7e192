// Pages without network: what a page of ours put aside is shown when the server cannot be reached.

const EXAMPLE = /^\/(work|gaps)\/\d+$/;

// Saves go straight to the server: one that is sent as the page is left is lost on the way through.
self.addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" });
});
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const [, batch] = (request.mode === "navigate" && EXAMPLE.exec(pathname)) || [];
  if (batch) event.respondWith(reached(request, `/${batch}/`));
  else if (pathname.startsWith("/static/")) event.respondWith(reached(request, pathname));
});

async function reached(request, name) {
  const aside = () => caches.match(name);
  try {
    const reply = await fetch(request);
    return reply.status >= 500 ? ((await aside()) ?? reply) : reply;
  } catch {
    return (await aside()) ?? Response.error();
  }
}
