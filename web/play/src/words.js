// What the page says in more than one place.

export const SEATS = { person: "A person here", plan: "The printed plan", chance: "Chance" };

/// A sentence of a step as plain words.
export const sentence = said => (said.parts ?? []).map(part => part.text).join("");
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/// Questions are the words of the rules: “attack target” is asked as “Attack target?”.
export const asQuestion = text => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[?.!]$/.test(text) ? "" : "?"}`;

/// A question as the book puts it to a person, or in the words of its rules.
export const questionWords = ({ asks, text }) => asks ?? asQuestion(text);

export const askedWords = player => player === "You" ? "You are asked" : player ? `${player} is asked` : "What nobody in particular decides";

/// Equal cards in a row are told once: "Bot, 3 times".
export function cardWords(zone) {
  const counts = new Map();
  let hidden = 0;
  for (const card of zone.cards ?? []) {
    if (card === null) hidden += 1;
    else counts.set(card, (counts.get(card) ?? 0) + 1);
  }
  const words = [...counts].map(([name, times]) => times === 1 ? name : `${name} (${times})`);
  if (hidden) words.push(count(hidden, "face-down card"));
  return words.join(", ") || "empty";
}

export const rulesWords = rule => `Rule ${rule.address}${rule.title ? `, ${rule.title}` : ""}`;

const ENDS = {
  over: "The game is over", finished: "This part of the game is played", gap: "The book does not say how it goes on",
  stuck: "Nothing more can happen", limit: "The game went on for too long", fault: "A rule of this book failed",
};
/// How the game ended, and what is said of it: [kind, words].
export const endWords = end => [ENDS[end.kind] ?? ENDS.over, end.words || ENDS[end.kind] || ENDS.over];

/// Who answered a question, and how; the question is left out where it names what is hidden.
export function answeredWords({ question, answer, asks, label, by, from }) {
  const who = by ? `${by} answered` : "Answered";
  const what = question === undefined ? "" : ` “${label ?? answer}” to “${questionWords({ asks, text: question })}”`;
  const how = { plan: ", by the printed plan", chance: ", by chance" }[from] ?? "";
  return `${who}${what}${how}`;
}
