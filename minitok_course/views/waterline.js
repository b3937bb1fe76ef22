// A text as a landscape, and the water that rises through the merges; or several texts together, a row for each.
// `waterline.py` says what it is sent. It sets `merges`, `shown` and `asked`, a text that was typed, which Python, or the
// page, answers with new `texts`. A frame moves the sea; the rows that a merge changes are drawn again. See letters.js.

const [LEAST, LEAST_ON_PHONE, LARGEST, TALL, TALL_IN_FULL] = [16, 15, 88, 46, 72]; // px, the width of a letter, and its type at most
const [PHONE, AXIS, BETWEEN, EDGE, FADE] = [480, 44, 16, 6, 30]; // px: the room beside the rows, between two, above and below them, and what is seen of the next
// px, of several texts: beside the rows, above each on a phone, above them all, between two; and the least of a row.
const [NAMES, PRICES, LINE, HEADS, GAP, SMALL] = [84, 164, 17, 16, 3, 12];
const [DRAG, OTHERS, NEAR, LONG] = [220, 250, 0.25, 0.57]; // px, from no water to all of it, and above and below the rows; by what share a guessed price may be off, and of a row for its text
// Of a letter's width: the least of one of several bytes. Of a cliff's height: all the water, and a hill that never drowns.
const [BYTE, WATER, NEVER] = [0.6, 0.84, 0.97];
const [PLAY_MS, RISE_MS, TYPED_MS, PAUSE_MS, SAVED_MS, SORT_MS] = [6500, 2000, 150, 400, 250, 700]; // RISE: of a text that was typed, after a pause
const [STEPS, LONGEST] = [1000, 2000]; // of the slider; characters that are typed
const [CODE, STRIP] = [20, 16]; // px: a byte that is as wide shows its code, another a mark; the tokens of one of two sides
// A hill from its left foot to the top and down, and the ridge between light and shade: across and up.
const LIT = [[-1, 0], [-0.66, 0.1], [-0.5, 0.26], [-0.31, 0.42], [-0.2, 0.7], [0, 1]];
const SHADY = [[0, 1], [0.15, 0.76], [0.3, 0.52], [0.43, 0.26], [0.62, 0.12], [1, 0]];
const RIDGE = [[0.36, 0], [0.12, 0.24], [0.19, 0.46], [0.03, 0.72]];

const LEGEND = "The later a merge joins two sides, the higher the hill between them. What the water joins is one token; at a cliff the text is cut before any merge. Drag the water, or press a hill.";

const number = (value) => value.toLocaleString("en");
const clamp = (least, value, most) => Math.max(least, Math.min(value, most));
const outline = (points, x, wide, high) => points.map(([across, up]) => `${(x + across * wide).toFixed(1)},${(up * high).toFixed(1)}`).join("L");

// The hill after each place, null where there is a cliff; and the places that are in a word. A text begins after others.
function readLand(texts, side, length) {
  const [hills, covered] = [Array(length).fill(null), Array(length).fill(false)];
  for (const { start: before, lands } of texts) {
    for (const [start, inside] of lands[side]) {
      const first = before + start;
      inside.forEach(([from, to, height, rank], place) => (hills[first + place] = { height, rank, from: before + from, to: before + to }));
      covered.fill(true, first, first + inside.length + 1);
    }
  }
  const heights = hills.filter((hill) => hill?.rank >= 0).map(({ height }) => height).sort((one, other) => one - other);
  return { hills, covered, heights };
}

