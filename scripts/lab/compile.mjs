// Runs compile.py in the Pyodide of a folder: node compile.mjs FOLDER SOURCE.zip TARGET.zip
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { dirname, join, resolve } from "node:path";

const [folder, source, target] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(new URL(import.meta.url).pathname);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: folder });
pyodide.FS.writeFile("/source.zip", readFileSync(source));
pyodide.globals.set("SOURCE", "/source.zip");
pyodide.globals.set("TARGET", "/target.zip");
pyodide.runPython(readFileSync(join(here, "compile.py"), "utf-8"));
writeFileSync(target, pyodide.FS.readFile("/target.zip"));
