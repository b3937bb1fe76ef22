// The frames of steppers for what a reader types, by the names of the views: each caption and body as in `minitok_course/views`.

import { Aligned } from "./encoders/aligned.js";
import { ALPHABET, bytesOf, unspelled } from "./encoders/bytes.js";
import { alternatives, regex } from "./encoders/patterns.js";
import { preTokenizer } from "./encoders/pre_tokenizers.js";
import { Hues, bdi, chip, counted, escape, label, legendOf, markup, more, number, prose, running, whole, written } from "./html.js";
import { covered } from "./rows.js";

const MOST = 2000; // frames
const UNTYPED = "There is no text yet: type one.";
const CHIPS = 120, CHARACTERS = 40, LOOK_UPS = 10, CODE_POINTS = 60, TOKENS = 1000, WORDS = 300;

// What a stepper's model gets in place of a trace; one that was at the last of several frames is there again.
export function shown(frames, trace, step) {
  const wasAtEnd = step > 0 && step === JSON.parse(new TextDecoder().decode(trace)).count - 1;
  const found = [];
  for (const frame of frames) {
    if (found.push(frame) < MOST) continue;
    if (!frames.next().done) found[MOST - 1][0] += ` Only the first ${number(MOST)} steps are shown.`;
    break;
  }
  if (!found.length) found.push(["There are no steps to show.", ""]);
  const start = wasAtEnd ? found.length - 1 : 0, parts = found.flat(), frame = (part) => found.map((_, at) => [2 * at + part]);
  const packed = { parts, captions: frame(0), bodies: frame(1), count: found.length, start };
  return { trace: new TextEncoder().encode(JSON.stringify(packed)), step: start, problem: "", legend: legendOf(parts.join("")) };
}

// The tokens of a text, side by side.

function* tokenStrip(tokenizer, text) {
  const chars = [...text], all = tokenizer.encode(text), tokens = all.slice(0, TOKENS), hues = new Hues();
  if (!all.length) return yield ["There are no tokens to show.", ""];
  const chips = tokens.map(({ id, token, start, end }, at) => {
    const bytes = unspelled(token) ?? [], own = start < end && (covered(tokens, chars, at) || (whole(bytes) === null && bytes)) || token;
    const tip = `${escape(token)}: id ${id}, characters ${start} to ${end}`, face = chip(own, hues.of(written(own)));
    return `<span class="mt-token" role="option" data-tip="${tip}" data-span="${start} ${end}">${face} <small class="mt-id">${id}</small></span> `;
  });
  const between = (start, end) => prose(chars.slice(start, end).join(""));
  let done = 0, typed = "";
  for (const { start, end } of tokens.filter(({ start, end }) => start < end)) {
    if (start < done) continue;
    typed += `${between(done, start)}<span data-span="${start} ${end}">${between(start, end)}</span>`;
    done = end;
  }
  const beside = `<aside aria-label="The text">${label("The text")}<p class="mt-typed"><bdi>${typed}${between(done)}</bdi></p></aside>`;
  const body = `<div class="mt-tokens" role="listbox" aria-label="Tokens">${chips.join("")}</div>${more(all.length - TOKENS, " tokens")}`;
  const per = `${counted(chars.length, "character")}: ${tenths(chars.length / all.length)} characters a token.`;
  yield [`${counted(all.length, "token")} for ${per}`, body + beside];
}

// One digit after the point, and of 2.25 the even one of its two neighbours, as Python writes it.
function tenths(value) {
  const below = Math.floor(10 * value);
  return (4 * value) % 2 === 1 ? ((below + (below % 2)) / 10).toFixed(1) : value.toFixed(1);
}

// How BPE encodes a word: the merges that it replays, as a tree that grows over the first symbols.

