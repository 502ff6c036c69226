// Asks the program that plays. The worker that holds it is replaced when it hangs, breaks or has no memory left; the new one
// plays the game again from its answers, so that nothing is lost.

import * as BUILT from "./built.js";

/// Seconds that a book may take to open, and a request to be answered.
const PATIENCE = { open: 60, request: 15 };
const FONTS = () => Object.fromEntries(Object.entries(BUILT.fonts).map(([name, file]) => [name, new URL(file, location.href).href]));

class Broken extends Error {}

/// All entries after a reply: those that it keeps, and its own. What a new worker tells again is what was there.
function joined(before, { keep = 0, entries = [], redrawn = [] }) {
  const all = before.slice(0, keep);
  for (const { entry, svg } of redrawn) if (all[entry]) all[entry].svg = svg;
  let same = true;
  for (const entry of entries) {
    const old = before[all.length];
    same &&= old !== undefined && JSON.stringify(old) === JSON.stringify(entry);
    all.push(same ? old : entry);
  }
  return all;
}

/// Where the rules of a book are played: `ask(request)` gives the reply, with all entries. `program` is the promise of the compiled module, `files` are
/// those of the book.
export function openEngine({ program, folder, files }) {
  let worker = null;
  let opening = null;
  let game = null; // how the game began, with the answers so far
  let entries = []; // all that happened; those that stay the same stay the same objects
  let last = Promise.resolve();

  /// Sends one message and waits for the one that comes back.
  function exchange(to, message, seconds) {
    return new Promise((good, bad) => {
      const timer = setTimeout(() => bad(new Broken(`it took more than ${seconds} seconds`)), seconds * 1000);
      const settle = (how, what) => { clearTimeout(timer); how(what); };
      to.onmessage = ({ data }) => data.failed === undefined ? settle(good, data) : settle(bad, new Broken(data.failed));
      to.onerror = event => { event.preventDefault?.(); settle(bad, new Broken(event.message || "the worker ended")); };
      to.onmessageerror = () => settle(bad, new Broken("the worker cannot take the book"));
      to.postMessage(message);
    });
  }
  function drop() {
    worker?.terminate();
    worker = null;
    opening = null;
  }

  function open() {
    opening ??= (async () => {
      const module = await program();
      worker = new Worker(BUILT.worker);
      await exchange(worker, { open: { module, args: ["play", folder, "--lines"], files, fonts: FONTS() } }, PATIENCE.open);
    })();
    return opening;
  }

  /// A table on a narrow screen is drawn narrow, so that its words stay large.
  const fitted = request => request.begin ? { begin: { ...request.begin, width: innerWidth < 600 ? Math.max(240, innerWidth * 0.68) : 460 } } : request;

  async function send(request) {
    await open();
    const { line } = await exchange(worker, { line: JSON.stringify(fitted(request)) }, PATIENCE.request);
    try {
      return JSON.parse(line);
    } catch {
      throw new Broken("the program said nothing that can be read");
    }
  }

  function remember(request, reply) {
    if (!reply.game) return reply;
    if (request.begin) game = { ...request.begin };
    if (game) game.answers = reply.answers;
    if (game && "look" in request) game.looker = request.look;
    entries = joined(entries, reply);
    return { ...reply, entries };
  }

  /// The game as it was, in a new worker.
  async function again() {
    drop();
    if (!game) return null;
    const { looker, ...begin } = game;
    const reply = remember({}, await send({ begin }));
    return looker === undefined ? reply : remember({}, await send({ look: looker }));
  }

  async function asked(request) {
    try {
      return remember(request, await send(request));
    } catch (error) {
      if (!(error instanceof Broken)) { drop(); throw error; }
    }
    // Once more in a new worker. What breaks it again is not done, and the game is as it was.
    try {
      await again();
      return { ...remember(request, await send(request)), replaced: true };
    } catch (error) {
      if (!(error instanceof Broken)) { drop(); throw error; }
      const before = await again().catch(() => { drop(); return null; });
      return { ...before, error: `The rules could not go on: ${error.message}. The game is as it was before.`, replaced: true };
    }
  }

  return {
    /// One request after the other; the reply is {error} if it could not be done.
    ask(request) {
      last = last.catch(() => {}).then(() => asked(request));
      return last;
    },
    close: drop,
  };
}
