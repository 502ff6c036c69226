// What this browser keeps of games: the one of each book that was played last, whole after every answer.

const place = new URL("./", location.href).pathname;
const key = folder => `rulepress play ${place} ${folder}`;
const LAST = key("last");

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

/// Whether it could be kept.
export function keepGame(kept) {
  try {
    localStorage.setItem(key(kept.book), JSON.stringify({ ...kept, time: Date.now() }));
    localStorage.setItem(LAST, JSON.stringify(kept.book));
    return true;
  } catch {
    return false;
  }
}

export const keptGame = folder => read(key(folder));
export const lastBook = () => read(LAST);

/// The game of a book that was played before the one that is kept.
export const gameBefore = folder => read(key(`${folder} before`));

/// A new game of a book begins: the one that is kept steps back, if anything was answered in it.
export function setAside(folder) {
  const kept = read(key(folder));
  if (!kept?.answers?.length) return;
  try { localStorage.setItem(key(`${folder} before`), JSON.stringify(kept)); } catch { /* there is no room for two */ }
}

/// The person left the game: the page opens with the choice of games next time.
export function leave() {
  try { localStorage.removeItem(LAST); } catch { /* nothing is kept there */ }
}

/// Small wishes of the person: the pace, the size of the table.
export const wish = (name, otherwise) => read(key(`wish ${name}`)) ?? otherwise;
export function keepWish(name, value) {
  try { localStorage.setItem(key(`wish ${name}`), JSON.stringify(value)); } catch { /* it holds until the page is closed */ }
}
