// The front end of a comparison: one text, and under it a row for each tokenizer, every token under its characters.
// It draws from plain data alone, in a notebook and on a page without Python: `compare.py` says what it is sent.

const MOST = 1000; // characters that are drawn
const [LINES, HEIGHT, ON_A_PAGE] = [24, 24, 64]; // lines on a phone, and em of all lines in a notebook, and on a page of the site: a text that needs more is one long line, to be scrolled
const ROOMS = [["narrow", 44, 8], ["middle", 68, 12.5], ["wide", Infinity, 18]]; // up to so many em, so many for the names
const COLUMN = { least: 0.7, most: 2.2 }; // em, the width of a character
const TALL = 22; // em, of the text and its rows, the text as tall as 2.5 characters are wide
const FITS = [12, 16, 20, 24, 28, 33, 38, 44, 51, 59, 68, 78, 90]; // how many characters a line may hold, so that not each letter typed changes their size
const [SMALLEST, DENSE] = [10, 60]; // pixels, of the hex of several bytes; chips of a row, of which more stand close
const UNKNOWN = /^(\[UNK\]|<unk>)$/;
const BYTES = /^[0-9a-f]{2}( |$)/;
const PART = 0.8; // columns, of a part of a character

const WHY = {
  added: () => "an added token is taken out of the text before anything else",
  normalizer: () => "its normalizer makes two words here",
  split: () => "its split pattern makes two words here, and no token crosses them",
  BPE: (left, right) => `none of its merges joins ${left} and ${right}`,
  WordPiece: (left) => `no longer piece that begins like ${left} is in its vocabulary`,
  Unigram: (left, right) => `${left} and ${right} are its likeliest pieces`,
};

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text) => [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
const signs = (text) => graphemes(text).map(visible).join("");
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// The same for the same letters, in every row and whatever is typed.
function hue(face) {
  let found = 0;
  for (const char of face.replace(/^[␣\s]+/, "")) found = (31 * found + char.codePointAt()) % 8191;
  return `mt-${found % 8}`; // one of the eight colours of tokens
}

// Placing: what stands where on the ruler, in columns.

const TURNED = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /[\p{L}\p{N}]/u;
const JOINED = /^(?=\p{L})\p{Script=Arabic}/u;
const LAST = /^[اأإآٱدذرزژوؤةىء]/u; // an Arabic letter that joins none after it
const JOINER = "\u200d";

// The graphemes of a text, each as wide as it needs to be for the cuts inside it, which are spread evenly. What a template
// adds has its place before the first and after the last one.
function clustersOf(text, rows, columnsOf) {
  let place = 0;
  const clusters = graphemes(text).map((grapheme) => {
    const start = place;
    place += [...grapheme].length;
    const turns = TURNED.test(grapheme) ? -1 : Number(LETTER.test(grapheme));
    return { text: grapheme, start, end: place, inner: [], width: columnsOf(visible(grapheme)), turns };
  });
  clusters.forEach((cluster, at) => { // each in a box of its own, Arabic letters keep the forms that they have side by side
    if (!JOINED.test(cluster.text)) return;
    const [before, after] = [clusters[at - 1]?.text ?? "", clusters[at + 1]?.text ?? ""];
    const joins = [JOINED.test(before) && !LAST.test(before), JOINED.test(after) && !LAST.test(cluster.text)];
    cluster.face = `${joins[0] ? JOINER : ""}${cluster.text}${joins[1] ? JOINER : ""}`;
  });
  const owners = clusters.flatMap((cluster) => Array(cluster.end - cluster.start).fill(cluster));
  const cuts = new Set(rows.flatMap(({ tokens }) => tokens.flatMap(([start, end]) => [start ?? 0, end ?? 0])));
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    const cluster = owners[Math.floor(cut)];
    if (cluster?.start < cut) cluster.width = Math.max(cluster.width, PART * (cluster.inner.push(cut) + 1));
  }
  const way = clusters.find(({ turns }) => turns)?.turns ?? 1;
  let before = way;
  for (const cluster of clusters) cluster.before = before = cluster.turns || before;
  let after = way;
  for (const cluster of clusters.toReversed()) {
    after = cluster.turns || after;
    cluster.way = cluster.before === after ? after : way; // as the letters on both sides of a sign, or as the text
  }
  const margins = ["before", "after"].map((side) => {
    const width = Math.max(0, ...rows.map((row) => sum(row[side].map(widthAlone))));
    return { text: "", start: side === "before" ? 0 : place, end: side === "before" ? 0 : place, inner: [], width, way };
  });
  return { clusters: [margins[0], ...clusters, margins[1]].filter(({ width }) => width), owners, margins, way };
}

