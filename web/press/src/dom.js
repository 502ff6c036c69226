// Small helps for elements. Words of others only ever become text.

export const by = id => document.getElementById(id);

/// An element with attributes, listeners (`onclick`) and children.
export function make(tag, set = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(set)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

/// Asks for a word or for yes; resolves to the word, to true, or to null.
export function ask({ title, words = "", value, label, yes, danger = false }) {
  const dialog = by("ask");
  by("ask-title").textContent = title;
  by("ask-words").textContent = words;
  by("ask-words").hidden = !words;
  by("ask-field").hidden = value === undefined;
  by("ask-label").textContent = label ?? "";
  const input = by("ask-value");
  input.value = value ?? "";
  input.required = value !== undefined;
  const button = by("ask-yes");
  button.textContent = yes;
  button.classList.toggle("danger", danger);
  dialog.returnValue = "";
  dialog.showModal();
  if (value !== undefined) {
    input.focus();
    const dot = value.lastIndexOf(".");
    input.setSelectionRange(0, dot > 0 ? dot : value.length);
  }
  return new Promise(done => {
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "yes") return done(null);
      done(value === undefined ? true : input.value.trim() || null);
    }, { once: true });
  });
}
