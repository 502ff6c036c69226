"use strict";
(() => {
  const steps = [...document.querySelectorAll(".step")];
  if (steps.length === 0) return;
  const [first, back, jump, forward, last] = ["first", "back", "jump", "forward", "last"].map(id => document.getElementById(id));
  const end = document.querySelector(".end");
  // The page in whose frame it stands keeps its own address.
  const framed = document.body.classList.contains("frame");
  let now = 0;

  const show = (wanted, focus) => {
    now = Math.min(Math.max(wanted, 0), steps.length - 1);
    steps.forEach((step, index) => step.classList.toggle("now", index === now));
    if (end) end.classList.toggle("now", now === steps.length - 1);
    jump.value = String(now);
    first.disabled = back.disabled = now === 0;
    forward.disabled = last.disabled = now === steps.length - 1;
    if (!framed) history.replaceState(null, "", "#" + steps[now].id);
    if (focus) steps[now].focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };
  const named = () => steps.findIndex(step => "#" + step.id === location.hash);

  first.addEventListener("click", () => show(0));
  back.addEventListener("click", () => show(now - 1));
  forward.addEventListener("click", () => show(now + 1));
  last.addEventListener("click", () => show(steps.length - 1));
  jump.addEventListener("change", () => show(Number(jump.value)));
  window.addEventListener("hashchange", () => { if (named() >= 0) show(named()); });

  const keys = { ArrowRight: 1, ArrowDown: 0, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Home: -Infinity, End: Infinity };
  document.addEventListener("keydown", event => {
    const move = keys[event.key];
    const inside = event.target.closest("select, button, a");
    if (!move || event.ctrlKey || event.metaKey || event.altKey || (inside && (event.key === " " || inside === jump))) return;
    event.preventDefault();
    show(now + move, true);
  });

  let start = null;
  document.addEventListener("touchstart", event => {
    start = event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", event => {
    if (!start) return;
    const [right, down] = [event.changedTouches[0].clientX - start.x, event.changedTouches[0].clientY - start.y];
    start = null;
    if (Math.abs(right) > 48 && Math.abs(right) > 2 * Math.abs(down)) show(now + (right < 0 ? 1 : -1));
  }, { passive: true });

  document.body.classList.add("stepping");
  show(Math.max(named(), 0));
  window.addEventListener("load", () => window.scrollTo(0, 0));
})();