// How wide a token is that stands under no characters; where letters are small, [CLS] is shown as CLS.
const BRACKETED = /^\[(.+)\]$/;
const widthAlone = ([, , token, , shown]) => 0.68 * [...(shown ?? token).replace(BRACKETED, "$1")].length + 0.8;

// Break a text into lines of so many columns: before a space, else where the most rows cut.
function linesOf(clusters, room, cuts) {
  const lines = [[]];
  const width = (line) => sum(line.map((cluster) => cluster.width));
  const worth = ({ text, start }) => (/^\s$/.test(text) ? Infinity : cuts.get(start)?.length ?? 0);
  for (const cluster of clusters) {
    const line = lines.at(-1);
    if (line.length && width(line) + cluster.width > room) {
      const [late, whole] = [Math.ceil(line.length / 2), [...line, cluster]];
      const best = Math.max(...whole.slice(late).map(worth));
      lines.push(line.splice(whole.findLastIndex((one) => worth(one) === best)));
    }
    lines.at(-1).push(cluster);
  }
  return lines;
}

// The same number of lines, about as long as each other, and no more of them that start inside a word.
function evenLines(clusters, room, cuts) {
  const inWords = (lines) => lines.filter(([first]) => /^\S/.test(first?.text)).length;
  const tried = Array.from({ length: 13 }, (_, step) => linesOf(clusters, (1 - step / 20) * room, cuts));
  return tried.findLast((lines) => lines.length === tried[0].length && inWords(lines) <= inWords(tried[0]));
}

// Give each grapheme its place in its line: runs written from right to left are turned.
function place(lines, way) {
  return lines.map((line, number) => {
    const runs = [];
    for (const cluster of line) {
      if (runs.at(-1)?.[0].way === cluster.way) runs.at(-1).push(cluster);
      else runs.push([cluster]);
    }
    for (const run of runs) if (run[0].way < 0) run.reverse();
    if (way < 0) runs.reverse();
    let width = 0;
    for (const cluster of runs.flat()) {
      Object.assign(cluster, { line: number, x: width });
      width += cluster.width;
    }
    return { width, clusters: runs.flat() };
  });
}

// How far a place is into a grapheme, from 0 to 1.
function share({ start, end, inner }, place) {
  if (place <= start) return 0;
  return place >= end ? 1 : (inner.indexOf(place) + 1) / (inner.length + 1);
}

// Where a cut is: its line and column.
function edgeOf(owners, place) {
  const cluster = owners[Math.floor(place)];
  const part = share(cluster, place);
  return { line: cluster.line, x: cluster.x + cluster.width * (cluster.way < 0 ? 1 - part : part) };
}

// The boxes that a token fills: one, but where a line breaks or the direction of writing changes.
function boxesOf(owners, start, end) {
  const boxes = [];
  const near = (one, other) => Math.abs(one - other) < 0.01;
  for (const cluster of new Set(owners.slice(Math.floor(start), Math.ceil(end)))) {
    let [from, to] = [share(cluster, start), share(cluster, end)];
    if (cluster.way < 0) [from, to] = [1 - to, 1 - from];
    const own = { line: cluster.line, left: cluster.x + from * cluster.width, right: cluster.x + to * cluster.width };
    const part = { ...cluster, x: own.left, width: own.right - own.left, text: to - from < 1 ? "" : cluster.text };
    const box = boxes.find(({ line, left, right }) => line === own.line && (near(right, own.left) || near(left, own.right)));
    if (box) Object.assign(box, { left: Math.min(box.left, own.left), right: Math.max(box.right, own.right) });
    else boxes.push({ ...own, parts: [] });
    (box ?? boxes.at(-1)).parts.push(part);
  }
  for (const box of boxes) box.parts.sort((one, other) => one.x - other.x);
  return boxes;
}

