"use strict";
// Enhances what reads without it: tells what a letter is, copies equations, opens what a link leads into.
(() => {
  const data = document.getElementById("letters");
  const letters = data ? JSON.parse(data.textContent) : {};
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.setAttribute("role", "status");
  document.body.append(tip);
  let shownFor = null;
  let pinned = false;

  function line(text, kind) {
    const p = document.createElement("p");
    p.textContent = text;
    if (kind) p.className = kind;
    return p;
  }
  function hide() {
    if (shownFor) shownFor.classList.remove("lit");
    shownFor = null;
    pinned = false;
    tip.replaceChildren();
  }
  function show(sign, pin) {
    const letter = letters[sign.getAttribute("data-q")];
    if (!letter) return;
    if (shownFor) shownFor.classList.remove("lit");
    shownFor = sign;
    pinned = pin;
    sign.classList.add("lit");
    const first = document.createElement("p");
    first.innerHTML = letter.sign; // MathML that the page's own writer made
    const name = document.createElement("code");
    name.textContent = sign.getAttribute("data-q");
    if (first.textContent !== name.textContent) first.append(" ", name);
    const unit = letter.unit ? `unit: ${letter.unit}` : "a pure number";
    tip.replaceChildren(first, line(letter.meaning), line(unit, "quiet"));
    if (letter.value) tip.append(line(letter.value, "value"));
    place(sign);
  }
  function place(sign) {
    const at = sign.getBoundingClientRect();
    const formula = sign.closest("math").getBoundingClientRect(); // the tip covers none of it
    tip.style.left = "0";
    tip.style.top = "0";
    const own = tip.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(at.left, wide - own.width - 8));
    const below = formula.bottom + own.height + 10 < window.innerHeight || formula.top < own.height + 10;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${(below ? formula.bottom + 6 : formula.top - own.height - 6) + window.scrollY}px`;
  }

  const signOf = (event) => (event.target.closest ? event.target.closest("math .q") : null);
  document.addEventListener("mouseover", (event) => {
    const sign = signOf(event);
    if (sign && !pinned) show(sign, false);
    else if (!sign && !pinned && !tip.contains(event.target)) hide();
  });
  document.addEventListener("click", (event) => {
    const sign = signOf(event);
    if (sign) show(sign, true);
    else if (!tip.contains(event.target)) hide();
  });
  document.addEventListener("focusin", (event) => {
    const sign = signOf(event);
    if (sign) show(sign, true);
    else hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const sign = signOf(event);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!sign || !step) return;
    const signs = [...sign.closest(".set").querySelectorAll(".q")].filter((q) => letters[q.getAttribute("data-q")]);
    const next = signs[signs.indexOf(sign) + step];
    if (!next) return;
    event.preventDefault();
    sign.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
  // one stop for each formula; the arrow keys go on from letter to letter
  function stop() {
    for (const set of document.querySelectorAll(".set:not(:has([tabindex]))")) {
      const first = [...set.querySelectorAll(".q")].find((q) => letters[q.getAttribute("data-q")]);
      if (first) first.setAttribute("tabindex", "0");
    }
  }
  stop();

  // a formula with a part that is wider than the page is set smaller, down to a size that still reads; then it scrolls
  const SMALLEST = 0.72;
  function fit() {
    for (const box of document.querySelectorAll(".formula")) {
      box.style.removeProperty("--fit");
      const panel = box.parentElement.matches(".live > .answer") ? box.closest(".live") : null;
      if (panel) panel.classList.remove("wide");
      let ratio = box.clientWidth / box.scrollWidth;
      if (panel && box.clientWidth && ratio < SMALLEST) { // above number and picture it has their width
        panel.classList.add("wide");
        ratio = box.clientWidth / box.scrollWidth;
      }
      if (box.clientWidth && ratio < 1) box.style.setProperty("--fit", Math.max(SMALLEST, ratio * 0.98).toFixed(3));
    }
  }
  fit();
  let wide = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== wide) fit();
    wide = window.innerWidth;
  });
  if (document.fonts) document.fonts.ready.then(fit);
  document.addEventListener("written", () => { stop(); fit(); }); // by a script that sets formulas later

  const said = document.createElement("div");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.body.append(said);
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea"); // pages from disk may have no clipboard
      area.value = text;
      area.className = "unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }
  for (const row of document.querySelectorAll(".copy")) row.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest ? event.target.closest("[data-copy]") : null;
    if (!button) return;
    const kind = button.textContent;
    const done = await copy(button.dataset.copy);
    button.focus();
    said.textContent = done ? `${kind} copied` : `${kind} could not be copied`;
    button.textContent = done ? "copied" : "failed";
    setTimeout(() => { button.textContent = kind; }, 1200);
  });

  function reveal() {
    let place = "";
    try {
      place = decodeURIComponent(location.hash.slice(1));
    } catch { // an address that somebody broke leads nowhere
    }
    const target = document.getElementById(place);
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  if (location.hash) reveal();
})();
