// Motion: what moved between two frames glides, and the two parts of a merge slide together. Written for one step at a
// time; steps that follow each other quickly, and readers who asked for less motion, see the frames change at once.

const EASE = "cubic-bezier(.3, 0, .2, 1)";
const GLIDE_MS = 260;
const JOIN_MS = 520;

// Make `old` what `fresh` is, touching only the nodes that differ: the browser then lays out only these.
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const alike = old.cloneNode(false).isEqualNode(fresh.cloneNode(false));
  if (alike && old.childNodes.length === fresh.childNodes.length && old.firstElementChild) {
    const after = [...fresh.childNodes];
    [...old.childNodes].forEach((node, place) => renew(node, after[place]));
  } else if (alike) {
    old.replaceChildren(...fresh.childNodes);
  } else {
    old.replaceWith(fresh);
  }
}

// The tokens of a word, in order: chips in a row, those of a marked pair, and the roots of a tree.
const tokensOf = (row) => [...row.querySelectorAll(":scope > code, :scope > .mt-next > code, :scope > li > code")];

// Where everything that may move stands now: by its name, and the tokens of each word in their order.
function snapshot(stage) {
  const named = new Map();
  for (const node of [...stage.querySelectorAll("[data-moves]")].filter((one) => one.getClientRects().length)) {
    named.set(node.dataset.moves, { at: node.getBoundingClientRect(), copy: node.cloneNode(true) });
  }
  const words = [...stage.querySelectorAll("[data-word]")].map((row) =>
    tokensOf(row).map((token) => ({
      at: token.getBoundingClientRect(),
      copy: token.closest(".mt-next, .mt-left, .mt-right") && token.cloneNode(true),
    })),
  );
  return { named, words };
}

// For each token of a word, those it was before the step: one, or the two that were merged. Nothing if it is another word.
function origins(tokens, before) {
  let place = 0;
  const found = tokens.map((token) => {
    const made = token.matches(".mt-new") && before[place]?.copy && before[place + 1]?.copy;
    const parts = before.slice(place, place + (made ? 2 : 1));
    place += parts.length;
    return parts;
  });
  return place === before.length && found.every((parts) => parts.length) ? found : [];
}

function slide(node, from, milliseconds = GLIDE_MS) {
  const now = node.getBoundingClientRect();
  const scale = node.getScreenCTM?.().a ?? 1; // a drawing has units of its own
  const x = (from.left - now.left) / scale;
  const y = (from.top - now.top) / scale;
  if (x || y) node.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: milliseconds, easing: EASE });
}

// A copy of what is gone, at its old place: it goes to `to` and fades.
function sendGhost(stage, { copy, at }, to, milliseconds) {
  const frame = stage.getBoundingClientRect();
  const ghost = copy.cloneNode(true);
  ghost.classList.add("mt-ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.cssText = `left:${at.left - frame.left}px;top:${at.top - frame.top}px;width:${at.width}px;height:${at.height}px`;
  stage.append(ghost);
  const there = `translate(${to.x}px, ${to.y}px)`;
  const path = [{}, { transform: there, opacity: 1, offset: 0.7 }, { transform: there, opacity: 0 }];
  const move = ghost.animate(path, { duration: milliseconds, easing: EASE });
  move.onfinish = move.oncancel = () => ghost.remove();
}

// The two parts slide together over the token that they become.
function slideTogether(stage, token, [left, right]) {
  const to = token.getBoundingClientRect();
  sendGhost(stage, left, { x: to.left - left.at.left, y: to.top - left.at.top }, JOIN_MS);
  sendGhost(stage, right, { x: to.right - right.at.right, y: to.top - right.at.top }, JOIN_MS);
  token.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], { duration: JOIN_MS });
}

// One step forward. A step back lets glide what is in both frames, and shows nothing as if it were made once more.
function animate(stage, before, forward) {
  for (const node of stage.querySelectorAll("[data-moves]")) {
    const then = before.named.get(node.dataset.moves) ?? before.named.get(node.dataset.from);
    if (then) slide(node, then.at, before.named.has(node.dataset.moves) ? GLIDE_MS : JOIN_MS);
    else node.animate([{ opacity: 0 }, {}], { duration: GLIDE_MS });
    before.named.delete(node.dataset.moves);
  }
  if (!forward) return;
  for (const gone of before.named.values()) {
    if (gone.copy.dataset.leaves) sendGhost(stage, gone, { x: 0, y: 24 }, JOIN_MS);
  }
  [...stage.querySelectorAll("[data-word]")].forEach((row, place) => {
    const tokens = tokensOf(row);
    origins(tokens, before.words[place] ?? []).forEach((parts, which) => {
      if (parts.length === 2) slideTogether(stage, tokens[which], parts);
      else slide(tokens[which], parts[0].at);
    });
  });
  for (const line of stage.querySelectorAll("[data-drawn]")) {
    line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: JOIN_MS, easing: EASE });
  }
}
