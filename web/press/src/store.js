// The books that this browser keeps, in its own database. Nothing here knows how they look.
// A book is {id, name, folder, changed, handle, times}; its files lie beside it, one record each.

let opened = null;

function database() {
  opened ??= new Promise((good, bad) => {
    const request = indexedDB.open("rulepress", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("books", { keyPath: "id" });
      request.result.createObjectStore("files", { keyPath: ["book", "path"] });
    };
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
    request.onblocked = () => bad(new Error("another tab holds the books"));
  });
  return opened;
}

const whole = id => IDBKeyRange.bound([id], [id, []]);

/// Runs `work` in one transaction and waits until it is kept.
async function within(mode, work) {
  const transaction = (await database()).transaction(["books", "files"], mode);
  const result = work(transaction.objectStore("books"), transaction.objectStore("files"));
  if (mode === "readwrite") transaction.commit();
  return new Promise((good, bad) => {
    transaction.oncomplete = () => good(result?.result);
    transaction.onabort = () => bad(transaction.error ?? new Error("the browser did not keep it"));
    transaction.onerror = () => {};
  });
}

export const allBooks = async () => (await within("readonly", books => books.getAll())).sort((a, b) => b.changed - a.changed);
export const bookOf = id => within("readonly", books => books.get(id));
export const filesOf = async id => (await within("readonly", (_, files) => files.getAll(whole(id)))).map(({ path, bytes }) => [path, bytes]);

export const keepBook = book => within("readwrite", books => books.put(book));

/// Keeps the files that changed and forgets those that are gone, all or none.
export const keepFiles = (book, changed, gone) => within("readwrite", (books, files) => {
  for (const [path, bytes] of changed) files.put({ book: book.id, path, bytes });
  for (const path of gone) files.delete([book.id, path]);
  return books.put(book);
});

export const forget = id => within("readwrite", (books, files) => {
  forgetLastWords(id);
  files.delete(whole(id));
  return books.delete(id);
});

// The texts that are not in the database yet when a page goes: [[path, text]]. They are kept where nobody waits.
const lastOf = id => `rulepress last words ${id}`;
export function keepLastWords(id, texts) {
  try { localStorage.setItem(lastOf(id), JSON.stringify(texts)); } catch { /* there is no room; the database may still have them */ }
}
export function lastWords(id) {
  try { return JSON.parse(localStorage.getItem(lastOf(id)) ?? "[]"); } catch { return []; }
}
export function forgetLastWords(id) {
  try { localStorage.removeItem(lastOf(id)); } catch { /* nothing is kept there */ }
}