// The tokens of each row: those at its sides, those in the text, and the cuts between these, from the end of a token to the
// start of the next.
function arranged(row) {
  const places = row.tokens.map(([start]) => start !== null);
  const [first, last] = [places.indexOf(true), places.lastIndexOf(true)];
  const [before, after] = [row.tokens.slice(0, first < 0 ? 0 : first), row.tokens.slice(last < 0 ? Infinity : last + 1)];
  const inside = row.tokens.map((token, at) => ({ token, why: row.why[at] ?? "" })).filter((_, at) => places[at]);
  const gaps = inside.slice(1).map(({ token, why }, at) => {
    const left = inside[at].token;
    return { places: between(left[1], token[0]), left, right: token, why };
  });
  return { ...row, before, after, inside, gaps, loose: first < 0 ? row.tokens : [] };
}

const between = (end, start) =>
  end === start ? [end] : Array.from({ length: Math.floor(start) - Math.ceil(end) + 1 }, (_, at) => Math.ceil(end) + at);

// Each place at which some rows cut, and which do. One that leaves a space out cuts on both sides of it, where others cut.
function cutsOf(rows) {
  const found = new Map();
  const gaps = rows.flatMap((row) => row.gaps.map((gap) => ({ ...gap, row })));
  for (const { places } of gaps) if (places.length === 1) found.set(places[0], []);
  for (const { places } of gaps) if (!places.some((place) => found.has(place))) found.set(places[0], []);
  for (const { places, row } of gaps) for (const place of places) found.get(place)?.push(row);
  return found;
}

const textIn = (text, [start, end]) => [...text].slice(start ?? 0, end ?? 0).join("");
const spanOf = ([start, end]) => (start === null ? {} : { "data-span": `${start} ${end}` });
const columns = (number) => `calc(${number} * var(--mt-column))`;
const named = (row) => (row.size ? `${row.name}: ${counted(row.size, "token")} in its vocabulary` : row.name);
const list = (names) => names.map(({ name }) => name).join(", ");

// Letters in their columns.
function letters(parts, spaces) {
  return parts.map(({ text, face = text, width }) => {
    const shown = text === " " && !spaces ? text : text && visible(face);
    return make("span", { class: shown === "␣" ? "mt-space" : "mt-letter", style: `width:${columns(width)}` }, shown);
  });
}

// A token in the characters that it stands for, where its spelling is not what one reads: `Ġkeep` is `␣keep`.
function tipOf({ name }, [, , token, id, shown], text) {
  const isSpelled = /[^\0-\x7f]/.test(token), told = isSpelled ? shown ?? signs(text) : token;
  const more = [...(id === null ? [] : [`id ${id}`]), ...(shown && shown !== told ? [`stands for ${shown}`] : [])];
  return `${name}: ${[told, ...more].join(", ")}`;
}

