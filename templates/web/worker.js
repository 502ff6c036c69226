// Keeps the files of the folder, so that the book can be read without a network. VERSION and FILES stand above.
const PREFIX = `rulepress ${self.registration.scope} `;
const NAME = PREFIX + VERSION;

self.addEventListener("install", event => {
  const fresh = FILES.map(file => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then(kept => kept.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const old = names => names.filter(name => name.startsWith(PREFIX) && name !== NAME);
  event.waitUntil(caches.keys().then(names => Promise.all(old(names).map(name => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const folder = new URL(self.registration.scope).pathname;
  const wanted = new URL(request.url).pathname === folder ? "index.html" : request;
  event.respondWith(caches.open(NAME).then(kept => kept.match(wanted, { ignoreSearch: true })).then(found => found ?? fetch(request)));
});