function* merges(model, word) {
  const ids = model.symbols([...word]).map(([id]) => id), named = (id) => model.tokens[id];
  const step = (rank) => {
    const left = ids.filter((id) => id !== undefined), pair = [model.lefts[rank], model.rights[rank]].map(named);
    const ranks = left.slice(0, 255).map((id, at) => model.rankOf(id, left[at + 1])).slice(0, left.length - 1);
    return { symbols: left.map(named), rank, pair, ranks };
  };
  yield step();
  for (const { rank } of model.merging(ids)) yield step(rank);
}

function* encodeStepper({ model }, word) {
  const steps = merges(model, word), hues = new Hues();
  let step = steps.next().value, nodes, made, lost, mark, scrolls;
  for (let index = 0; step; index++) {
    const { symbols, ranks, rank, pair } = step, following = steps.next().value;
    if (!index) {
      symbols.forEach((symbol) => hues.set(symbol, "a"));
      nodes = symbols.slice(0, CHIPS).map((symbol) => ({ symbol, tone: "a", parts: `<i class="mt-leaf" data-letter="${escape(symbol)}"></i>`, letters: 1 }));
      lost = dropped(word, symbols).map((char) => `<del>${chip(char)}</del>`).join(" ");
      mark = bdi(symbols.join("")).includes("mt-spelled") ? " mt-spelled" : "";
      scrolls = symbols.length > 8 ? ' data-scrolls tabindex="0" aria-label="The word as a tree"' : "";
    }
    const ahead = following && grow(nodes, following, hues);
    const where = following && ranks.filter((rank) => rank === following.rank).length > 1 ? ", at the leftmost of its places" : "";
    const lowest = following ? ` The lowest rank comes next: ${number(following.rank)}${where}.` : "";
    const start = `The word begins as ${counted(symbols.length, "symbol")}.${lowest || " No merge applies."}`;
    const end = lowest || ` No neighbours have a rank: ${counted(symbols.length, "token")}.`;
    const joined = index && `Rank ${number(rank)}: ${pair.map((one) => chip(one, hues.of(one))).join("\u00a0")} became ${chip(pair.join(""), hues.of(pair.join("")))}.${end}`;
    const body = `<ul class="mt-tree mt-roots${mark}" data-word=""${scrolls}>${roots(nodes, made, ahead?.made, ranks)}</ul>`
      + '<p class="mt-under">On top the word as it stands, with the rank of each two neighbours between them. '
      + `Below a token: what it was joined from, and the rank of that merge.</p>${more(symbols.length - nodes.length, " symbols")}`
      + (lost && `<p class="mt-under">Dropped, since the vocabulary has no token for them: ${lost}</p>`);
    yield [index ? joined : start, body];
    ({ nodes, made } = ahead ?? { nodes });
    step = following;
  }
}

// The characters of a text that are none of its first symbols, where these are characters: `Löwe!` in w e gives L ö !
function dropped(text, symbols) {
  const chars = [...text], isKnown = (char) => symbols.includes(char);
  return String(chars.filter(isKnown)) === String(symbols) ? [...new Set(chars.filter((char) => !isKnown(char)))] : [];
}

// The nodes after a merge, and the place of the one that it made; of a very long word, only the first are followed.
function grow(nodes, { symbols, rank }, hues) {
  const at = nodes.findIndex(({ symbol }, at) => symbol !== symbols[at]), two = nodes.slice(at, at + 2), symbol = symbols[at];
  if (at < 0) return { nodes };
  if (two.length < 2) return { nodes: nodes.slice(0, at) };
  const below = two.map((one) => node(one, chip(one.symbol, one.tone))).join("");
  const parts = ` <small class="mt-rank"><span>rank </span>${number(rank)}</small><ul class="mt-tree mt-parts">${below}</ul>`;
  const joined = { symbol, tone: hues.of(symbol), parts, letters: two[0].letters + two[1].letters };
  return { nodes: nodes.toSpliced(at, 2, joined), made: at };
}

const node = ({ letters, parts }, face, state = "") => `<li class="mt-node${state}" style="--mt-letters:${letters}">${face}${parts}</li>`;

