// What opens above the game: a rule, why something was chosen, the answers with their branches, saving and sharing, the curtain.

import { by, make } from "../../press/src/dom.js";
import { edition } from "./built.js";
import { fileOf, linkOf, questionAbout, saveText } from "./share.js";
import { questionWords, sentence } from "./words.js";

/// A click beside a dialog closes it, as everywhere.
for (const dialog of document.querySelectorAll("dialog:not(#curtain)")) {
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
}

const paragraphs = text => (text ?? "").split(/\n+/).map(words => words.trim()).filter(Boolean).map(words => make("p", { text: words }));

/// The steps and lettered items of a rule, each with its number.
function itemsOf({ items }) {
  if (!items?.length) return [];
  const item = ({ address, text }) => make("li", {}, make("b", { text: address }), ` ${text.trim()}`);
  return [make("ul", { class: "items" }, ...items.map(item))];
}

/// A rule with its text. `step` is where it was cited, if it was in a step.
export function showRule(game, rule, step) {
  by("rule-address").textContent = [`Rule ${rule.address}`, rule.card && `card ${rule.card}`, rule.book].filter(Boolean).join(" · ");
  by("rule-title").textContent = rule.title || rule.card || `Rule ${rule.address}`;
  by("rule-text").replaceChildren(...paragraphs(rule.text), ...itemsOf(rule));
  const link = by("rule-link");
  link.hidden = !edition || Boolean(rule.book) || !rule.anchor;
  if (!link.hidden) link.href = `${edition}#${encodeURIComponent(rule.anchor)}`;
  by("rule-ask").onclick = () => { by("rule").close(); askAbout(game, rule, step); };
  if (!by("rule").open) by("rule").showModal();
}

function askAbout(game, rule, step) {
  by("asking-text").value = questionAbout(rule, { now: game.now, link: linkOf(game.kept()), step });
  by("asking-copied").textContent = "";
  by("copy-asking").onclick = () => copy(by("asking-text"), by("asking-copied"));
  by("asking").showModal();
  by("asking-text").setSelectionRange(0, 0);
  by("asking-text").scrollTop = 0;
}

async function copy(field, told) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    told.textContent = "Copied";
  } catch {
    told.textContent = "Copy it with your browser: it is selected.";
  }
}

/// The printed list by which something was chosen: what each line kept and dropped, and who was left out before.
export function showWhy(game, said) {
  const { why } = said;
  by("why-rule").textContent = why.list ? `Rule ${why.list.address}` : "";
  by("why-title").textContent = why.list?.title || "Why?";
  by("why-said").textContent = sentence(said);
  const out = why.excluded ?? [];
  by("why-out").replaceChildren(...out.length ? [
    make("h3", { text: "Left out before" }),
    make("ul", { class: "left-out" }, ...out.map(({ name, reason }) => make("li", {}, make("b", { text: name }), reason ? `: ${reason}` : ""))),
  ] : []);
  by("why-lines").replaceChildren(...(why.lines ?? []).map(line => make("li", {},
    make("p", {}, make("span", { class: "chip flat", text: line.address }), ` ${line.text.trim().replace(/[,;]$/, "")} `, line.most === undefined || line.most === null ? "" : make("span", { class: "soft", text: line.most ? "(the most)" : "(the least)" })),
    candidates("Kept", "kept", line.kept), candidates("Dropped", "dropped", line.dropped))));
  by("why-chosen").textContent = why.chosen ? `Chosen: ${why.chosen}` : "The list decides nothing.";
  by("why-book").hidden = !(why.list?.text || said.rule);
  by("why-book").onclick = () => { by("why").close(); showRule(game, why.list?.text ? why.list : said.rule); };
  by("why").showModal();
}

const candidates = (words, kind, those) => those?.length ? make("p", { class: kind }, make("b", { text: words }), " ",
  those.map(({ name, amount }) => amount === undefined || amount === null ? name : `${name} (${amount})`).join(", ")) : null;

