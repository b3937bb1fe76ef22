// A worker in which Python runs, so that a loop that never ends holds up no page: that one is stopped from there.

const packages = ["minitok", "traitlets", "jinja2", "tiktoken-by-minitok"];

async function start() {
  const { pyodide, options } = (await self.inOneFile) ?? { pyodide: "./lite/static/pyodide/pyodide.mjs" };
  const { loadPyodide } = await import(pyodide);
  const [python, answering] = await Promise.all([
    loadPyodide({ packages, stderr: () => {}, ...options }),
    fetch("answering.py").then((file) => file.text()),
  ]);
  python.runPython(answering);
  return python.globals.get("answer");
}

const tell = (id, answer) => answer.then((value) => postMessage({ id, answer: value }), (error) => postMessage({ id, failed: String(error) }));
const started = start();
tell(0, started.then(() => true));
onmessage = ({ data: { id, question } }) => tell(id, started.then((answer) => JSON.parse(answer(JSON.stringify(question)))));