function roots(nodes, made, joined, ranks) {
  return nodes.map((one, at) => {
    const two = nodes.slice(at, at + 2).map(({ symbol }) => escape(symbol)).join(" "), rank = ranks[at];
    const answer = at === joined ? "right" : rank !== undefined && rank === ranks[joined] ? "tie" : "wrong";
    const tied = answer === "right" ? ' data-tied="Right by its rank, which stands at several places: the leftmost of them is merged first."' : "";
    const pick = `<button type="button" class="mt-pick" data-choice="${answer}" data-named="${two}, rank ${number(rank ?? 0)}"${tied}>`;
    const pill = rank === undefined ? '<small class="mt-gap">–</small> ' : `${pick}<small class="mt-gap${tied && " mt-wins"}">${number(rank)}</small></button> `;
    const digits = ranks.slice(Math.max(at - 1, 0), at + 1).map((rank) => rank ?? "").join("").length;
    const state = `${at === joined ? " mt-left" : ""}${at - 1 === joined ? " mt-right" : ""}${digits > 5 ? " mt-apart" : ""}`;
    return node(one, (at < ranks.length && at + 1 < nodes.length ? pill : "") + chip(one.symbol, one.tone + (at === made ? " mt-new" : "")), state);
  }).join("");
}

// How WordPiece encodes a word: it looks for the longest token from the cursor on.

// The look-ups from each cursor on, in an array for each.
function* searches({ ids, continuing_subword_prefix: prefix, max_input_chars_per_word: longest }, chars) {
  for (let start = 0, end; start < chars.length && chars.length <= longest; start = end) {
    const tried = [];
    for (end = chars.length; end > start && !tried.at(-1)?.found; end--) {
      const candidate = (start ? prefix : "") + chars.slice(start, end).join("");
      tried.push({ start, end, candidate, found: ids.has(candidate) });
    }
    yield tried;
    if (!tried.at(-1).found) return;
    end = tried.at(-1).end;
  }
}

function* matchStepper({ model }, word) {
  const chars = [...word], hues = new Hues(), tokens = [];
  for (const tried of searches(model, chars)) {
    const last = tried.at(-1), { start, end, candidate, found } = last;
    if (found) tokens.push(last);
    const lit = (step, tone) => [step.start, step.end, chip(step.candidate, tone)];
    const tone = (token) => hues.of(token.candidate) + (token === last ? " mt-new mt-secret" : "");
    const face = chip(candidate, found ? hues.of(candidate) : "");
    const longest = `${counted(tried.length, "look-up")}: ${face} is the longest token from the cursor on.`;
    const caption = !found ? `${face} is not a token, and nothing shorter is left: the word becomes one unknown token, whole.`
      : end < chars.length ? `${longest} The next one begins after it.` : `${longest} The word ends with it: ${counted(tokens.length, "token")}.`;
    const left = Math.max(0, Math.min(start - 5, chars.length - CHARACTERS)), right = Math.min(left + CHARACTERS, chars.length);
    const letters = Array.from({ length: right - left }, (_, at) => [left + at, left + at + 1, letter(chars, left + at, last)]);
    const way = `--mt-from:${Math.floor((100 * (tried[0].end - start)) / (end - start))}%;--mt-times:${Math.max(tried.length - 1, 1)}`;
    const lines = [["window", [[start, end, `<div class="mt-window${found ? " mt-found" : ""}" style="${way}"></div>`]]], ["word", letters],
      ["tokens", found ? tokens.slice(-CHARACTERS).map((token) => lit(token, tone(token))) : [[0, chars.length, `<span class="mt-gone">${bdi(word)}: unknown, whole</span>`]]]];
    for (const one of tried.slice(-LOOK_UPS)) {
      const told = one.found ? '<b class="mt-right-mark">✓ a token</b>' : "✗ no token";
      lines.push([`<span class="mt-secret">${told}</span>`, [lit(one, one.found ? tone(one) : "b mt-secret mt-missed")]]);
    }
    const keys = right - left > 12 ? ' data-scrolls tabindex="0" role="group" aria-label="The word, character by character"' : "";
    const part = `<p class="mt-under">Characters ${number(left)} to ${number(right)} of ${number(chars.length)} are shown.</p>`;
    yield [caption, label("The word, its tokens so far, and what was looked up here")
      + `<div class="mt-cursor"${keys}><table class="mt-match" data-band=""><tbody>${lines.map((line) => row(...line, left, right)).join("")}</tbody></table></div>`
      + more(tried.length - LOOK_UPS, " before these") + (right - left < chars.length ? part : "")];
  }
}

