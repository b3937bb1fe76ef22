// A worker in which Python runs, so that a loop that never ends holds up no page: that one is stopped from there.

import { loadPyodide } from "./lite/static/pyodide/pyodide.mjs";

async function start() {
  const [python, answering] = await Promise.all([
    loadPyodide({ packages: ["minitok", "traitlets", "jinja2"] }),
    fetch("answering.py").then((file) => file.text()),
  ]);
  python.runPython(answering);
  return python.globals.get("answer");
}

const started = start();
started.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);
onmessage = async ({ data }) => postMessage({ answer: JSON.parse((await started)(JSON.stringify(data))) });
