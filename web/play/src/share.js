// A game as a link, as a file that is a scenario, and as a question about a rule.

import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { positionOf } from "./book.js";
import { questionWords } from "./words.js";

/// The longest link that is read: nobody has played more.
const LONGEST = 200_000;

/// What follows `#game=`: the book, how the game began, and its answers.
export function packed({ book, begin, answers }) {
  const bytes = deflateSync(strToU8(JSON.stringify({ v: 1, book, begin, answers })), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/// The game of a link, or null for one that is none. Nothing of it is trusted: the program checks the rest.
export function unpacked(text) {
  try {
    if (text.length > LONGEST) return null;
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = inflateSync(Uint8Array.from(binary, letter => letter.charCodeAt(0)), { out: new Uint8Array(4_000_000) });
    const { v, book, begin, answers } = JSON.parse(strFromU8(bytes));
    const pairs = Array.isArray(answers) && answers.every(pair => Array.isArray(pair) && pair.length === 2 && pair.every(part => typeof part === "string"));
    if (v !== 1 || typeof book !== "string" || typeof begin !== "object" || begin === null || !pairs) return null;
    const { play, scenario, seed, players, seats, others, nobody, companion } = begin;
    return { book, begin: Object.fromEntries(Object.entries({ play, scenario, seed, players, seats, others, nobody, companion }).filter(([, value]) => value !== undefined)), answers };
  } catch {
    return null;
  }
}

export const linkOf = kept => `${new URL("./", location.href).href}#game=${packed(kept)}`;

/// A scenario names neither its book nor who sat where; two lines before it do, for this page.
const HEAD = "# A game of the book ";
const SEATS = "# Seats: ";
export function fileOf({ book, begin }, toml) {
  const { seats, others, nobody } = begin;
  return `${HEAD}${book}, played with rulepress\n${SEATS}${JSON.stringify({ seats, others, nobody })}\n${toml}`;
}

/// What a file says: {book, begin, answers}. The answers of a file of ours can be taken back one by one; those of another scenario
/// belong to its position.
export function readFile(toml) {
  const [head, second] = toml.split("\n");
  const ours = head.startsWith(HEAD) && second?.startsWith(SEATS);
  const answers = ours ? answersIn(toml) : null;
  return {
    book: ours ? head.slice(HEAD.length).split(",")[0] : null,
    begin: { ...ours ? seatsIn(second) : {}, scenario: answers ? positionOf(toml) : toml },
    answers: answers ?? [],
  };
}

function seatsIn(line) {
  try {
    const { seats, others, nobody } = JSON.parse(line.slice(SEATS.length));
    return Object.fromEntries(Object.entries({ seats, others, nobody }).filter(([, value]) => value !== undefined));
  } catch {
    return {};
  }
}

/// The pairs of `[answers]` as they are saved, a line each; null where they are written in another way.
function answersIn(toml) {
  const lines = toml.split("\n");
  const from = lines.findIndex(line => line.trim() === "[answers]");
  if (from < 0) return [];
  const pairs = [];
  for (const line of lines.slice(from + 1)) {
    if (/^\s*\[/.test(line)) break;
    if (!line.trim()) continue;
    const pair = /^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")$/.exec(line);
    if (!pair) return null;
    try { pairs.push([JSON.parse(pair[1]), JSON.parse(pair[2])]); } catch { return null; }
  }
  return pairs;
}

/// Saves a text as a file.
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/// Words that a person can send to somebody who knows the rules.
export function questionAbout(rule, { now, link, step }) {
  const at = [now.game.title, step && `step ${step}`, now.question && `the question “${questionWords(now.question)}”`].filter(Boolean).join(", ");
  return [
    `About rule ${rule.address}${rule.title ? `, ${rule.title}` : ""}, of ${rule.book || now.game.book}:`,
    "", rule.text?.trim(), "", "What I do not understand: ", "", `The position: ${at}, seed ${now.game.seed}. It opens here:`, link, "",
  ].filter(line => line !== undefined && line !== null).join("\n");
}
