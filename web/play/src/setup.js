// Before a game: what is played, who sits where, and the seed.
// In: the book and an engine for it. Out: `onbegin(how)` with what `begin` takes.

import { by, make } from "../../press/src/dom.js";
import { positionOf, textAt } from "./book.js";
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

  function listGames(wholeGames) {
    const games = wholeGames.length ? wholeGames : [{ play: "", title: "" }];
    what.replaceChildren(
      make("optgroup", { label: "A whole game" }, ...games.map(({ play, address, title }) => make("option", { value: `p${play}`, text: title ? `${title}${address ? ` (${address})` : ""}` : "The whole game" }))),
      book.examples.length ? make("optgroup", { label: "From the position of an example" }, ...book.examples.map(({ file, title }) => make("option", { value: `e${file}`, text: title }))) : "");
  }

  /// Asks for as little as can be: everybody is a person, so that the rules stop at their first question.
  async function probe(count) {
    const mine = ++turn;
    by("begin").disabled = true;
    by("setup-status").textContent = known ? "Looking at it…" : by("setup-status").textContent;
    const reply = await engine.ask({ begin: { ...chosen(), ...count ? { players: count } : {}, seed: 1, others: "person", nobody: "person" } });
    if (mine !== turn) return;
    if (!reply.game) {
      by("setup-status").textContent = "";
      onfailed(reply.error ?? "This cannot be played.");
      return;
    }
    if (!known) listGames(reply.game.wholeGames ?? []);
    known = reply.game;
    drawSeats();
    by("setup-status").textContent = "";
    by("begin").disabled = false;
  }

  function drawSeats() {
    const { fewest, most } = known;
    by("players-field").hidden = !(most > fewest) || what.value.startsWith("e");
    players.replaceChildren(...Array.from({ length: Math.max(0, most - fewest + 1) }, (_, nth) => make("option", { value: fewest + nth, text: fewest + nth, selected: fewest + nth === known.players.length })));
    const you = known.players.includes(book.you) ? book.you : known.players[0];
    by("seats").hidden = false;
    by("seat-rows").replaceChildren(...known.players.map((player, nth) => make("label", { class: "seat" }, make("span", { text: player }),
      make("select", { "data-player": player, id: `seat-${nth}` }, ...Object.entries(SEATS).map(([value, text]) => make("option", { value, text, selected: value === (player === you ? "person" : "plan") }))))));
  }

  what.onchange = () => probe();
  players.onchange = () => probe(Number(players.value));
  by("setup-form").onsubmit = event => {
    event.preventDefault();
    const seats = Object.fromEntries([...by("seat-rows").querySelectorAll("select")].map(select => [select.dataset.player, select.value]));
    onbegin({
      ...chosen(), seed: Number(by("seed").value), seats, others: "plan", nobody: "person",
      ...by("players-field").hidden ? {} : { players: Number(players.value) },
    });
  };

  what.replaceChildren(make("option", { value: "p", text: "The whole game" }));
  await probe();
  if (wanted.example) {
    const file = book.examples.find(({ file: path }) => path.endsWith(`/${wanted.example}.toml`))?.file;
    if (file) { what.value = `e${file}`; await probe(); }
  } else if (wanted.play && known) {
    if (![...what.options].some(option => option.value === `p${wanted.play}`)) what.firstElementChild.append(make("option", { value: `p${wanted.play}`, text: wanted.play }));
    what.value = `p${wanted.play}`;
    await probe();
  }
}
