// What the page says in more than one place.

export const SEATS = { person: "A person here", plan: "The printed plan", chance: "Chance" };

/// A sentence of a step as plain words.
export const sentence = said => (said.parts ?? []).map(part => part.text).join("");
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
export const hasCard = card => card?.name !== null && card?.name !== undefined;

/// Equal cards in a row are told once: "Bot, 3 times".
export function cardWords(zone) {
  const counts = new Map();
  let hidden = 0;
  for (const card of zone.cards ?? []) {
    if (hasCard(card)) counts.set(card.name, (counts.get(card.name) ?? 0) + 1);
    else hidden += 1;
  }
  if (!counts.size && !hidden && zone.count) hidden = zone.count;
  const words = [...counts].map(([name, times]) => times === 1 ? name : `${name} (${times})`);
  if (hidden) words.push(count(hidden, "face-down card"));
  return words.join(", ") || "empty";
}

export const rulesWords = rule => `Rule ${rule.address}${rule.title ? `, ${rule.title}` : ""}`;

const ENDS = {
  over: "The game is over", finished: "This part of the game is played", gap: "The book does not say how it goes on",
  stuck: "Nothing more can happen", limit: "The game went on for too long", fault: "A rule of this book failed",
};
export const endTitle = end => ENDS[end.kind] ?? "The game is over";

export function answeredWords({ question, answer, by, from }) {
  const who = by ? `${by} answered` : "The answer is";
  const how = { policy: "by the printed plan", chance: "by chance", scenario: "as the scenario says" }[from] ?? "";
  return `${who} “${answer}” to “${question}”${how ? `, ${how}` : ""}`;
}
