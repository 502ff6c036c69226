// What the build knows: names of files, which change with what is in them, and the books. In the web edition of a book
// (src/cli/player.rs) a file beside the page, `here.json`, names that one book instead.

export const { module, size, worker, service, version, fonts } = __PLAY__;
export let { books, edition } = __PLAY__;

/// The browser's store for this page, which the service worker uses too.
export const openStore = () => caches.open(`rulepress ${new URL("./", location.href).href} ${version}`);

/// Reads which book is here: from the host, or without a network as it was. A page that is in no web edition stays so until its next
/// version.
export async function readHere() {
  const name = new URL("here.json", location.href).href;
  let here = await openStore().then(store => store.match(name)).then(response => response?.json()).catch(() => undefined);
  if (here === null) return;
  try {
    const response = await fetch(`${name}?${Date.now()}`, { cache: "no-store" });
    if (response.ok) {
      here = await response.clone().json();
      await keepHere(name, response, here?.file);
    }
  } catch { /* without a network it is what it was */ }
  if (here) [books, edition] = [[here], "../index.html"];
}

async function keepHere(name, response, file) {
  try {
    const store = await openStore();
    await store.put(name, response);
    const zip = file && new URL(file, location.href).href;
    if (zip && !await store.match(zip)) await store.add(zip);
  } catch { /* it plays, but not without a network */ }
}
