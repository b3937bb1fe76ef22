// What the views share in which something is typed: names, and keeping the keys from the notebook around them.

const MARK = "data-lm-suppress-shortcuts";

// Each view loads this file anew, so a counter would give the same names twice.
const unique = (name) => `mt-${name}-${Math.random().toString(36).slice(2)}`;

// What is typed in `form`, and in a list to choose from above it, is not meant for the notebook, as far as it is ours:
// JupyterLab reads keys after the form, Notebook 7 before it, but for the mark. Gives what ends it.
function keepKeys(form, isOurs = (event) => !(event.ctrlKey || event.metaKey || event.altKey)) {
  const isAbove = (node) => node.matches?.("select") && form.closest(".mt-live")?.contains(node);
  function claim(event) {
    if (form.contains(event.target) || isAbove(event.target)) event.target.toggleAttribute(MARK, isOurs(event));
  }
  window.addEventListener("keydown", claim, true);
  form.addEventListener("keydown", (event) => {
    event.target.removeAttribute(MARK);
    if (isOurs(event)) event.stopPropagation();
  });
  return () => window.removeEventListener("keydown", claim, true);
}

// What an answer is, which Python has encoded so that nobody reads it by accident.
const opened = (sealed) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(sealed), (char) => char.charCodeAt())));
