// Making nodes and buttons, and saving what a learner has done, for every view.

const ICONS = {
  first: "M4 3v10 M12 3 7 8l5 5",
  back: "M10 3 5 8l5 5",
  play: "M5 3v10l8-5z",
  pause: "M5 3v10 M11 3v10",
  forward: "M6 3l5 5-5 5",
  last: "M4 3l5 5-5 5 M12 3v10",
  full: "M3 6V3h3 M10 3h3v3 M13 10v3h-3 M6 13H3v-3",
};

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

function markup(tag, attributes, html) {
  const node = make(tag, attributes);
  node.innerHTML = html;
  return node;
}

function drawIcon(button, icon, name) {
  button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  button.setAttribute("aria-label", name);
  button.title = name;
}

const counted = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

function makeButton(icon, name) {
  const button = make("button", { type: "button", class: `mt-button mt-button-${icon}` });
  drawIcon(button, icon, name);
  return button;
}

// The way to full screen and back, of what `wanted` gives.
function makeFull(wanted) {
  const button = makeButton("full", "Full screen");
  button.onclick = () => (document.fullscreenElement ? document.exitFullscreen() : wanted().requestFullscreen());
  return button;
}

// JupyterLab goes on to the next cell before the view of this one is drawn: it comes into sight all the same.
function stayInSight(view) {
  const grown = new ResizeObserver(() => view.closest(".jp-Cell:has(+ .jp-mod-active) .jp-OutputArea-output")?.scrollIntoView({ block: "nearest" }));
  grown.observe(view);
  setTimeout(() => grown.disconnect(), 2000);
}

// Do something later, and only once of what has the same name.
const waiting = (timers) => (name, milliseconds, act) => {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(act, milliseconds);
};

// Set what a learner has done; it goes to Python, or to the page that keeps it.
function record(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}