// ---- the answers

export function showAnswers(game, { onmoved }) {
  const dialog = by("answers");
  const draw = () => {
    const { answers, ahead, branches, asked } = game.now;
    const all = [...answers, ...ahead];
    by("answers-none").hidden = all.length > 0;
    by("answer-list").replaceChildren(...all.map(([key, said], nth) => make("li", { class: nth < answers.length ? "" : "ahead" },
      make("div", { class: "answer-words" }, make("b", { class: "says", text: asked[nth]?.answer ?? said }), make("span", { class: "soft", text: questionWords({ asks: asked[nth]?.asks, text: key.replace(/ \(\d+\)$/, "") }) })),
      make("span", { class: "row" },
        make("button", { type: "button", text: "Go here", "aria-label": `Go here: before answer ${nth + 1}, ${said}`, onclick: () => move(() => game.goTo(nth)) }),
        make("button", { type: "button", text: "What if?", "aria-label": `What if? Answer ${nth + 1}, ${said}`, onclick: () => move(() => game.whatIf(nth)) })))));
    by("branches").hidden = !branches.length;
    by("branch-list").replaceChildren(...branches.map(branch => make("li", {},
      make("div", { class: "answer-words" }, make("b", { text: branch.name }), make("span", { class: "soft", text: `${branch.answers.length} answers` })),
      make("span", { class: "row" },
        make("button", { type: "button", text: "Open", "aria-label": `Open ${branch.name}`, onclick: () => move(() => game.openBranch(branch)) }),
        make("button", { type: "button", text: "Rename", "aria-label": `Rename ${branch.name}`, onclick: () => rename(branch) }),
        make("button", { type: "button", text: "Forget", "aria-label": `Forget ${branch.name}`, onclick: () => { game.forget(branch); draw(); } })))));
  };
  async function move(act) {
    dialog.close();
    await act();
    onmoved();
  }
  function rename(branch) {
    by("name").value = branch.name;
    by("naming").returnValue = "";
    by("naming").onclose = () => {
      const name = by("name").value.trim();
      if (by("naming").returnValue === "yes" && name) game.rename(branch, name);
      draw();
    };
    by("naming").showModal();
  }
  draw();
  if (!dialog.open) dialog.showModal();
  by("answer-list").scrollTop = by("answer-list").scrollHeight;
}

// ---- saving and sharing

export function showSharing(game, { onfailed }) {
  const link = by("link");
  link.value = linkOf(game.kept());
  by("copied").textContent = "";
  by("copy-link").onclick = () => copy(link, by("copied"));
  by("send-link").hidden = !navigator.share;
  by("send-link").onclick = () => navigator.share({ title: game.now.book.title, url: link.value }).catch(() => {});
  by("save-title").value ||= `${game.now.book.title}, seed ${game.now.game.seed}`;
  by("save-file").onclick = async () => {
    const title = by("save-title").value.trim() || game.now.book.title;
    const reply = await game.save(title);
    if (reply.saved === undefined) { by("sharing").close(); onfailed(reply.error ?? "The game could not be saved."); return; }
    const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "game";
    saveText(`${name}.toml`, fileOf(game.kept(), reply.saved));
    by("copied").textContent = `Saved as ${name}.toml`;
  };
  by("sharing").showModal();
  link.setSelectionRange(0, 0);
}

// ---- two persons at one device

/// Covers the table until `player` says that they hold the device.
export function cover(player) {
  by("curtain-title").textContent = `Pass the device to ${player}`;
  by("uncover").textContent = `I am ${player}`;
  const curtain = by("curtain");
  const close = () => { curtain.returnValue = ""; if (!curtain.open) curtain.showModal(); };
  close();
  // A key or a gesture that closes dialogs does not open the curtain.
  return new Promise(done => { curtain.onclose = () => curtain.returnValue === "yes" ? done() : close(); });
}
