// Where a page is one file: what it would load stands in it, as text, and its Python starts from there.

const inFile = (name) => document.querySelector(`script[data-file="${name}"]`).textContent.trim();

function worker() {
  const script = new Blob([inFile("worker.js")], { type: "text/javascript" });
  // Not a module: Chromium starts none from a page on a disk.
  const started = new Worker(URL.createObjectURL(script));
  const files = {};
  for (const { dataset, textContent } of document.querySelectorAll("script[data-python]")) files[dataset.file] = textContent.trim();
  started.postMessage(files);
  return started;
}

// A vocabulary's file, and after a # the name of the encoding: `cl100k_base.bin#cl100k_base`.
function address(name) {
  const [file, encoding = ""] = name.split("#");
  return new URL(`data:application/octet-stream;base64,${inFile(file)}#${encoding}`);
}

globalThis.inOneFile = { worker, address };
