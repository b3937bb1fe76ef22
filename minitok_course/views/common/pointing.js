// Pointing: what is under the pointer, or has the focus, tells more and lights what belongs to it.

const [POINT_AT, OR_KEYS] = matchMedia("(pointer: coarse)").matches ? ["Tap", ""] : ["Point at", ", or use the arrow keys,"];
const HINT = `${POINT_AT} a token${OR_KEYS} to see its id and its place.`;
const POINTS = "[data-tip], .mt-pick:not(:disabled)";
const KINDS = ["[data-scrolls]", POINTS]; // what may have the focus in a stage

// The chips of a pair wherever the two stand side by side in a word.
function placesOf(stage, [left, right]) {
  return [...stage.querySelectorAll("[data-word]")].flatMap((row) => {
    const tokens = tokensOf(row);
    const found = [];
    for (let place = 0; place + 1 < tokens.length; place++) {
      if (tokens[place].textContent === left && tokens[place + 1].textContent === right) {
        found.push(tokens[place], tokens[++place]);
      }
    }
    return found;
  });
}

// What shares a character of the text with a token.
function sharing(stage, token) {
  const place = (node) => node.dataset.span.split(" ").map(Number);
  const [start, end] = place(token);
  return [...stage.querySelectorAll("[data-span]")].filter((other) => {
    const [from, to] = place(other);
    return from < end && start < to;
  });
}

// Where the focus is in a stage, before it changes; what it gives puts it back, on a part of the same kind if its own is gone.
function focusIn(stage) {
  const node = document.activeElement;
  const kind = stage.contains(node) && KINDS.find((names) => node.matches(names));
  const all = () => [...stage.querySelectorAll(kind)];
  const place = kind ? all().indexOf(node) : 0;
  return (otherwise) => {
    if (!kind || stage.contains(document.activeElement)) return;
    (all()[Math.min(place, all().length - 1)] ?? otherwise).focus({ preventScroll: true });
  };
}

function makePointing(view, stage) {
  const hint = make("p", { class: "mt-hint" });
  const tip = make("p", { class: "mt-tip", role: "tooltip", hidden: "" });
  const points = () => [...stage.querySelectorAll(POINTS)];

  function light(nodes) {
    for (const node of stage.querySelectorAll(".mt-pointed")) node.classList.remove("mt-pointed");
    for (const node of nodes) node.classList.add("mt-pointed");
  }

  function show(node) {
    tip.textContent = node.dataset.tip;
    const at = node.getBoundingClientRect();
    const frame = view.getBoundingClientRect();
    const left = Math.min(at.left - frame.left, frame.width - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(left, 8)}px`;
    tip.style.top = `${at.bottom - frame.top + view.scrollTop + 6}px`;
  }

  function point(event) {
    const node = event.target.closest("[data-tip]");
    const pick = event.target.closest("[data-pair]");
    tip.hidden = !node;
    if (node) show(node);
    const span = event.target.closest("[data-span]");
    const pair = pick && [...pick.querySelectorAll("code")].map((part) => part.textContent);
    light(pick ? placesOf(stage, pair) : span ? sharing(stage, span) : []);
    for (const other of stage.querySelectorAll("[data-tip][role=option]")) other.setAttribute("aria-selected", other === node);
    if (event.type === "focusin") for (const other of points()) other.tabIndex = other === event.target ? 0 : -1;
  }

  function leave() {
    tip.hidden = true;
    light([]);
  }

  // All that can be pointed at is one stop for the tab key, with the arrow keys between them.
  function prepare() {
    tip.hidden = true;
    points().forEach((node, place) => {
      node.tabIndex = place ? -1 : 0;
      if (!node.dataset.tip) return;
      node.setAttribute("aria-label", node.dataset.tip);
      if (node.role === "option") node.setAttribute("aria-selected", "false");
    });
  }

  // What the arrow keys are for, told in all frames of a trace that has something to point at, so that nothing jumps.
  function tell(parts) {
    hint.textContent = parts.some((part) => part.includes(" data-tip=")) ? HINT : "";
  }

  function move(event) {
    const all = points();
    const here = all.indexOf(event.target.closest(POINTS));
    if (here < 0) return false;
    const { key } = event;
    const there = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1 }[key];
    all[key === "Home" ? 0 : key === "End" ? all.length - 1 : there]?.focus();
    return true;
  }

  stage.addEventListener("mouseover", point);
  stage.addEventListener("focusin", point);
  stage.addEventListener("mouseleave", leave);
  stage.addEventListener("focusout", leave);
  return { hint, tip, prepare, tell, move };
}