function render({ model, el }) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const sides = model.get("sides");
  const together = model.get("together"); // all texts at once, and of the sides one
  const most = Math.max(1, ...sides.map(({ size }) => size));
  const share = (merges) => Math.log(merges + 1) / Math.log(most + 1); // of the way up: late merges are close together
  const mergesAt = (level) => clamp(0, Math.floor(Math.exp(level * Math.log(most + 1)) - 1 + 1e-6), most);
  const id = unique("water");

  const play = makeButton("play", "Play");
  const guess = make("button", { type: "button", class: "mt-toggle" }, "Guess first");
  const names = make("div", { class: "mt-water-names", role: "group", "aria-label": "Text" });
  const input = make("input", { type: "text", "aria-label": "Your own text", placeholder: together ? "in your language" : "type your own text", dir: "auto", maxlength: LONGEST });
  const problem = make("p", { class: "mt-problem", role: "status" });
  const turn = make("button", { type: "button", class: "mt-toggle" }); // on a phone, to the other side
  const labels = sides.map(({ name }) => make("p", { class: "mt-water-side", hidden: "" },
    make("b", {}, name), make("span"), make("b", { class: "mt-water-count" })));
  const picture = svg("svg", { "aria-hidden": "true" });
  const stage = make("div", { class: "mt-water-stage" }, picture);
  const pin = svg("circle", { class: "mt-grip", r: 4 });
  const slider = make("input", { type: "range", class: "mt-slider", max: STEPS, "aria-label": "Merges learned" });
  const after = make("span", { class: "mt-place" });
  const told = make("p", { class: "mt-water-told", role: "status" });
  const twin = make("p", { class: "mt-told mt-water-twin" }); // the tokens, for those who can't see the picture
  const legend = make("p", { class: "mt-legend" });
  const title = make("p", { class: "mt-title" }, model.get("title"));
  const view = make("div", { class: `mt-view ${model.get("name")} mt-waterline`, role: "group", "aria-label": model.get("title") },
    make("div", { class: "mt-head" }, title, ...(together ? [names, input] : []), guess, makeFull(() => view)),
    ...(together ? [] : [make("div", { class: "mt-water-texts" }, names, input, turn)]), problem,
    told, labels[0], stage, ...labels.slice(1), make("div", { class: "mt-water-foot" }, play, slider, ...(together ? [after] : [])), twin, legend);
  el.append(view);

  let merges = clamp(0, model.get("merges"), most);
  let level = share(merges); // of the water, 0 to 1
  const layout = together ? manyTexts() : oneText();
  let chosen = 0; // the side that is guessed, and on a phone the one that is shown
  let text, texts, letters, wholes, cells, lands; // what is shown: its letters with their parts, and its places
  let width, unit, type, hill, band, strip, head, gap, edge, rows, drawn; // how it is drawn
  let [guesses, held] = [null, null]; // the cuts or prices of the learner, { open, cuts, prices }; the hill that was clicked
  let isTyped = false; // and not yet shown
  const timers = {};
  const wait = waiting(timers);
  const isPhone = () => width < PHONE;
  const shown = () => (together || isPhone() ? [chosen] : [...sides.keys()]);
  const whose = (otherwise) => sides[chosen].name || otherwise;
  const learned = (side) => Math.min(merges, sides[side].size);
  const rise = (height) => WATER * hill * share(height + 1);
  const isCut = (side, at) => !(lands[side].hills[at]?.height < sides[side].size);
  const topOf = (side, at) => (isCut(side, at) ? NEVER * hill : rise(lands[side].hills[at].height));
  const areInTokens = (side, at) => lands[side].covered[at] && lands[side].covered[at + 1]; // the places on both sides of a hill
  const isEnd = (side) => (at) => lands[side].covered[at] && isCut(side, at);
  const tokensAtEnd = (side, { start, end }) => [...cells.keys()].slice(start, end).filter(isEnd(side)).length; // after all merges
  const widthOf = (start, end) => cells.slice(start, end).reduce((sum, { wide }) => sum + wide, 0);
  const small = (from, to) => make("code", {}, make("bdi", {}, faceOf(letters, from, to)));

  // The tokens between two places, each with the height of its highest hill; none while one guesses.
  function poolsOf(side, start, end) {
    const { hills, covered } = lands[side];
    const pools = [];
    let [from, height] = [start, -1];
    for (let at = start; at < end && !guesses?.open; at++) {
      const isJoined = hills[at]?.height < learned(side) && at + 1 < end;
      if (!isJoined && covered[from]) pools.push({ from, to: at + 1, height });
      [from, height] = isJoined ? [from, Math.max(height, hills[at].height)] : [at + 1, -1];
    }
    return pools;
  }

  function build() {
    const all = model.get("texts");
    problem.textContent = model.get("problem");
    const isShown = ({ name }) => name === model.get("shown");
    letters = [];
    texts = (together ? all : [all.find(isShown) ?? all[0]]).map((one) => {
      const start = letters.length;
      letters = lettersOf(one, letters);
      return { ...one, start, end: letters.length };
    });
    text = texts.find(isShown) ?? texts[0];
    wholes = [...lettersIn(letters, 0, letters.length)];
    cells = wholes.flatMap((letter) => {
      const wide = Math.max(letter.size > 1 ? BYTE : 1, (WIDE.test(letter.shown) ? 1.9 : 1) / letter.size);
      return Array.from({ length: letter.size }, () => ({ letter, wide }));
    });
    lands = sides.map((_, side) => readLand(texts, side, letters.length));
    const [choices, here] = layout.choices(all);
    const buttons = choices.map((one) => make("button", { type: "button", class: "mt-toggle", "aria-pressed": one.name === here.name }, one.name));
    buttons.forEach((button, place) => (button.onclick = () => {
      const isGuessing = guesses?.open;
      layout.choose(place, button.textContent);
      if (isGuessing) guess.click(); // one goes on guessing
    }));
    const isFocused = names.contains(document.activeElement);
    names.replaceChildren(...(buttons.length > 1 ? buttons : []));
    names.scrollLeft = here.name === choices.at(-1).name ? names.scrollWidth : 0; // on a phone: the reader's own is last
    if (isFocused) names.querySelector("[aria-pressed=true]")?.focus();
    const rest = text.more ? ` ${counted(text.more, "more character")} can't be shown.` : "";
    const bytes = layout.isSplit && text.base === "bytes" && wholes.some(({ size }) => size > 1) ? " A letter of several bytes has a mark under it for each." : "";
    legend.textContent = layout.legend + bytes + rest;
    stage.scrollTop = 0;
    guesses = held = null;
    layOut();
  }

  function choose(side) {
    chosen = side;
    build();
  }

  function layOut() {
    width = stage.clientWidth;
    if (!width) return;
    const screen = view.closest(".mt-screen, :fullscreen"); // a slide, or the whole screen
    const others = [...view.children].filter((node) => node !== stage).reduce((sum, node) => sum + node.offsetHeight + 10, 40);
    const height = screen ? screen.clientHeight - others : layout.height();
    layout.measure(height, screen);
    const tall = head + shown().length * hill + band + gap;
    for (const [index, row] of rows.entries()) {
      const top = edge + index * tall + head;
      Object.assign(row, { top, width: 0, base: top + hill }); // base: the upper edge of its letters
      for (const at of fromLeft(row.text ?? text.text, letters, row)) {
        Object.assign(cells[at], { left: row.width, width: cells[at].wide * unit });
        row.width += cells[at].width;
      }
    }
    const widest = Math.max(...rows.map((row) => row.width)) + layout.beside;
    const whole = rows.length * tall + edge;
    const room = screen ? height : Math.max(height, 2 * tall + edge); // of two rows at least, and of whole ones
    const fits = whole <= room ? room : edge + FADE + tall * Math.max(1, Math.floor((room - edge) / tall));
    stage.style.cssText = `--hex:${0.26 * type}px;--wide:${isPhone() ? width : NAMES + widest + PRICES}px;max-height:${fits}px`;
    view.style.setProperty("--land", `${widest}px`);
    stage.tabIndex = whole > room ? 0 : -1; // what scrolls can be reached by key
    filled(picture, { width: widest, height: whole, "font-size": type }, []);
    const stops = [0, 1, 2, 3].map((stop) => svg("stop", { offset: stop / 3, class: `mt-stop-${stop}` }));
    const ages = svg("linearGradient", { id, gradientUnits: "userSpaceOnUse", x2: 0, y2: WATER * hill }, ...stops);
    picture.replaceChildren(svg("defs", {}, ages), ...rows.map(drawRow));
    drawn = null;
    guess.setAttribute("aria-pressed", Boolean(guesses));
    stage.replaceChildren(picture, ...layout.overlay());
    draw();
  }

  // A row ends before a word if it can.
  function breakRows(room) {
    const found = [{ start: 0, end: 0 }];
    for (const { start, end } of wholes) {
      const isFirst = start && !lands[0].hills[start - 1];
      const next = isFirst ? Math.max(lands[0].hills.indexOf(null, start) + 1, end) : end;
      const used = widthOf(found.at(-1).start, start);
      if (used && used + Math.min(widthOf(start, next), room) > room + 0.01) found.push({ start });
      found.at(-1).end = end;
    }
    return found;
  }
  const boxOf = (from, to) => [Math.min(...cells.slice(from, to).map(({ left }) => left)), widthOf(from, to) * unit];

  // Where the hill after a place stands; in a text that is read from the right, the next place may be on the left.
  function between(at) {
    const [here, next] = [cells[at], cells[at + 1]];
    if (next.left > here.left) return next.left;
    return READ_FROM_LEFT.test(here.letter.shown) ? next.left + next.width : here.left;
  }

  // A row with its letters; its hills and tokens come when the water is known.
  function drawRow(row) {
    const lines = [];
    row.sides = shown().map((side, place) => drawSide(row, side, place ? 1 : -1, lines)); // the second one is mirrored
    const written = svg("g", { class: "mt-water-letters" });
    const write = ({ start, end, shown, look }, y) => {
      const [left, width] = boxOf(start, end);
      written.append(svg("text", { x: left + width / 2, y, class: look }, shown));
    };
    for (const letter of wholes.filter(({ start }) => start >= row.start && start < row.end)) {
      const { start, end, size } = letter;
      write(letter, row.base + band / 2 - (layout.isSplit ? Math.max(2, 0.1 * type) : 0));
      const low = row.base + band - (strip || 5);
      const parts = size > 1 && layout.isSplit ? [...lettersIn(letters, start, end, 1)] : [];
      const [left, width] = boxOf(start, end);
      const each = (width - BETWEEN / 3) / size;
      if (each >= CODE) for (const part of parts) write(part, low - 0.12 * type);
      else if (parts.length) written.append(svg("path", { class: "mt-bytes", d: parts.map((_, place) => `M${left + BETWEEN / 6 + place * each},${low}h${each - 1.5}`).join("") }));
    }
    return (row.drawn = svg("g", {}, ...lines, ...row.sides.flatMap(({ land, chips }) => [land, chips]), written));
  }
  function drawSide(row, side, up, lines) {
    const floor = row.base + (up < 0 ? 0 : band);
    const isTold = (tick, place) => tick <= sides[side].size && (rise(99) - rise(9) > 14 ? tick > 1 || most < 10 : place % 2);
    for (const tick of layout.ticks.filter(isTold)) {
      const y = floor + up * rise(tick - 1);
      lines.push(svg("path", { class: "mt-water-grid", d: `M0,${y}H${row.width}` }));
      if (row === rows[0]) lines.push(svg("text", { class: "mt-water-axis", x: row.width + 16, y }, tick < 1000 ? tick : `${tick / 1000}k`));
    }
    const paths = ["wet", "dry", "shade", "walls"].map((look) => svg("path", { class: `mt-land-${look}` }));
    paths[1].setAttribute("fill", `url(#${id})`);
    const waves = "q8,3 16,0t16,0".repeat(Math.ceil(row.width / 32) + 2);
    const sea = svg("g", {}, svg("path", { class: "mt-sea", d: `M-32,0${waves}V${-hill}H-32z` }));
    const grip = svg("circle", { class: "mt-grip", cx: row.width + layout.grip, r: layout.grip });
    const land = svg("g", { transform: `translate(0,${floor}) scale(1,${up})` }, svg("svg", { width: row.width, height: hill }, sea, ...paths), grip);
    return { side, floor, up, sea, grip, paths, land, chips: svg("g", {}) };
  }

  // The hills and tokens of a side, if a merge has changed them.
  function fillSide(row, one) {
    const { side, up, paths, chips } = one;
    const { hills, covered } = lands[side];
    const pools = poolsOf(side, row.start, row.end);
    if (pools.length === one.count) return;
    one.count = pools.length;
    const [wet, dry, shade, walls] = paths.map(() => []);
    for (let at = row.start; at < row.end && !guesses?.open; at++) {
      if (!covered[at]) walls.push(`M${cells[at].left},0V${hill}h${cells[at].width}V0z`); // no token: a plateau
      if (at + 1 === row.end) break;
      const [x, here, cell] = [between(at), hills[at], (widthOf(at, at + 2) * unit) / 2];
      if (!here) walls.push(`M${x - 0.3 * cell},0L${x - 0.17 * cell},${hill}H${x + 0.17 * cell}L${x + 0.3 * cell},0z`);
      if (!(here?.height >= 0)) continue;
      const high = topOf(side, at);
      const wide = cell * (0.75 + (0.45 * high) / hill);
      const [lit, shady, ridge] = [LIT, SHADY, RIDGE].map((points) => outline(points, x, wide, high));
      (here.height < learned(side) ? wet : dry).push(`M${lit}L${shady}z`);
      if (here.height >= learned(side)) shade.push(`M${shady}L${ridge}z`);
    }
    [wet, dry, shade, walls].forEach((parts, place) => paths[place].setAttribute("d", parts.join("")));
    const box = { y: row.base + 2 + (up < 0 ? 0 : band - strip), height: (strip || band) - 4, rx: Math.min(4, unit / 4) };
    const tokens = new Map(pools.map((pool) => [`${pool.from}-${pool.to}`, pool]));
    for (const chip of [...chips.children]) tokens.delete(chip.dataset.token) || chip.remove(); // a token that stays keeps its chip
    chips.append(...[...tokens].map(([token, { from, to, height }]) => {
      const [left, width] = boxOf(from, to);
      const look = { class: `mt-water-chip${height < 0 ? "" : " mt-made"}`, style: `--age:${share(height + 1)}` };
      return svg("rect", { ...look, ...box, "data-token": token, x: left + 1, width: width - 2 });
    }));
  }

  function draw() {
    if (!width) return; // it is not in the page yet
    for (const { side, sea, grip } of rows.flatMap(({ sides }) => sides)) {
      const high = WATER * hill * Math.min(level, share(sides[side].size));
      for (const node of [sea, grip]) node.setAttribute("transform", `translate(0,${high || -EDGE})`); // no wave at first
    }
    slider.value = STEPS * level;
    slider.style.setProperty("--mt-done", `${100 * level}%`);
    if (!together && !turn.hidden) turn.textContent = `Show ${sides[1 - chosen].name}${level < 1 || guesses?.open ? "" : `: ${tokensAtEnd(1 - chosen, text)}`}`;
    after.textContent = `after ${counted(learned(chosen), "merge")}`;
    sides.forEach(({ size }, side) => (labels[side].children[1].textContent = merges < size ? `after ${number(merges)} of ${counted(size, "merge")}` : `after all ${counted(size, "merge")}`));
    tell();
    const pools = shown().map((side) => poolsOf(side, 0, letters.length));
    const counts = pools.map(({ length }) => (guesses?.open ? "" : counted(length, "token")));
    slider.ariaValueText = [counted(merges, "merge"), ...shown().map((side, place) => `${sides[side].name} ${counts[place]}`.trim())].join(", ");
    if (drawn === `${[!merges, counts]}`) return;
    drawn = `${[!merges, counts]}`;
    layout.count(counts);
    for (const row of rows) row.sides.forEach((one) => fillSide(row, one));
    const faces = pools.map((tokens) => tokens.map(({ from, to }) => faceOf(letters, from, to)).join(" | "));
    twin.textContent = shown().map((side, place) => `${sides[side].name} ${faces[place]}`).join(". ");
  }

  // A line under the picture: about a hill, which gets a pin, or about the next to drown; while guessing, about the guess.
  function tell(where = held) {
    pin.remove();
    const row = where && !guesses?.open && rows.find(({ start, end }) => start <= where.at && where.at + 1 < end);
    row?.sides.find(({ side }) => side === where.side)?.land.append(filled(pin, { cx: between(where.at), cy: topOf(where.side, where.at) }, []));
    if (guesses?.open) told.textContent = `${layout.task()} Then press play to flood it.`;
    else if (guesses && level >= 1) told.replaceChildren(...layout.verdict());
    else told.replaceChildren(...(where ? aboutHill(where) : aboutNext()));
  }
  function aboutHill({ side, at }) {
    const one = lands[side].hills[at];
    const whose = sides[side].name ? ` of ${sides[side].name}` : "";
    if (!one) return [areInTokens(side, at) ? `A cliff${whose}: the text is cut here before any merge.` : `This belongs to no token${whose}.`];
    const { shown, end } = cells[at].letter;
    const last = cells[one.to - 1].letter;
    const inside = at + 1 < end ? ` inside ${shown}` : one.to < last.end ? ` of ${last.shown}` : ""; // a byte means little alone
    if (one.rank < 0) return [one.height < 0 ? `One token${whose} from the start.` : `No merge${whose} joins these two${inside}: a token ends here.`];
    const rest = inside + (one.height > one.rank ? `, after merge ${number(one.height + 1)} has made one of them` : "");
    const joined = make("span", { class: "mt-joined" }, small(one.from, at + 1), " + ", small(at + 1, one.to), rest ? "" : ".");
    return [make("b", {}, `Merge ${number(one.rank + 1)}`), `${whose} joins `, joined, rest && `${rest}.`];
  }
  function aboutNext() {
    const next = (side) => lands[side].heights.find((height) => height >= learned(side));
    const [side] = shown().filter((side) => next(side) !== undefined).sort((one, other) => next(one) - next(other));
    if (side === undefined) return [letters.length ? layout.ended() : "There is no text yet: type one."];
    if (together) return [`One sentence, ${texts.length} times. Its price: how many tokens it takes for each one of ${texts[0].name}.`];
    return ["Next to drown: ", ...aboutHill({ side, at: lands[side].hills.findIndex((one) => one?.height === next(side)) })];
  }

  // One text in large, under the lands of one side or between those of two. What is guessed are its cuts.
  function oneText() {
    const placesToCut = () => wholes.map(({ end }) => end - 1).filter((at) => areInTokens(chosen, at));
    return {
      legend: sides.length > 1 ? `${LEGEND} Heights above and below can't be compared: each vocabulary has its own order.` : LEGEND,
      beside: AXIS, ticks: [1, 10, 100, 1000, 10000, 100000], grip: 7, isSplit: true, // a letter into its bytes
      choices: (all) => [all, text],
      choose: (_, name) => record(model, { shown: name }),
      height: () => (isPhone() ? 0.4 * innerHeight : clamp(240, 0.34 * width, 0.37 * innerHeight)),
      // One row if the letters are large enough, else several.
      measure(height, screen) {
        unit = clamp(isPhone() ? LEAST_ON_PHONE : LEAST, (width - AXIS) / Math.max(1, widthOf(0, letters.length)), LARGEST);
        const parts = isPhone() ? [0.6, 0.7, 0.8, 0.9, 1] : [1]; // of the width: a phone has no more rows than it needs, and even ones
        rows = parts.map((part) => breakRows((part * (width - AXIS)) / unit)).find(({ length }, _, all) => length === all.at(-1).length);
        if (isPhone()) unit = clamp(unit, (width - AXIS) / Math.max(...rows.map(({ start, end }) => widthOf(start, end))), LARGEST);
        const count = shown().length;
        strip = count > 1 ? STRIP : 0;
        [band, head, gap, edge] = [Math.round(clamp(34, 1.7 * unit, 1.7 * (screen ? TALL_IN_FULL : TALL)) + strip), 0, isPhone() ? BETWEEN / 2 : BETWEEN, EDGE];
        type = Math.min(unit, 0.6 * band);
        hill = Math.floor(clamp(isPhone() ? 36 : 58, ((height - EDGE) / rows.length - band - gap) / count, screen ? 500 : count > 1 ? 160 : 220));
        turn.hidden = count === sides.length;
        labels.forEach((label, side) => (label.hidden = !shown().includes(side)));
        shown().forEach((side, place) => (place ? stage.after(labels[side]) : stage.before(labels[side])));
      },
      overlay() {
        const left = picture.getBoundingClientRect().left - stage.getBoundingClientRect().left;
        return (guesses ? placesToCut() : []).map((at) => {
          const row = rows.find(({ end }) => end > at);
          const cell = (widthOf(at, at + 2) * unit) / 2;
          const x = at + 1 < row.end ? between(at) : READ_FROM_LEFT.test(cells[at].letter.shown) ? row.width : 0;
          const style = `left:${left + x - cell / 2}px;top:${row.top}px;width:${cell}px;height:${hill + band}px`;
          const look = guesses.open || isCut(chosen, at) ? "mt-cut" : "mt-cut mt-drowned";
          const told = { "aria-label": `cut after ${faceOf(letters, row.start, at + 1)}`, "aria-pressed": guesses.cuts.has(at) };
          const node = make("button", { type: "button", class: look, style, ...told });
          node.disabled = !guesses.open;
          node.onclick = () => {
            guesses.cuts.delete(at) || guesses.cuts.add(at);
            node.ariaPressed = guesses.cuts.has(at);
          };
          return node;
        });
      },
      count: (counts) => shown().forEach((side, place) => (labels[side].lastChild.textContent = counts[place])),
      task: () => `Mark wherever you think that ${whose("this vocabulary")} cuts the text.`,
      verdict() {
        const real = placesToCut().filter((at) => isCut(chosen, at));
        const right = real.filter((at) => guesses.cuts.has(at)).length;
        const wrong = guesses.cuts.size - right;
        const marks = real.map((at) => (guesses.cuts.has(at) ? "🟦" : "⬜")).join("") + "🟧".repeat(wrong);
        const line = `I saw ${right} of ${real.length} cuts of ${whose("a tokenizer")} in “${text.text.slice(0, 60)}” ${marks}`;
        return [make("b", {}, `${right} of ${real.length} right`), wrong ? `, ${wrong} drowned. ` : ". ", "To paste: ", make("q", {}, line)];
      },
      ended() {
        const count = (side) => tokensAtEnd(side, text);
        return `${sides.map(({ name }, side) => (side ? count(side) : counted(count(side), "token")) + (name && ` for ${name}`)).join(", ")}.`;
      },
      drag: (_, there) => bring(there.level),
    };
  }

  // Several texts, a small row for each with its name, its tokens and its price, as a number and as a bar. The price of a
  // text is how many tokens it has for each of the first; it is what is guessed.
  function manyTexts() {
    const priceAtEnd = (one, side = chosen) => tokensAtEnd(side, one) / tokensAtEnd(side, texts[0]);
    const tops = new Map(); // of the rows, by their names
    let isSorted = false; // by price, from the end of a flood until the next begins
    const dearest = () => Math.ceil(1.2 * Math.max(...sides.flatMap((_, side) => texts.map((one) => priceAtEnd(one, side)))));
    const guessOf = (row) => {
      const told = { "aria-label": `Price of ${row.name}`, min: 0, max: dearest(), step: 0.1, value: guesses.prices.get(row.name) };
      const style = guesses.open ? "" : "--mt-groove:none"; // the bar takes its place
      const guess = make("input", { type: "range", class: "mt-slider", style, ...told });
      guess.disabled = !guesses.open;
      guess.oninput = () => {
        guesses.prices.set(row.name, Number(guess.value));
        layout.count();
      };
      return guess;
    };
    return {
      legend: "", beside: 2 * GAP, ticks: [], grip: 3, isSplit: false,
      choices: () => [sides, sides[chosen]],
      choose,
      height: () => (isPhone() ? Infinity : clamp(432, (view.closest(".jp-Notebook")?.clientHeight ?? innerHeight) - OTHERS, 760)),
      measure(height, screen) {
        const room = isPhone() ? width - 2 * GAP : Math.min(width - NAMES - PRICES, LONG * width);
        unit = clamp(5, room / Math.max(1, ...texts.map(({ start, end }) => widthOf(start, end))), screen ? TALL : LEAST);
        rows = texts.map((one) => ({ ...one }));
        isSorted = level >= 1 || (isSorted && level > 0);
        if (isSorted) rows.sort((one, other) => tokensAtEnd(chosen, one) - tokensAtEnd(chosen, other));
        else if (isPhone()) rows.sort(({ name }, other) => (other.name === "yours") - (name === "yours")); // what one types is seen
        const each = (height - HEADS) / rows.length;
        [band, head, gap, edge] = [Math.min(isPhone() ? HEADS : clamp(18, 1.25 * unit, 24), each / 2.2), isPhone() ? LINE : 0, GAP, HEADS];
        [type, strip] = [Math.min(1.6 * unit, 0.72 * band), 0];
        hill = Math.floor(clamp(SMALL, each - head - band - gap, isPhone() ? SMALL : 120));
        stage.dataset.room = isPhone() ? "narrow" : "wide";
        picture.style.marginLeft = isPhone() ? "" : `${NAMES}px`;
      },
      overlay() {
        const line = (top, height, ...cells) => make("div", { class: "mt-price", style: `top:${top}px;height:${height}px` }, ...cells);
        const cell = (told = "") => make("span", { class: "mt-count" }, told);
        const lines = rows.map((row) => {
          [row.tokens, row.price, row.bar] = [cell(), cell(), make("i", { class: "mt-bar mt-made" })];
          const bar = make("span", { class: "mt-track" }, row.bar);
          if (guesses && row.start) bar.append(guessOf(row));
          const told = line(row.top - head, head || hill + band, make("b", { class: row.name === "yours" ? "mt-name mt-own" : "mt-name" }, row.name), row.tokens, row.price, bar);
          const way = [{ transform: `translateY(${(tops.get(row.name) ?? row.top) - row.top}px)` }, {}];
          if (!reduced.matches) for (const node of [row.drawn, told]) node.animate(way, { duration: SORT_MS, easing: "ease-in-out" });
          tops.set(row.name, row.top);
          return told;
        });
        const scale = cell();
        scale.append(...(!guesses || isPhone() ? [] : width < 900 ? [1, 4, 8] : [1, 2, 4, 8]).map((price) => make("span", { style: `left:${(100 * price) / dearest()}%` }, `${price}×`)));
        return [line(0, HEADS, cell(), cell("tokens"), cell("price"), scale), ...lines];
      },
      count() {
        const [first, highest] = [poolsOf(chosen, texts[0].start, texts[0].end).length, dearest()];
        rows.forEach((row) => {
          const tokens = poolsOf(chosen, row.start, row.end).length;
          const isGuessed = guesses?.open && row.start;
          const price = isGuessed ? guesses.prices.get(row.name) : (merges && tokens / first) || 0; // none before any merge
          row.tokens.textContent = tokens || "";
          row.price.textContent = price ? `${price.toFixed(1)}×${isGuessed ? "?" : ""}` : "";
          row.bar.style = `--age:${isGuessed ? 0 : clamp(0, price / highest, 1)}`;
        });
      },
      task: () => `Drag the price that each text has in ${whose("this vocabulary")}.`,
      verdict() {
        const guessed = rows.filter(({ start }) => start);
        const isNear = (row) => Math.abs(guesses.prices.get(row.name) / priceAtEnd(row) - 1) <= NEAR;
        const score = `${guessed.filter(isNear).length} of ${counted(guessed.length, "price")}`;
        const marks = guessed.map((row) => (isNear(row) ? "🟦" : "⬜")).join("");
        const line = `I guessed ${score} of a language in ${whose("a tokenizer")} ${marks}`;
        return [make("b", {}, `${score} nearly right`), ", within a quarter. To paste: ", make("q", {}, line)];
      },
      ended() {
        const most = texts.reduce((one, other) => (priceAtEnd(other) > priceAtEnd(one) ? other : one));
        const own = texts.filter((one) => one !== most && one.name === "yours").map((one) => `, your sentence ${priceAtEnd(one).toFixed(1)}`);
        return `No merge is left: ${most.name === "yours" ? "your sentence" : most.name} takes ${priceAtEnd(most).toFixed(1)} tokens for each one of ${texts[0].name}${own}.`;
      },
      drag: ({ clientY }) => bring(before + (pressed - clientY) / DRAG),
    };
  }

  function go(there) {
    level = clamp(0, there, 1);
    merges = mergesAt(level);
    if (together && (level >= 1 || !level)) layOut(); // then the rows have another order
    else draw();
    model.set("merges", merges);
    wait("save", SAVED_MS, () => model.save_changes());
  }
  function stop() {
    cancelAnimationFrame(timers.play);
    clearTimeout(timers.rise);
    timers.play = null;
    stage.classList.remove("mt-moving");
    drawIcon(play, "play", "Play");
  }
  function start(pace = PLAY_MS, there = 1) {
    stop();
    held = null;
    if (level >= there) go(0);
    if (guesses) guesses.open = false;
    layOut();
    if (reduced.matches) return go(there);
    const began = performance.now() - pace * level;
    const tick = (now) => {
      go(Math.min((now - began) / pace, there));
      if (level < there) timers.play = requestAnimationFrame(tick);
      else stop();
    };
    timers.play = requestAnimationFrame(tick);
    stage.classList.add("mt-moving");
    drawIcon(play, "pause", "Pause");
  }
  function bring(there, hill = null) {
    stop();
    held = hill;
    go(there);
  }

  // What is under the pointer: the hill that is nearest, and the level of the water there.
  function under({ clientX, clientY }) {
    const frame = picture.getBoundingClientRect();
    const [x, y] = [clientX - frame.left, clientY - frame.top];
    const row = rows.findLast(({ top }) => top <= y) ?? rows[0];
    const { side, floor, up } = row.sides[y > row.base + band / 2 ? row.sides.length - 1 : 0];
    const far = (at) => Math.abs(between(at) - x);
    const near = [...cells.keys()].slice(row.start, Math.max(row.end - 1, 0)).filter((at) => far(at) < cells[at].width);
    return { side, at: near.sort((one, other) => far(one) - far(other))[0], level: (up * (y - floor)) / (WATER * hill) };
  }

  // Where the arrow keys bring the water: over the next hill, or below the last that has drowned.
  function nextLevel(isUp) {
    const heights = shown().flatMap((side) => lands[side].heights).sort((one, other) => one - other);
    const height = isUp ? heights.find((one) => one >= merges) : heights.findLast((one) => one + 1 < merges);
    return height === undefined ? Number(isUp) : share(height + 1);
  }

  let [pressed, before, isDragged] = [0, 0, false]; // where the pointer went down, at which level, and whether it has moved since
  picture.onpointerdown = (event) => {
    [pressed, before, isDragged] = [event.clientY, level, false];
    picture.setPointerCapture(event.pointerId);
  };
  picture.onpointermove = (event) => {
    const there = under(event);
    isDragged ||= event.buttons > 0 && Math.abs(event.clientY - pressed) > 4;
    if (isDragged && event.buttons && !guesses?.open) layout.drag(event, there);
    else if (!timers.play) tell(there.at === undefined ? held : there);
  };
  picture.onpointerup = (event) => { // a phone gives no click after a touch that may drag
    const { side, at, level: there } = under(event);
    if (isDragged || guesses?.open) return;
    const one = lands[side].hills[at]; // no water drowns a cliff
    if (at === undefined) bring(there);
    else bring(!one ? level : isCut(side, at) ? 1 : share(one.height + 1), { side, at });
  };
  picture.onpointerleave = () => tell();
  // A finger on the surface takes the water along; elsewhere it scrolls the page.
  picture.ontouchstart = (event) => !together && Math.abs(under(event.touches[0]).level - level) * WATER * hill < 24 && event.preventDefault();
  slider.oninput = () => bring(slider.value / STEPS);
  slider.onkeydown = (event) => {
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    bring(nextLevel(/Right|Up/.test(event.key)));
  };
  play.onclick = () => (timers.play ? stop() : start());
  turn.onclick = () => choose(1 - chosen);
  guess.onclick = () => {
    if (guesses) return build();
    guesses = { open: true, cuts: new Set(), prices: new Map(texts.map(({ name }) => [name, 1])) };
    bring(0);
    layOut();
  };
  input.onchange = () => isPhone() && input.blur(); // the keys go, the picture stays
  input.oninput = () => {
    isTyped = true;
    wait("ask", TYPED_MS, () => record(model, { asked: input.value }));
  };

  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) seen.disconnect();
    if (isIntersecting && (together ? level >= 1 : !merges)) start();
  }, { threshold: 0.6 });
  const resized = new ResizeObserver(() => stage.clientWidth !== width && layOut());
  model.on("change:texts", () => {
    build();
    if (isTyped && !together) {
      bring(0);
      wait("rise", PAUSE_MS, () => start(RISE_MS));
    } else if (isTyped && level < 1 && !timers.play) start(); // a text that was typed is played to its end
    isTyped = false;
  });
  for (const name of ["problem", "shown"]) model.on(`change:${name}`, build);
  model.on("change:merges", () => {
    seen.disconnect(); // the water was moved: it doesn't rise by itself
    const there = share(model.get("merges"));
    if (model.get("merges") > merges) start(RISE_MS, there);
    else if (model.get("merges") < merges) bring(there);
  });
  build();
  resized.observe(stage);
  seen.observe(stage);
  const restoreKeys = keepKeys(view);
  stayInSight(view);

  return () => {
    stop();
    Object.values(timers).forEach(clearTimeout);
    seen.disconnect();
    resized.disconnect();
    restoreKeys();
  };
}

export default { render };
