"use strict";
// Before anything is shown: that scripts run, and the look that the reader chose.
document.documentElement.classList.add("js");
try {
  const look = localStorage.getItem("rulepress-look");
  if (look) document.documentElement.dataset.theme = look;
} catch { /* A browser may keep nothing. */ }
