// Python, in a worker of its own: it answers one question after another. What never ends is stopped with it.

import * as memory from "./memory.js";

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

// The cells of the page up to one of them, each with its place and what is written in it.
export function cellsTo(cell) {
  const cells = [...document.querySelectorAll(".cell")];
  return cells.slice(0, cells.indexOf(cell) + 1).map((one, place) => [place, sourceOf(one)]);
}

// What a cell has: in an editor, what the reader has made of it.
export const sourceOf = (cell) => cell.querySelector(":scope > .input textarea")?.value ?? cell.querySelector(".input pre")?.textContent ?? "";

export const askCells = (cell) => startPython().ask({ cells: cellsTo(cell), file: fileSource() });
