"use strict";
// The page of the lab: fields in, an experiment to the engine in its worker, and what that tells as mathematics out.
// What the address and the fields say is sent to the engine as text and shown as text.
(() => {
  const LIMIT = 120; // seconds after which a question is given up
  const LONGEST = 2000;
  const MATHML = "http://www.w3.org/1998/Math/MathML";
  const at = (id) => document.getElementById(id);
  const status = at("lab-status");
  const folder = new URL("./", document.currentScript.src);

  // ---- what the engine writes, as elements: mathematics and words, without attributes that could do anything
  const WORDS = new Set(
    ("DIV SPAN P CODE EM STRONG WBR BR SUB SUP UL LI H3 H4 PRE TABLE THEAD TBODY TR TH TD").split(" "));
  const SIGNS = new Set(
    ("math mrow mi mn mo mtext mspace msqrt mroot mfrac msub msup msubsup munder mover munderover mtable mtr mtd "
     + "mpadded mphantom mstyle").split(" "));
  const SHAPES = new Set(
    ("class data-q display form stretchy fence separator lspace rspace width height depth mathvariant accent "
     + "accentunder displaystyle scriptlevel columnalign linethickness minsize maxsize movablelimits "
     + "role scope tabindex aria-label").split(" "));
  function copied(node) {
    if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return document.createTextNode("");
    const sign = node.namespaceURI === MATHML && SIGNS.has(node.localName);
    if (!sign && !WORDS.has(node.tagName)) return document.createTextNode(node.textContent);
    const made = sign ? document.createElementNS(MATHML, node.localName) : document.createElement(node.localName);
    for (const { name, value } of node.attributes) if (SHAPES.has(name)) made.setAttribute(name, value);
    made.append(...[...node.childNodes].map(copied));
    return made;
  }
  function written(html) {
    const parsed = new DOMParser().parseFromString(`<body>${html}`, "text/html");
    return [...parsed.body.childNodes].map(copied);
  }
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // ---- the address: the options of the command, so that a link is an experiment
  const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
  function addressed() {
    const said = new URLSearchParams(location.hash.slice(1));
    const texts = (name) => said.getAll(name).map((text) => text.slice(0, LONGEST)).slice(0, 60);
    const premises = {};
    for (const text of texts("assume")) {
      const [name] = text.split("=", 1);
      if (text.length > name.length + 1) premises[name.trim()] = text.slice(name.length + 1).trim();
    }
    const known = [...at("lab-claim").options].map((option) => option.value);
    const claim = known.includes(said.get("claim")) ? said.get("claim") : at("lab-claim").dataset.first;
    return {
      claim, premises, letters: texts("symbol"), values: texts("set"),
      accelerator: (said.get("accelerator") || "").slice(0, 80), model: (said.get("model") || "").slice(0, 80),
    };
  }
  function address(experiment) {
    const said = new URLSearchParams({ claim: experiment.claim });
    for (const [name, text] of Object.entries(experiment.premises)) said.append("assume", `${name}=${text}`);
    for (const line of experiment.letters) said.append("symbol", line);
    for (const line of experiment.values) said.append("set", line);
    for (const card of ["accelerator", "model"]) if (experiment[card]) said.append(card, experiment[card]);
    const place = `#${said}`;
    if (place === location.hash) return;
    // Back leads to the experiment before; what the address says already is only written in full
    const same = JSON.stringify(addressed()) === JSON.stringify(experiment);
    history[same ? "replaceState" : "pushState"](null, "", place);
  }

  // ---- the worker, which is ended to stop what it does, and started again
  let worker = null;
  let ready = null;
  let last = 0;
  const waiting = new Map();
  function start() {
    ready = new Promise((done, failed) => {
      // through a blob, so that the policy of this page is that of the worker as well
      const source = `import ${JSON.stringify(new URL("lab-worker.js", folder).href)};`;
      const place = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      worker = new Worker(place, { type: "module" });
      worker.onerror = (event) => failed(new Error(event.message || "its files are not there"));
      worker.onmessage = ({ data }) => {
        if (data.loaded) {
          if (!at("lab").hidden) return; // started again: the bench says so
          say("Loaded. Starting SymPy and the engine: some seconds.");
        } else if (data.ready) {
          URL.revokeObjectURL(place);
          document.documentElement.dataset.engine = JSON.stringify(data.ready);
          done();
        } else if (data.fatal) {
          failed(new Error(data.fatal));
        } else if (waiting.has(data.id)) {
          const { told } = waiting.get(data.id);
          waiting.delete(data.id);
          busy();
          told(data.broke ? { undecided: `the engine broke down: ${data.broke}` } : JSON.parse(data.answer));
        }
      };
    });
    ready.catch((error) => say(`The engine did not start: ${error.message}.`, true));
  }
  function stop(why) {
    worker.terminate();
    const given = [...waiting.values()];
    waiting.clear();
    start();
    given.forEach(({ told }) => told(null));
    busy();
    say(`${why} The engine starts again.`, true);
    ready.then(() => say(`${why} The engine is ready again.`), () => {});
  }
  async function ask(question) {
    try {
      await ready;
    } catch {
      return null; // it has been said that the engine did not start
    }
    const id = ++last;
    const answer = new Promise((told) => {
      const timer = setTimeout(() => stop(`No answer within ${LIMIT} s: stopped.`), 1000 * LIMIT);
      waiting.set(id, { told: (found) => { clearTimeout(timer); told(found); } });
    });
    busy();
    worker.postMessage({ id, question: JSON.stringify(question) });
    return answer;
  }
  function busy() {
    at("lab-stop").disabled = waiting.size === 0;
    at("lab").setAttribute("aria-busy", String(waiting.size > 0));
  }
  function say(text, bad = false) {
    status.textContent = text;
    status.classList.toggle("wrong", bad);
  }

  // ---- the bench: what can be changed
  let bench = null; // of the claim that is chosen
  let shown = null; // the experiment whose result is shown
  let deriving = ""; // the experiment that is being derived
  let turn = 0; // counts what the reader asked for: an answer to an earlier one is not shown
  const field = (name) => at("lab-premises").querySelector(`[data-premise="${CSS.escape(name)}"]`);
  const taken = (item, text) => item.alternatives.some((choice) => choice.name === text);

  function premiseField(item, text) {
    const id = `premise-${item.name}`;
    const input = make("input", { id, type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
                                  "data-premise": item.name, "aria-describedby": `${id}-why ${id}-wrong` });
    input.value = text;
    const label = make("label", { for: id }, item.name);
    const row = make("div", { class: "premise" }, label);
    const why = make("p", { id: `${id}-why`, class: "because" });
    if (item.alternatives.length) {
      const choices = make("select", { "aria-label": `Alternatives of ${item.name}` });
      choices.add(new Option("as it stands", item.text));
      for (const choice of item.alternatives) choices.add(new Option(choice.name, choice.name));
      choices.add(new Option("own text", ""));
      const follow = () => {
        const now = input.value.trim();
        choices.value = now === item.text || taken(item, now) ? now : "";
      };
      follow();
      choices.addEventListener("change", (event) => {
        event.stopPropagation(); // the field says that it changed
        if (choices.value) input.value = choices.value;
        else if (taken(item, input.value)) {
          input.value = item.alternatives.find((choice) => choice.name === input.value).text;
        }
        input.dispatchEvent(new Event("change", { bubbles: true }));
        if (!choices.value) input.focus();
      });
      input.addEventListener("change", follow);
      row.append(choices);
    }
    const tell = () => {
      const now = input.value.trim();
      const choice = item.alternatives.find((each) => each.name === now);
      input.classList.toggle("changed", now !== item.text);
      const other = now === item.text ? "" : `in place of ${item.text}`;
      why.replaceChildren(...(choice ? written(choice.because) : now === item.text ? written(item.because) : []));
      if (other) why.append(choice ? ` (${choice.text}), ` : "", other);
    };
    input.addEventListener("change", tell);
    tell();
    row.append(input, why, make("p", { id: `${id}-wrong`, class: "wrong", hidden: "" }));
    return row;
  }
  function fill(experiment) {
    at("lab-claim").value = experiment.claim;
    at("lab-question").textContent = bench.question || bench.title;
    const known = new Set(bench.premises.map((item) => item.name));
    at("lab-premises").replaceChildren(
      ...bench.premises.map((item) => premiseField(item, experiment.premises[item.name] ?? item.text)),
      // what the address names and the claim has not: the engine says so
      ...Object.entries(experiment.premises).filter(([name]) => !known.has(name)).map(([name, text]) =>
        premiseField({ name, text: "", because: "", alternatives: [] }, text)),
    );
    at("lab-letters").value = experiment.letters.join("\n");
    at("lab-values").value = experiment.values.join("\n");
    for (const card of ["accelerator", "model"]) {
      const choices = at(`lab-${card}`);
      const names = bench[`${card}s`];
      choices.replaceChildren(new Option("as the claim has it", ""), ...names.map((name) => new Option(name, name)));
      if (experiment[card] && !names.includes(experiment[card])) choices.add(new Option(experiment[card]));
      choices.value = experiment[card];
    }
    at("lab-own").open = experiment.letters.length + experiment.values.length > 0
      || Boolean(experiment.accelerator || experiment.model);
  }
  function typed() {
    const premises = {};
    const known = new Map(bench.premises.map((item) => [item.name, item.text]));
    for (const input of at("lab-premises").querySelectorAll("input")) {
      const text = input.value.trim();
      if (text && text !== known.get(input.dataset.premise)) premises[input.dataset.premise] = text;
    }
    return {
      claim: bench.claim, premises, letters: lines(at("lab-letters").value), values: lines(at("lab-values").value),
      accelerator: at("lab-accelerator").value, model: at("lab-model").value,
    };
  }

  // ---- what is wrong, beside the field that it is about, with the place in the text marked
  const PLACES = { letters: "lab-letters", values: "lab-values", cards: "lab-accelerator", formula: "lab-formula" };
  function placeOf(name) {
    return name.startsWith("premise:") ? field(name.slice("premise:".length)) : at(PLACES[name] || "");
  }
  function right() {
    for (const input of document.querySelectorAll("#lab [aria-invalid]")) input.removeAttribute("aria-invalid");
    for (const line of document.querySelectorAll("#lab p.wrong")) line.hidden = true;
  }
  function wrong(refused) {
    const input = placeOf(refused.field);
    const line = input && at(`${input.id}-wrong`);
    if (!line) return say(refused.message, true);
    input.setAttribute("aria-invalid", "true");
    const details = input.closest("details");
    if (details) details.open = true;
    line.hidden = false;
    line.replaceChildren(refused.row ? `Line ${refused.row}: ${refused.message}` : refused.message);
    if (refused.column) {
      const text = input.value.trim();
      const start = refused.column - 1;
      const part = (/^(\w+|.)/.exec(text.slice(start)) || [" "])[0];
      line.append(make("code", { class: "where", "aria-hidden": "true" }, text.slice(0, start),
                       make("mark", {}, part), text.slice(start + part.length)));
    }
    return say("Not derived: see the field that is marked.", true);
  }

  // ---- what follows
  function steps(found) {
    return found.steps.map((step) => {
      const item = make("li", { class: step.changed ? "step changed" : "step", "data-finding": step.finding });
      item.append(make("p", { class: "head" }, make("span", { class: "quiet" }, `(${step.label}) `), step.name,
                       make("span", { class: "quiet" }, ` · ${step.rule === "take" ? "premise" : step.rule === "suppose" ? "supposition" : step.rule}`)));
      if (step.formula) item.append(...written(step.formula));
      else if (step.statement) item.append(make("p", {}, make("code", {}, step.statement)));
      if (step.conditions.length) {
        item.append(make("p", { class: "conditions" }, ...written(`if ${step.conditions.join(" and ")}`)));
      }
      if (step.holds) item.append(make("p", { class: "context" }, ...written(step.holds)));
      if (step.because) item.append(make("p", { class: "because" }, ...written(step.because)));
      const mark = make("span", { class: `mark ${step.finding}`, "aria-hidden": "true" }, step.mark);
      item.append(make("p", { class: "standing" }, mark, " ", ...written(step.standing)));
      return item;
    });
  }
  // what is wider than the page scrolls, by keyboard, too
  function put(id, ...parts) {
    at(id).replaceChildren(...parts);
    document.dispatchEvent(new Event("written"));
    reached();
  }
  function reached() { // what scrolls at this width can be scrolled by keys, too
    for (const part of document.querySelectorAll(".found :is(p, ul, div)")) {
      if (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === "auto") part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }
  window.addEventListener("resize", reached);
  function result(found) {
    const number = found.number ? [make("p", { class: "number" }, found.number)] : [];
    put("lab-result", ...number, ...written(found.result));
    put("lab-steps", ...steps(found));
    put("lab-notation", ...written(found.letters));
    at("lab-command").textContent = found.command;
  }
  const words = (answer) => (answer.refused && answer.refused.message) || answer.undecided;
  const said = (answer) => (answer.told ? written(answer.told) : [make("p", { class: "quiet" }, words(answer))]);
  async function beside(question, experiment, mine, show) {
    const answer = await ask({ ask: question, experiment });
    if (mine === turn) show(answer || { undecided: "Stopped." });
  }

  async function derive() {
    const experiment = typed();
    if (JSON.stringify(experiment) === deriving) return; // Enter says it twice
    const mine = ++turn;
    if (waiting.size) restartUnlessDone();
    deriving = JSON.stringify(experiment);
    address(experiment);
    right();
    at("lab-found").classList.add("old");
    say("Deriving …");
    const begun = performance.now();
    const answer = await ask({ ask: "derive", experiment });
    if (mine !== turn) return;
    deriving = "";
    if (!answer) return;
    if (answer.refused) return void wrong(answer.refused);
    if (answer.undecided) return void say(answer.undecided, true);
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    shown = experiment;
    at("lab-found").classList.remove("old");
    at("lab-found").hidden = false;
    result(answer.told);
    say(`Derived and checked in ${seconds} s.`);
    document.documentElement.dataset.derived = String(mine);
    at("lab-changes").hidden = !answer.told.changed;
    for (const id of ["lab-difference", "lab-verdicts", "lab-judgement", "lab-export"]) at(id).replaceChildren();
    at("lab-file").hidden = true;
    if (answer.told.changed) {
      await beside("compare", experiment, mine, (answer) => put("lab-difference", ...said(answer)));
    }
    if (mine === turn && at("lab-all-verdicts").open) await verdicts();
  }
  // an answer that nobody waits for any more: a quick one is let come, a slow one is ended with its worker
  function restartUnlessDone() {
    const ended = last;
    setTimeout(() => { if ([...waiting.keys()].some((id) => id <= ended)) restart(); }, 3000);
  }
  function restart() {
    const left = [...waiting.values()];
    waiting.clear();
    left.forEach(({ told }) => told(null));
    worker.terminate();
    start();
    deriving = "";
    derive();
  }
  async function verdicts() {
    if (!shown || at("lab-verdicts").childElementCount) return;
    const mine = turn;
    at("lab-verdicts").replaceChildren(make("p", { class: "quiet" }, "Computing: some claims take a while here."));
    await beside("verdicts", shown, mine, (answer) => put("lab-verdicts", ...said(answer)));
  }
  async function judge() {
    if (!shown) return;
    right();
    const mine = turn;
    const formula = at("lab-formula").value;
    say("Judging …");
    const answer = await ask({ ask: "judge", experiment: shown, formula, latex: at("lab-latex").checked });
    if (!answer || mine !== turn) return;
    if (answer.refused) return void wrong(answer.refused);
    say("Judged.");
    put("lab-judgement", ...said({ ...answer, told: answer.told && answer.told.html }));
  }
  async function exported() {
    if (!shown) return;
    const mine = turn;
    say("Writing …");
    const answer = await ask({ ask: "export", experiment: shown, form: at("lab-form").value });
    if (!answer || mine !== turn) return;
    if (!answer.told) return void say(words(answer), true);
    say(`${answer.told.file} is below.`);
    at("lab-export").value = answer.told.text;
    at("lab-file").hidden = false;
    at("lab-download").dataset.file = answer.told.file;
  }
  async function toClipboard(text, told) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return say("The browser does not let a page copy here: select the text.", true);
    }
    return say(told);
  }

  // ---- the page
  const asItStands = (claim) => ({ claim, premises: {}, letters: [], values: [], accelerator: "", model: "" });
  async function choose(experiment) {
    const mine = ++turn;
    say("Setting the bench …");
    right();
    const answer = await ask({ ask: "bench", experiment: { claim: experiment.claim } });
    if (mine !== turn || !answer) return;
    if (!answer.told) return void say(words(answer), true);
    bench = answer.told;
    fill(experiment);
    at("lab").hidden = false;
    await derive();
  }
  function wire() {
    at("lab-claim").addEventListener("change", () => choose(asItStands(at("lab-claim").value)));
    at("lab-bench").addEventListener("change", derive);
    at("lab-bench").addEventListener("submit", async (event) => {
      event.preventDefault();
      await derive();
      const found = at("lab-found"); // on a narrow screen it is below the bench
      if (found.getBoundingClientRect().top > window.innerHeight && !found.classList.contains("old")) {
        found.scrollIntoView();
      }
    });
    at("lab-reset").addEventListener("click", () => choose(asItStands(at("lab-claim").value)));
    at("lab-stop").addEventListener("click", () => stop("Stopped."));
    at("lab-all-verdicts").addEventListener("toggle", () => { if (at("lab-all-verdicts").open) verdicts(); });
    at("lab-judge").addEventListener("submit", (event) => { event.preventDefault(); judge(); });
    at("lab-write").addEventListener("submit", (event) => { event.preventDefault(); exported(); });
    at("lab-copy-command").addEventListener("click", () =>
      toClipboard(at("lab-command").textContent, "The command is copied."));
    at("lab-copy-link").addEventListener("click", () => toClipboard(location.href, "The link is copied."));
    at("lab-copy").addEventListener("click", () => toClipboard(at("lab-export").value, "The text is copied."));
    at("lab-download").addEventListener("click", () => {
      const place = URL.createObjectURL(new Blob([at("lab-export").value], { type: "text/plain" }));
      make("a", { href: place, download: at("lab-download").dataset.file }).click();
      setTimeout(() => URL.revokeObjectURL(place), 1000);
    });
    window.addEventListener("hashchange", () => choose(addressed()));
  }

  if (location.protocol === "file:") return; // the page says what to do
  wire();
  say("Loading the engine: some 24 MB, once.");
  start();
  ready.then(() => choose(addressed()), () => {});
})();
