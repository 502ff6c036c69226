// Before a game: what is played, who sits where, and the seed.
// In: the book and an engine for it. Out: `onbegin(how)` with what `begin` takes.

import { by, make } from "../../press/src/dom.js";
import { positionOf, textAt } from "./book.js";
import { beginAtTable, drawWays } from "./companion.js";
import { SEATS } from "./words.js";

const LARGEST_SEED = 99999;
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % LARGEST_SEED + 1;

/// Asks the rules who plays; resolves when the form is filled.
export async function fillSetup({ engine, book, files, wanted = {}, onbegin, onfailed }) {
  const what = by("what");
  const players = by("players");
  let known = null; // what the rules say of the game that is chosen
  let turn = 0;

  by("setup-title").textContent = book.title;
  by("setup-about").textContent = book.about;
  by("setup-about").hidden = !book.about;
  by("seed").value = wanted.seed ?? anySeed();
  by("begin").disabled = true;
  by("seats").hidden = true;
  by("players-field").hidden = true;
  by("new-seed").onclick = () => { by("seed").value = anySeed(); };

  /// What `begin` is told of the choice.
  function chosen() {
    const [kind, name] = [what.value.slice(0, 1), what.value.slice(1)];
    if (kind === "e") return { scenario: positionOf(textAt(files, name)) };
    return kind === "p" && name ? { play: name } : {};
  }

  /// Lists what can be played, with what is chosen now.
  function listGames(wholeGames) {
    const value = what.value;
    const games = wholeGames.map(({ play, address, title }) => make("option", { value: `p${play}`, text: `${title}${address ? ` (${address})` : ""}` }));
    const named = value.startsWith("p") && value.length > 1 && !games.some(option => option.value === value);
    if (named) games.push(make("option", { value, text: value.slice(1) }));
    const examples = book.examples.map(({ file, title }) => make("option", { value: `e${file}`, text: title }));
    what.replaceChildren(
      ...games.length ? [make("optgroup", { label: "A whole game" }, ...games)] : [],
      ...examples.length ? [make("optgroup", { label: "From the position of an example" }, ...examples)] : []);
    what.value = value === "p" ? games[0]?.value ?? "" : value;
  }

  /// Asks for as little as can be: everybody is a person, so that the rules stop at their first question. Gives why it cannot be
  /// played, or null.
  async function probe(count) {
    const mine = ++turn;
    by("begin").disabled = true;
    by("setup-status").textContent = known ? "Looking at it…" : by("setup-status").textContent;
    const reply = await engine.ask({ begin: { ...chosen(), ...count ? { players: count } : {}, seed: 1, others: "person", nobody: "person" } });
    if (mine !== turn) return null;
    if (!reply.game) {
      by("setup-status").textContent = "";
      return reply.error ?? "This cannot be played.";
    }
    if (!known) {
      listGames(reply.game.wholeGames ?? []);
      drawWays(reply.game);
    }
    known = reply.game;
    drawSeats();
    by("setup-status").textContent = "";
    by("begin").disabled = false;
    return null;
  }

  async function probeOrTell(count) {
    const error = await probe(count);
    if (error) onfailed(error);
  }

  function drawSeats() {
    const { fewest, most } = known;
    by("players-field").hidden = !(most > fewest) || what.value.startsWith("e");
    players.replaceChildren(...Array.from({ length: Math.max(0, most - fewest + 1) }, (_, nth) => make("option", { value: fewest + nth, text: fewest + nth, selected: fewest + nth === known.players.length })));
    const you = known.person ?? known.players[0];
    by("seats").hidden = false;
    by("seat-rows").replaceChildren(...known.players.map((player, nth) => make("label", { class: "seat" }, make("span", { text: player }),
      make("select", { "data-player": player, id: `seat-${nth}` }, ...Object.entries(SEATS).map(([value, text]) => make("option", { value, text, selected: value === (player === you ? "person" : "plan") }))))));
  }

  what.onchange = () => probeOrTell();
  players.onchange = () => probeOrTell(Number(players.value));
  by("setup-form").onsubmit = event => {
    event.preventDefault();
    const seats = Object.fromEntries([...by("seat-rows").querySelectorAll("select")].map(select => [select.dataset.player, select.value]));
    onbegin(beginAtTable(known, Number(by("seed").value)) ?? {
      ...chosen(), seed: Number(by("seed").value), seats, others: "plan", nobody: "person",
      ...by("players-field").hidden ? {} : { players: Number(players.value) },
    });
  };

  const example = book.examples.find(({ file }) => file.endsWith(`/${wanted.example}.toml`));
  const first = example ? `e${example.file}` : `p${wanted.play ?? ""}`;
  const choose = value => { what.replaceChildren(make("option", { value, text: "The whole game", selected: true })); };
  choose(first);
  const error = await probe();
  // A book need not have a whole game: then one of its examples is played.
  if (error && first === "p" && book.examples.length) choose(`e${book.examples[0].file}`);
  else if (error) { onfailed(error); return; }
  if (error) await probeOrTell();
}
