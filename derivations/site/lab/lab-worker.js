// The engine in a worker: Pyodide, and the zip of compiled modules beside this script.
// In: {id, question}, JSON of `answers.answer`. Out: {loaded}, {ready}, {fatal}, {id, answer} or {id, broke}.
import { loadPyodide } from "./pyodide.mjs";

const beside = (name) => new URL(name, import.meta.url).href;
const since = (start) => Math.round(performance.now() - start);

async function fetched(name) {
  const reply = await fetch(beside(name));
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${reply.statusText}`);
  return new Uint8Array(await reply.arrayBuffer());
}

async function start() {
  const begun = performance.now();
  const [pyodide, modules] = await Promise.all([loadPyodide({ indexURL: beside("./") }), fetched("engine.zip")]);
  const loaded = since(begun);
  self.postMessage({ loaded });
  pyodide.FS.writeFile("/engine.zip", modules);
  pyodide.runPython("import sys; sys.path.insert(0, '/engine.zip')");
  const answer = pyodide.runPython("from derivations.site.lab.answers import answer; answer");
  self.onmessage = ({ data: { id, question } }) => {
    try {
      self.postMessage({ id, answer: answer(question) });
    } catch (error) {
      self.postMessage({ id, broke: String(error.message || error).trim().split("\n").pop() });
    }
  };
  self.postMessage({ ready: { loaded, imported: since(begun) - loaded } });
}

start().catch((error) => self.postMessage({ fatal: String(error.message || error).split("\n")[0] }));