function render({ model, el }) {
  let chips = Boolean(model.get("chips"));
  let drawnIn = "";

  const title = make("p", { class: "mt-title" }, model.get("title"));
  const problem = make("p", { class: "mt-problem", role: "status" }, model.get("problem"));
  const caption = make("p", { class: "mt-caption" });
  const stage = make("div", { class: "mt-stage" });
  const mode = make("button", { type: "button", class: "mt-toggle", "aria-pressed": chips }, "Chips");
  const full = makeFull(() => view.closest(".mt-live") ?? view);
  const view = make("div", { class: `mt-view ${model.get("name")} mt-single`, role: "group", tabindex: -1, "aria-label": model.get("title") });
  const pointing = makePointing(view, stage);
  pointing.hint.textContent = `${POINT_AT} a token or a cut${OR_KEYS} to read what it is.`;
  const head = make("div", { class: "mt-head" }, title, make("div", { class: "mt-tools" }, mode, full));
  view.append(head, problem, caption, stage, pointing.hint, pointing.tip);
  el.append(view);

  const em = () => parseFloat(getComputedStyle(view).fontSize);

  // How many columns a grapheme needs in this type.
  const canvas = document.createElement("canvas").getContext("2d");
  function columnsOf(grapheme) {
    if (/^[ -~]$/.test(grapheme)) return 1;
    const natural = canvas.measureText(grapheme).width / canvas.measureText("0").width;
    return Math.max(1, Math.ceil(2 * natural - 0.3) / 2);
  }

  // The text and its rows: of a long text the beginning.
  function draw() {
    const { text = "", rows: sent = [] } = model.get("compared");
    const drawn = [...text].slice(0, MOST).join("");
    const rows = sent.map(arranged);
    const fine = rows.filter(({ inside }) => inside.length);
    const shown = { text, drawn, rows, fine, cuts: cutsOf(fine) };
    tellWhatIsSeen(shown);
    drawnIn = room();
    if (!stage.clientWidth) return; // not in the page yet
    const refocus = focusIn(stage);
    const scrolled = stage.querySelector(".mt-scroll")?.scrollLeft;
    stage.replaceChildren(...(!rows.length ? [] : chips ? drawChips(shown) : drawRuler(shown)));
    if (scrolled) stage.querySelector(".mt-scroll").scrollLeft = scrolled;
    pointing.prepare();
    refocus(mode);
  }

  function tellWhatIsSeen({ text, rows, cuts, fine }) {
    const length = [...text].length;
    const said = [`${counted(length, "character")}, ${counted(new TextEncoder().encode(text).length, "byte")}.`];
    if (!text) said[0] = rows.length ? "There is no text yet: type one." : "There are no tokenizers to compare.";
    if (length > MOST) said.push(` The first ${MOST.toLocaleString("en")} characters are drawn.`);
    const common = [...cuts.values()].filter((by) => by.length === fine.length).length;
    if (fine.length > 1 && !chips) {
      const all = make("span", { class: "mt-sample mt-all" }, fine.length > 2 ? `all ${fine.length} cut here` : "both cut here");
      const some = make("span", { class: "mt-sample" }, fine.length > 2 ? "only some do" : "only one does");
      said.push("\u2003", make("span", { class: "mt-samples" }, common ? all : "", cuts.size > common ? some : ""));
    }
    if (chips && cuts.size > common) said.push(` In colour: tokens that ${fine.length > 2 ? "not all have" : "only one has"}.`);
    if (rows.some(({ tokens }) => tokens.some(([, , , , shown]) => BYTES.test(shown)))) said.splice(1, 0, " Where a character is cut, you see its bytes.");
    const [ids, ...others] = rows.map(({ tokens }) => tokens.map(([, , , id]) => id));
    if (others.length && ids.length && !ids.includes(null) && others.every((row) => `${row}` === `${ids}`))
      said.splice(1, 0, ` ${rows.length > 2 ? `All ${rows.length}` : "Both"} give the same ${counted(rows[0].count, "id")}.`);
    caption.replaceChildren(...said);
  }

  function counts(row, rows) {
    const bar = make("i", { class: "mt-bar", style: `width:${(100 * row.count) / Math.max(1, ...rows.map(({ count }) => count))}%` });
    const length = [...model.get("compared").text].length;
    const rate = row.count && !row.problem ? (length / row.count).toFixed(1) : "";
    return [
      nameOf(row),
      make("span", { class: "mt-count" }, row.problem ? "" : row.count.toLocaleString("en")),
      make("span", { class: "mt-rate" }, rate),
      make("span", { class: "mt-track" }, bar),
    ];
  }
  const nameOf = (row) => make("b", { class: "mt-name", title: named(row) }, row.name);
  const heads = (number) => make("div", { class: "mt-whose mt-heads" }, make("span"),
    ...(number ? [] : [make("span", { class: "mt-count" }, "tokens"), make("span", { class: "mt-rate" }, "chars each")]));

  function drawRuler({ drawn, rows, cuts, fine }) {
    const size = em();
    const [kind, , side] = ROOMS.find(([, most]) => stage.clientWidth < most * size);
    const room = Math.max(10 * size, stage.clientWidth - (side + 0.8) * size);
    canvas.font = `20px ${getComputedStyle(view).getPropertyValue("--mt-code")}`; // in which columnsOf measures
    const { clusters, owners, margins, way } = clustersOf(drawn, rows, columnsOf);
    const broken = evenLines(clusters, room / (COLUMN.least * size), cuts);
    const height = view.closest(".mt-alive") ? ON_A_PAGE : HEIGHT;
    const scrolls = broken.length > (kind === "narrow" ? LINES : height / (4 + 1.85 * rows.length));
    const lines = place(scrolls ? [clusters] : broken, way);
    const longest = Math.max(1, ...lines.map(({ width }) => width));
    const fits = FITS.find((columns) => columns >= longest) ?? longest;
    const high = Math.max(1.5, Math.min(2.2, 6 / rows.length)); // of a row, in columns
    const most = Math.max(COLUMN.least, Math.min(COLUMN.most, TALL / (2.5 + high * rows.length)));
    const column = Math.min(most * size, Math.max(COLUMN.least * size, room / fits));
    stage.style.setProperty("--mt-column", `${column}px`);
    stage.style.setProperty("--mt-side", `${side}em`);
    stage.style.setProperty("--mt-high", high);
    stage.dataset.room = kind;

    const systems = lines.map(({ width, clusters }, number) => {
      const text = make("div", { class: "mt-text", "aria-hidden": "true" }, ...letters(clusters, false));
      const strip = make("div", { class: "mt-strip", role: "listbox", "aria-label": "Cuts" });
      const staves = rows.map((row) => make("div", { class: "mt-staff", role: "listbox", "aria-label": row.name }));
      const ruled = make("div", { class: way < 0 ? "mt-ruled mt-turned" : "mt-ruled", style: `width:${columns(width)}` }, text, strip, ...staves);
      const keys = scrolls ? { "data-scrolls": "", tabindex: 0, role: "group", "aria-label": "The ruler" } : {};
      const who = rows.map((row) => make("div", { class: "mt-whose" }, ...(number ? [nameOf(row)] : counts(row, rows))));
      const names = make("div", { class: "mt-names" }, heads(number), ...who);
      return { strip, staves, ruled, node: make("div", { class: "mt-system" }, names, make("div", { class: "mt-scroll", ...keys }, ruled)) };
    });

    function piece(number, token, { line, left, right, parts }, look = "") {
      const [start, end, , , shown] = token;
      const isPart = start !== Math.floor(start) || end !== Math.floor(end);
      const isOwn = start !== null && (shown === null || isPart);
      const isWhole = isPart || parts.some(({ text }) => text); // else it is a part of a grapheme, but a character by itself
      const type = ((right - left) * column * 1.35) / [...(shown ?? "")].length; // pixels, in which what is shown just fits
      const isByte = isPart && start !== null && shown && !parts.some(({ text }) => text);
      const bytes = isByte && shown.length > 2 && type < SMALLEST ? "·".repeat(shown.split(" ").length) : shown;
      const short = type < 0.85 * size ? bytes?.replace(UNKNOWN, "?").replace(BRACKETED, "$1").replace(/^##/, "") : bytes;
      const said = isOwn && !isByte ? signs(textOf(token)) : short ?? token[2];
      const inside = isOwn && isWhole && !isByte ? letters(parts, true) : [make("span", { class: isByte ? "mt-said mt-byte" : "mt-said" }, said)];
      const ground = `${hue(shown ?? textOf(token))} ${look} ${isOwn ? "" : "mt-not-own"}`;
      const place = `left:${columns(left)};width:${columns(right - left)}`;
      systems[line].staves[number].append(make("span", { class: `mt-covered ${ground}`, role: "option", "data-tip": tipOf(rows[number], token, textOf(token)), style: place, ...spanOf(token) }, ...inside));
    }
    const textOf = (token) => textIn(drawn, token);

    // Tokens that stand under no characters, one after another: before the text or after it, or where nobody knows.
    function beside(number, tokens, cluster, isBefore) {
      const total = sum(tokens.map(widthAlone));
      let x = cluster.x + (isBefore === way > 0 ? cluster.width - total : 0);
      for (const token of way > 0 ? tokens : tokens.toReversed()) {
        piece(number, token, { line: cluster.line, left: x, right: x + widthAlone(token), parts: [] }, "mt-alone");
        x += widthAlone(token);
      }
    }

    rows.forEach((row, number) => {
      systems[0].staves[number].classList.toggle("mt-loose", Boolean(row.problem || row.loose.length));
      if (row.problem) systems[0].staves[number].append(make("p", { class: "mt-trouble" }, row.problem));
      if (row.before.length) beside(number, row.before, margins[0], true);
      if (row.loose.length) beside(number, row.loose, { x: owners[0]?.x ?? 0, line: 0, width: 0 }, way < 0);
      for (const { token } of row.inside) for (const box of boxesOf(owners, token[0], token[1])) piece(number, token, box);
      if (row.after.length) beside(number, row.after, margins[1], false);
      const face = (token) => token[4] ?? signs(textOf(token));
      for (const { places, left, right, why } of row.gaps) {
        const ends = places.filter((place) => place === left[1] || place === right[0]);
        for (const place of ends.filter((place) => cuts.has(place) && cuts.get(place).length < fine.length)) {
          const { line, x } = edgeOf(owners, place);
          const reason = WHY[why]?.(face(left), face(right));
          const tip = `${row.name} cuts here${reason ? `: ${reason}` : ""}.`;
          const look = place === Math.floor(place) ? "mt-tick" : "mt-tick mt-inside";
          systems[line].staves[number].append(make("i", { class: look, role: "option", "data-tip": tip, style: `left:${columns(x)}` }));
        }
      }
    });

    for (const [place, by] of [...cuts].sort(([one], [other]) => one - other)) {
      if (fine.length < 2) break;
      const { line, x } = edgeOf(owners, place);
      const others = fine.filter((row) => !by.includes(row));
      const tip = others.length ? `${by.length} of ${fine.length} cut here: ${list(by)}. Not ${list(others)}.` : `All ${fine.length} cut here.`;
      const look = others.length ? "mt-mark" : "mt-mark mt-all";
      const tall = `left:${columns(x)};height:${(100 * by.length) / fine.length}%`;
      systems[line].strip.append(make("i", { class: look, role: "option", "data-tip": tip, style: tall }));
      if (!others.length) systems[line].ruled.append(make("i", { class: "mt-common", style: `left:${columns(x)}` }));
    }
    for (const { strip, staves } of systems) for (const box of [strip, ...staves]) if (!box.querySelector("[role=option]")) for (const name of ["role", "aria-label"]) box.removeAttribute(name);
    return systems.map(({ node }) => node);
  }

  function drawChips({ drawn, rows, cuts, fine }) {
    const places = [...cuts.keys()].filter((place) => cuts.get(place).length < fine.length); // where only some cut: what all have alike is pale
    return [make("div", { class: "mt-chip-row" }, heads(0)), ...rows.map((row) => {
      const chips = row.tokens.map((token) => {
        const [start, end, , id, shown] = token;
        const own = textIn(drawn, token), face = shown ?? signs(own);
        const isAlike = places.length && start !== null && !places.some((place) => place >= start && place <= end);
        const chip = make("code", { class: isAlike ? "mt-a" : hue(face) }, make("bdi", {}, face));
        return make("span", { class: "mt-token", role: "option", "data-tip": tipOf(row, token, own), ...spanOf(token) }, chip, make("small", { class: "mt-id" }, id ?? ""));
      });
      const told = row.count > chips.length ? [make("span", { class: "mt-more" }, `and ${(row.count - chips.length).toLocaleString("en")} more tokens`)] : [];
      const box = row.problem ? make("p", { class: "mt-trouble" }, row.problem)
        : make("div", chips.length ? { class: `mt-tokens ${chips.length > DENSE ? "mt-dense" : ""}`, role: "listbox", "aria-label": row.name } : {}, ...chips, ...told);
      return make("div", { class: "mt-chip-row" }, make("div", { class: "mt-whose" }, ...counts(row, rows)), box);
    })];
  }

  // From row to row, to what is nearest.
  function moveUpOrDown(event) {
    const boxes = [...stage.querySelectorAll("[role=listbox]")];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const here = boxes.indexOf(event.target.closest("[role=listbox]"));
    if (!step || here < 0) return false;
    const middle = (node) => node.getBoundingClientRect().left + node.getBoundingClientRect().width / 2;
    const far = (node) => Math.abs(middle(node) - middle(event.target));
    const options = [...(boxes[here + step]?.querySelectorAll("[role=option]") ?? [])];
    options.sort((one, other) => far(one) - far(other))[0]?.focus();
    return true;
  }
  view.addEventListener("keydown", (event) => {
    if (!/^(Arrow|Home|End)/.test(event.key) || event.target.hasAttribute("data-scrolls")) return;
    if (moveUpOrDown(event) || pointing.move(event)) event.preventDefault();
  });

  mode.onclick = () => {
    chips = !chips;
    mode.setAttribute("aria-pressed", chips);
    draw();
  };

  const room = () => `${stage.clientWidth} ${em()}`;
  const resized = new ResizeObserver(() => room() !== drawnIn && draw());
  resized.observe(view);

  model.on("change:problem", () => (problem.textContent = model.get("problem")));
  model.on("change:compared", draw);
  draw();
  const letGo = keepKeys(view);
  stayInSight(view);

  return () => {
    letGo();
    resized.disconnect();
  };
}

export default { render };