function letter(chars, at, { start, end, found }) {
  const face = chip(chars[at], at === start ? "a mt-cursor-here" : start <= at && at < end ? "a" : "a mt-outside");
  if (!found || at < start) return face;
  return `<button type="button" class="mt-pick" data-choice="${at === end - 1 ? "right" : "wrong"}" data-named="${escape(chars[at])}, at ${at + 1}">${face}</button>`;
}

// A row of a table that has a column for each character: spans as [start, end, HTML].
function row(head, spans, left, right) {
  const gap = (width) => (width > 0 ? `<td colspan="${width}"></td>` : "");
  let cells = "", done = left;
  for (const [from, to, inside] of spans) {
    const start = Math.max(from, done), end = Math.min(to, right);
    if (start >= end) continue;
    cells += `${gap(start - done)}<td class="mt-span" colspan="${end - start}">${inside}</td>`;
    done = end;
  }
  return `<tr><th class="mt-cell" scope="row">${head}</th>${cells}${gap(right - done)}</tr>`;
}

// What a text is made of: code points, their bytes, and the bits of these.

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text) => Array.from(GRAPHEMES.segment(text), ({ segment }) => [...segment]);

function* utf8Table({ names }, text) {
  const chars = [...text], seen = counted(graphemes(text).length, "character as you see it", "characters as you see them");
  const rows = graphemes(chars.slice(0, CODE_POINTS).join("")).map((cluster, place) => cluster.map((char, at) => {
    const tone = `${place % 8}`, point = char.codePointAt(), hex = point.toString(16).toUpperCase().padStart(4, "0");
    const name = names[point] ?? (/\p{Unified_Ideograph}/u.test(char) ? `Cjk unified ideograph-${point.toString(16)}` : /\p{Co}/u.test(char) ? "for private use: no name" : "not assigned");
    const first = at ? "" : `<td class="mt-cell mt-seen" rowspan="${cluster.length}">${chip(cluster.join(""), tone)}</td>`;
    return `<tr>${first}<td class="mt-cell"><div class="mt-point"><div class="mt-named"><b>U+${hex}</b> ${markup(name)}</div>`
      + `<div class="mt-octets">${bytesOf(char).map((byte) => octet(byte, tone)).join(" ")} <span class="mt-octet">= ${number(point)}</span></div></div></td></tr>`;
  }).join(""));
  yield [`${seen}, ${counted(chars.length, "code point")}, ${counted(bytesOf(text).length, "byte")}.`,
    '<table class="mt-table mt-utf8"><thead><tr><th class="mt-cell" scope="col">seen</th>'
    + '<th class="mt-cell" scope="col">code point → bytes, as GPT-2 writes them → bits</th></tr></thead><tbody>'
    + `${rows.join("")}</tbody></table>${more(chars.length - CODE_POINTS, " code points")}`
    + '<p class="mt-under">Bold bits say how many bytes a character has; underlined bits say that a byte continues one. '
    + "What is left, joined, is the number of the code point.</p>"];
}

