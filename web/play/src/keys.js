// Keys for the game, where nobody writes.

const writes = target => /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;

/// `keys` are letters and what they do; `digit(nth)` gives an answer, `first()` goes to the first one.
export function listenToKeys({ playing, digit, first, search, keys }) {
  addEventListener("keydown", event => {
    if (!playing() || writes(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (/^[1-9]$/.test(event.key)) { event.preventDefault(); digit(Number(event.key)); return; }
    if (event.key === "/") { event.preventDefault(); search(); return; }
    // Regions that scroll keep their arrows.
    if (event.key === "ArrowDown" && !["mat", "log", "words"].includes(event.target.id)) { event.preventDefault(); first(); return; }
    const act = keys[event.key.toLowerCase()];
    if (act) { event.preventDefault(); act(); }
  });
}
