// The question: who is asked, the rule that asks, and a button for each answer.
// In: the game as it is. Out: `onanswer(option)`, `onrule(rule)`, `onaim(nth or null)`.

import { by, make } from "../../press/src/dom.js";
import { askedWords, questionWords } from "./words.js";

/// More answers than MANY can be searched; more than FEW stand side by side, if none has more than SHORT letters.
const [FEW, MANY, SHORT] = [4, 9, 22];

export function openQuestion({ onanswer, onrule, onaim }) {
  const list = by("options");
  const search = by("option-search");
  let options = [];
  let labels = []; // what the answers are called
  let closed = true;

  const buttons = () => [...list.querySelectorAll("button.option")].filter(button => !button.hidden);

  function draw(now) {
    const { question } = now;
    closed = !question;
    by("asked").hidden = !question;
    if (!question) { list.replaceChildren(); return; }
    options = question.options;
    labels = options.map((option, nth) => question.labels?.[nth] ?? option);
    by("asks").textContent = question.asker ?? askedWords(question.by);
    by("question-text").textContent = questionWords(question);
    by("question-about").textContent = question.about ? `About ${question.about}` : "";
    by("question-about").hidden = !question.about || Boolean(question.asks) || question.text.includes(question.about);
    const rule = by("question-rule");
    rule.hidden = !question.rule;
    if (question.rule) {
      rule.replaceChildren(make("b", { text: question.rule.address }), question.rule.title ? ` ${question.rule.title}` : "");
      rule.onclick = () => onrule(question.rule, question);
    }
    search.value = "";
    by("search-row").hidden = options.length <= MANY;
    list.replaceChildren(...options.map((option, nth) => make("li", {}, optionButton(option, nth))));
    const numbers = options.length > FEW && options.every(option => /^\d+$/.test(option));
    list.classList.toggle("numbers", numbers);
    search.inputMode = numbers ? "numeric" : "search";
    list.classList.toggle("short", options.length > FEW && !numbers && labels.every(label => label.length <= SHORT));
    number();
    list.scrollTop = 0;
  }

  function optionButton(option, nth) {
    const button = make("button", { type: "button", class: "option", "data-option": option }, make("kbd", { "aria-hidden": "true" }), make("span", { class: "says", text: labels[nth] }));
    button.onclick = () => choose(nth);
    button.addEventListener("focus", () => onaim(nth));
    button.addEventListener("blur", () => onaim(null));
    button.addEventListener("mouseenter", () => onaim(nth));
    button.addEventListener("mouseleave", () => onaim(null));
    return button;
  }

  function choose(nth) {
    if (closed) return;
    closed = true;
    onanswer(options[nth]);
  }

  /// The first nine that are shown have a digit as their key.
  function number() {
    const shown = buttons();
    for (const button of list.querySelectorAll("button.option")) {
      const nth = shown.indexOf(button);
      const key = button.querySelector("kbd");
      key.textContent = nth >= 0 && nth < 9 ? nth + 1 : "";
      if (nth >= 0 && nth < 9) button.setAttribute("aria-keyshortcuts", nth + 1);
      else button.removeAttribute("aria-keyshortcuts");
    }
    by("option-count").textContent = search.value ? `${shown.length} of ${options.length}` : `${options.length} answers`;
  }

  search.oninput = () => {
    const wanted = search.value.trim().toLowerCase();
    list.querySelectorAll("button.option").forEach((button, nth) => {
      button.hidden = !labels[nth].toLowerCase().includes(wanted);
      button.parentElement.hidden = button.hidden;
    });
    number();
  };
  search.onkeydown = event => {
    const exact = buttons().find(button => button.querySelector(".says").textContent === search.value.trim());
    if (event.key === "Enter" && (exact || buttons().length === 1)) { event.preventDefault(); (exact ?? buttons()[0]).click(); }
    if (event.key === "ArrowDown") { event.preventDefault(); buttons()[0]?.focus(); }
    if (event.key === "Escape" && search.value) { event.stopPropagation(); search.value = ""; search.oninput(); }
  };

  list.onkeydown = event => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const shown = buttons();
    const at = shown.indexOf(document.activeElement);
    if (at < 0 || (!step && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const to = event.key === "Home" ? 0 : event.key === "End" ? shown.length - 1 : at + step;
    shown[(to + shown.length) % shown.length].focus();
  };

  return {
    draw, choose,
    /// Chooses the answer with this digit.
    digit: nth => buttons()[nth - 1]?.click(),
    focusFirst: () => buttons()[0]?.focus({ preventScroll: true }),
    focusSearch: () => { if (!by("search-row").hidden) search.focus(); },
    /// When the program refused, the same question is open again.
    open: () => { closed = false; },
  };
}
