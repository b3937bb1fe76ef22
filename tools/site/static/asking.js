// Python, in a worker of its own: it answers one question after another. What never ends is stopped with it.

import { whenNear } from "./making.js";
import * as memory from "./memory.js";

export const FETCHING = "Fetching Python, once: about 13 MB…";
const FILE = "minitok-code:my_tokenizer.py"; // "Forget my answers" leaves it
export const fileSource = () => memory.read(FILE)?.source ?? "";
export const keepFile = (source) => memory.write(FILE, { source });

let python;
export function startPython() {
  if (python) return python;
  const worker = globalThis.inOneFile?.worker() ?? new Worker(new URL("python.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  const hear = (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const ready = hear(0);
  worker.addEventListener("message", ({ data: { id, answer, failed } }) => {
    if (failed) waiting.get(id)?.reject(new Error(failed));
    else waiting.get(id)?.resolve(answer);
  });
  worker.addEventListener("error", ({ message }) => waiting.get(0).reject(new Error(message)));
  let asked = 0;
  const ask = (question) => {
    worker.postMessage({ id: ++asked, question });
    return hear(asked);
  };
  const stop = () => {
    worker.terminate();
    python = null;
    for (const { reject } of waiting.values()) reject(Object.assign(new Error("It was stopped."), { stopped: true }));
  };
  return (python = { ready, ask, stop });
}

// Stop Python, if it runs.
export const stopPython = () => python?.stop();

// What a cell has: in an editor, what the reader has made of it. The code of a lesson's picture stands below its opening.
const codeOf = (cell) => (cell.matches(".lead") ? document.querySelector("main > .set-up") : cell).querySelector(".input pre");
const sourceOf = (cell) => cell.querySelector(":scope > .input textarea")?.value ?? codeOf(cell)?.textContent ?? "";

// Ask about a cell: Python gets it, those above it, and the reader's file.
export async function askOf(cell, more = {}) {
  const cells = [...document.querySelectorAll(".cell")], above = cells.slice(0, cells.indexOf(cell)).map(sourceOf);
  const { ready, ask } = startPython();
  await ready;
  return ask({ source: sourceOf(cell), above, file: fileSource(), ...more });
}

// Once a box or an editor is near and the browser has nothing else to do; where data is saved, at the first focus.
export function startSoon(node) {
  node.addEventListener("focusin", () => startPython().ready.catch(() => {}), { once: true });
  if (navigator.connection?.saveData) return;
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  whenNear(node, "50%", () => idle(() => startPython().ready.catch(() => {})));
}
