// Keeps the whole page for use without a network. The build puts the names of all files and their version in here; every
// file but the first page and the licences has a name that changes with what is in it.

const { version, files } = self.__KEPT__;
const OWN = `rulepress ${self.registration.scope} `; // another page of this address may keep things too
const NAME = OWN + version;

const KEEPS_ITS_NAME = ["./", "licences.txt"]; // whatever is in them

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  for (const file of files) {
    const url = new URL(file, self.registration.scope).href;
    if (await cache.match(url)) continue;
    // What an earlier version already holds under a name that changes with the file is the same.
    const changes = !KEEPS_ITS_NAME.includes(file);
    const held = changes ? await caches.match(url) : undefined;
    const response = held ?? await fetch(new Request(url, { cache: changes ? "default" : "no-cache", credentials: "same-origin" }));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    await cache.put(url, response);
  }
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener("message", event => { if (event.data === "change") self.skipWaiting(); });

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const wanted = request.mode === "navigate" ? self.registration.scope : request.url;
  event.respondWith((async () => await (await caches.open(NAME)).match(wanted) ?? fetch(request))());
});
