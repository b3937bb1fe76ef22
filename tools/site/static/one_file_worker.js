// The worker of a page that is one file: it is sent the files, packed, and gives them to whatever asks for one.

self.importScripts = undefined; // Pyodide takes this worker for a module then, which it needs to be to import
const fromAfar = fetch;
self.inOneFile = new Promise((resolve) => addEventListener("message", (event) => {
  event.stopImmediatePropagation();
  resolve(prepared(event.data));
}, { once: true }));

async function prepared(files) {
  const unpacked = async (name) => {
    const { body } = await fromAfar(`data:application/gzip;base64,${files[name]}`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
  };
  const importable = async (name) => URL.createObjectURL(new Blob([await (await unpacked(name)).text()], { type: "text/javascript" }));
  self.fetch = (address, options) => {
    const name = String(address).split("/").pop();
    return name in files ? unpacked(name) : fromAfar(address, options);
  };
  const { default: createPyodideModule } = await import(await importable("pyodide.asm.mjs"));
  const indexURL = "https://in-this-file.invalid/"; // every name below it is a name in `files`
  return { pyodide: await importable("pyodide.mjs"), options: { createPyodideModule, indexURL, packageBaseUrl: indexURL } };
}
