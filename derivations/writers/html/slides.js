"use strict";
// Slides as large as the screen, what is too long set smaller, and a key for the next one.
(() => {
  const slides = [...document.querySelectorAll(".slide")];
  const WIDE = 1280, HIGH = 720, SMALLEST = 0.6, STEP = 0.04;

  function screen() {
    const scale = Math.min(document.documentElement.clientWidth / WIDE, window.innerHeight / HIGH);
    document.documentElement.style.setProperty("--screen", scale.toFixed(4));
  }
  function fit() {
    for (const slide of slides) {
      const inside = slide.firstElementChild;
      let size = 1;
      inside.style.zoom = size;
      while (inside.scrollHeight > inside.clientHeight + 1 && size > SMALLEST) {
        size -= STEP;
        inside.style.zoom = size.toFixed(2);
      }
    }
    document.dispatchEvent(new Event("written")); // formulas are fitted to the new width, and here all the way
    for (const box of document.querySelectorAll(".slide .formula")) {
      // what stands before a formula does not shrink with it, so that once is not always enough
      for (let tries = 0; tries < 4 && box.scrollWidth > box.clientWidth && box.clientWidth; tries += 1) {
        const before = Number(box.style.getPropertyValue("--fit") || 1);
        box.style.setProperty("--fit", (before * 0.98 * box.clientWidth / box.scrollWidth).toFixed(3));
      }
    }
  }
  function here() {
    const middle = window.innerHeight / 2;
    const found = slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle);
    return found < 0 ? slides.length - 1 : found;
  }
  screen();
  fit();
  if (document.fonts) document.fonts.ready.then(fit);
  window.addEventListener("resize", () => {
    const now = here();
    screen();
    slides[now].scrollIntoView();
  });

  const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
    Home: -Infinity, End: Infinity };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key] * (event.key === " " && event.shiftKey ? -1 : 1);
    if (!step || !slides.length) return;
    event.preventDefault();
    slides[Math.max(0, Math.min(slides.length - 1, here() + step))].scrollIntoView();
  });
})();