function octet(byte, tone) {
  const bits = byte.toString(2).padStart(8, "0"), cut = bits.indexOf("0") + 1, value = bits.slice(cut), name = cut === 2 ? "u" : "b";
  const writes = `<small${byte < 0x80 ? "" : ' class="mt-spelled"'}>${markup(ALPHABET[byte])}</small>`;
  return `<span class="mt-octet"><span>${chip(byte.toString(16).padStart(2, "0"), tone)} ${writes}</span> <span class="mt-bits">`
    + `<${name}>${bits.slice(0, cut)}</${name}>${value}</span> <span class="mt-bits"><code class="mt-${tone}">${value}</code></span></span>`;
}

// Where patterns cut a text, the reader's own among them.

function* patternRows({ cuts, own }, text, typed) {
  const yours = { name: "yours", part: { ...own, pattern: { Regex: typed } } };
  const drawn = [...cuts, yours].map((cut) => patternRow(cut, text)).join("");
  const hint = (drawn.includes("mt-id") ? " The number below a word is the part of the pattern that matched it." : "")
    + (drawn.includes("mt-gone") ? " Struck out is what a pattern leaves out." : "");
  const told = text ? `${counted([...text].length, "character")}, cut by each pattern.${hint}` : UNTYPED;
  yield [told, `<ul class="mt-rows">${drawn}</ul>`];
}

function patternRow({ name, part }, text) {
  const chars = [...text], source = part.type === "Split" && part.pattern.Regex, rules = source === false ? [] : alternatives(source ?? "");
  const tried = rules.map((Regex) => new RegExp(regex({ Regex }), "uy")), units = [0], pieces = [], used = new Set();
  chars.forEach((char) => units.push(units.at(-1) + char.length));
  const tone = (rule) => (rule < 0 ? "a" : `${rule % 8}`), told = (start, end) => chars.slice(start, end).join("");
  const leaveOut = (start, end) => start < end && pieces.push([told(start, end), null]);
  let done = 0;
  for (const word of preTokenizer(part)(Aligned.of(text))) {
    const [start, end] = [word.starts[0], word.ends.at(-1)];
    leaveOut(done, start);
    const rule = tried.findIndex((one) => ((one.lastIndex = units[start]), one.test(text)));
    pieces.push([told(start, end), rule]);
    used.add(rule);
    done = end;
  }
  leaveOut(done, chars.length);
  const words = pieces.filter(([, rule]) => rule !== null), lost = chars.length - words.reduce((all, [piece]) => all + [...piece].length, 0);
  const counts = [counted(words.length, "word"), ...(lost ? [`${counted(lost, "character")} left out`] : [])];
  const tokens = pieces.slice(0, WORDS).map(([piece, rule], at) => {
    const face = rule === null ? `<del class="mt-gone">${bdi(piece)}</del>` : chip(piece, rules.length ? tone(rule) : "ab"[at % 2]);
    return `<span class="mt-token">${face}${rule === null || rule < 0 ? "" : ` <small class="mt-id">${rule + 1}</small>`}</span>`;
  });
  const key = rules.map((rule, at) => `<span class="mt-rule${used.has(at) ? "" : " mt-idle"}">${at + 1} <code class="mt-${tone(used.has(at) ? at : -1)}">${bdi(rule, running(rule))}</code></span>`);
  return `<li class="mt-row"><div class="mt-who"><b class="mt-name">${prose(name)}</b> ${counts.map((line) => `<span class="mt-counted">${line}</span>`).join('<span class="mt-comma">, </span>')}</div> `
    + `<div><div class="mt-tokens">${tokens.join(" ")} ${more(pieces.length - WORDS, "")}</div>${key.length ? `<div class="mt-key">${key.join(" ")}</div>` : ""}</div></li>`;
}

const ofText = (draw) => (needed, text) => (text ? draw(needed, text) : [[UNTYPED, ""]].values());

export const FRAMES = {
  "mt-token-strip": ofText(tokenStrip),
  "mt-encode-stepper": ofText(encodeStepper),
  "mt-match-stepper": ofText(matchStepper),
  "mt-utf8-table": ofText(utf8Table),
  "mt-pattern-rows": patternRows,
};
