// What Python does for a prediction and a quiz in a notebook, done in the page: a guess is read, judged and told about.
// The sentences and the rules are those of minitok/views: prediction.py, parts/guesses.py and quiz.py, and a test holds
// both to the same answers. `asked` is what tools/site/asking.py says of a view.

const TRIES = 2;
const NOTHING = "Write down a guess first. A wrong one costs nothing, and makes the answer stick.";
const AGAIN = "You have tried this one already: change something.";
const CHOOSE = "Choose one first.";
const NUMBER = new RegExp(
  /[-+−]?(?:\d[\d.,_'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*|[.,]\d+)/.source +
    /(?:[eE][-+]?\d+| ?(?:[kKM]|thousand|million)\b)?/.source,
  "g",
);

const escape = (text) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt()};`);
const shortened = (text) => ([...text].length <= 40 ? text : `${[...text].slice(0, 40).join("")}…`);
const alike = (one, other) => one.length === other.length && one.every((part, place) => part === other[place]);

// What was typed as a list: `[1, 5]` and `1 5` give 1 and 5.
export function words(text) {
  return text.split(/[\s,;+|␣]+/).map((word) => word.replace(/^[[\](){}'"`]+|[[\](){}'"`]+$/g, "")).filter(Boolean);
}

// The numbers in a text, each in all of its readings: `1,000` is a thousand or one, `17,6` is 17.6, `5k` is 5,000.
export function numbers(text) {
  return (text.match(NUMBER) ?? []).map(readings).filter((found) => found.length);
}

function readings(found) {
  const typed = found.replace(/ ?(?:M|million)$/, "e6").replace(/ ?(?:[kK]|thousand)$/, "e3");
  const bare = typed.replace(/[.,]+$/, "").replace(/[_'’\s]/g, "").replace("−", "-");
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  const joined = bare.replace(/[.,]/g, "");
  if (last < 0 || bare.split(bare[last]).length > 2) return finite([joined]);
  const spelled = [`${bare.slice(0, last).replace(/[.,]/g, "")}.${bare.slice(last + 1)}`];
  if (/^[-+]?\d{1,3}[.,]\d{3}$/.test(bare)) spelled.push(joined);
  return finite(spelled);
}

const finite = (spelled) => spelled.map(Number).filter(Number.isFinite);

const isNumber = (truth) => truth.number !== null;

// What keeps a guess from being an attempt; empty if nothing does.
function unreadable(guess, truth, asked) {
  const typed = guess.trim();
  if (!typed) return "Write a guess here, too.";
  if (isNumber(truth)) {
    const found = numbers(typed).length;
    if (!found) return `“${shortened(typed)}” has no number in it. Write one in digits.`;
    return found > 1 ? `“${shortened(typed)}” has more than one number in it. Decide on one.` : "";
  }
  const whole = truth.pair && typed === truth.pair && asked.includes(typed);
  return whole ? `Write “${shortened(typed)}” with a space between its two parts.` : "";
}

function unreadableList(guess, asked) {
  const numeric = asked.truths.length && asked.truths.every(isNumber);
  const odd = words(guess).find((word) => numeric && !numbers(word).length);
  if (odd !== undefined) return `“${[...odd].slice(0, 40).join("")}” is not a number. Write only numbers.`;
  return unreadable(guess, { number: null, pair: asked.whole }, asked.words);
}

// Whether a guess is right, and in a few words what is wrong with it.
function judge(guess, truth) {
  const typed = guess.trim();
  if (!typed) return [false, "no guess"];
  if (isNumber(truth)) return judgeNumber(typed, truth);
  const [given, true_] = [words(guess), words(truth.said)];
  if (typed === truth.said.trim() || (true_.length && alike(given, true_))) return [true, "right"];
  if (truth.pair && alike(given, [truth.pair])) return [true, "right"];
  const folded = (list) => list.map((word) => word.toLowerCase());
  if (true_.length && alike(folded(given), folded(true_))) return [false, "only upper and lower case differ"];
  const unmarked = (list) => list.map((word) => word.replaceAll("##", ""));
  if (true_.length && alike(unmarked(given), unmarked(true_))) return [false, "only the mark ## differs"];
  return [false, "it is a different one"];
}

function judgeNumber(guess, { number, share }) {
  const found = numbers(guess);
  if (found.length !== 1) return [false, "not a number"];
  const off = (one) => Math.abs(one - number);
  if (found[0].some((one) => off(one) <= 1e-9 * Math.max(Math.abs(one), Math.abs(number)))) return [true, "right"];
  if (found[0].some((one) => off(one) <= share * Math.abs(number))) return [true, "close enough"];
  return [false, Math.min(...found[0]) > number ? "too high" : "too low"];
}

// An item of a list is right or wrong, since a higher id is no nearer.
function judgeItem(guess, truth) {
  if (!truth) return [false, "one too many"];
  const [right, verdict] = judge(guess, truth);
  return [right, verdict === "too high" || verdict === "too low" ? "it is a different one" : verdict];
}

const shown = (value) => (value ? `<code><bdi>${escape(value)}</bdi></code>` : "none");

function row({ label, guess, truth, right, verdict }, named) {
  const name = named ? `<th class="mt-cell" scope="row"><bdi>${escape(label)}</bdi></th>` : "";
  const [mark, sign] = right ? ["mt-right-mark", "✓"] : ["mt-wrong-mark", "✗"];
  const cells = `<td class="mt-cell">${shown(guess)}</td><td class="mt-cell">${shown(truth)}</td>`;
  return `<tr>${name}${cells}<td class="mt-cell ${mark}">${sign} ${escape(verdict)}</td></tr>`;
}

function score(parts, truths) {
  const right = parts.filter((part) => part.right).length;
  if (parts.length === 1) return right ? "Right." : `Not quite: ${parts[0].verdict}.`;
  const asked = Math.min(parts.length, truths.length);
  const surplus = parts.length - asked;
  if (!surplus) return right === asked ? "All right." : `${right} of ${asked} right.`;
  const told = right === asked && asked > 1 ? `All ${asked}` : `${right} of ${asked}`;
  return `${told} right, and ${surplus === 1 ? "one" : surplus} too many.`;
}

// A prediction: `commit(guesses)` gives what its front end shows then.
export class Prediction {
  tried = [];
  locked = false;
  constructor(labels, asked) {
    Object.assign(this, { labels, asked });
  }

  commit(typed) {
    const guesses = typed.map((guess) => guess.replace(/\s/g, " ").trim());
    const problem = this.unreadable(guesses);
    if (problem) return { guesses, problem, locked: false, outcome: "" };
    this.tried.push(guesses);
    const parts = this.compared(guesses);
    this.locked = this.tried.length === TRIES || parts.every((part) => part.right);
    if (this.locked) return { guesses, problem: "", locked: true, outcome: this.outcome(parts) };
    return { guesses, problem: this.nudge(parts), locked: false, outcome: "" };
  }

  unreadable(guesses) {
    if (!guesses.some(Boolean)) return NOTHING;
    if (this.tried.some((tried) => alike(tried, guesses))) return AGAIN;
    if (this.asked.oneLine) return unreadableList(guesses[0], this.asked);
    for (const [place, label] of this.labels.entries()) {
      const problem = unreadable(guesses[place], this.asked.truths[place], this.asked.words);
      if (problem) return label ? `${label}: ${problem}` : problem;
    }
    return "";
  }

  compared(guesses) {
    const { truths, oneLine, whole } = this.asked;
    const part = (label, guess, truth, [right, verdict]) => ({ label, guess, truth: truth?.shown ?? "", right, verdict });
    if (!oneLine) return this.labels.map((label, k) => part(label, guesses[k], truths[k], judge(guesses[k], truths[k])));
    let items = words(guesses.join(" "));
    if (alike(items, [whole])) items = truths.map((truth) => truth.said);
    const length = Math.max(items.length, truths.length);
    return Array.from({ length }, (_, k) => part(`${k + 1}`, items[k] ?? "", truths[k], judgeItem(items[k] ?? "", truths[k])));
  }

  // What is wrong with the first try, without the answer.
  nudge(parts) {
    const { truths } = this.asked;
    const wrong = parts.slice(0, truths.length).filter((part) => !part.right).map((part) => `${part.label}: ${part.verdict}`);
    const told = wrong.length && parts.length > 1 ? ` ${wrong.slice(0, 9).join("; ")}${wrong.length > 9 ? "…" : ""}.` : "";
    return `${score(parts, truths)}${told} One more try, and then you see the answer.`;
  }

  outcome(parts) {
    const named = parts.length > 1 || parts.some((part) => part.label);
    const heads = [...(named ? [""] : []), "your guess", "answer", ""];
    const head = heads.map((name) => (name ? `<th class="mt-cell" scope="col">${name}</th>` : "<td></td>")).join("");
    const rows = parts.map((part) => row(part, named)).join("");
    const why = this.asked.why ? `<p class="mt-remark">${this.asked.why}</p>` : "";
    const table = `<table class="mt-table"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
    return `<p class="mt-score"><b>${score(parts, this.asked.truths)}</b></p>${table}${why}`;
  }
}

// A quiz: `choose(question, choice)` gives what there is to say, and the score once all questions are answered.
export class Quiz {
  constructor(questions, asked) {
    this.questions = questions.map((question, place) => ({ ...question, ...asked.questions[place], chosen: [] }));
    this.told = questions.map(() => ({ chosen: null, done: false, html: "" }));
  }

  get locked() {
    return this.told.every(({ done }) => done);
  }

  choose(place, choice) {
    const { choices, reasons, right, chosen } = this.questions[place];
    if (this.told[place].done) return {};
    let html = `<p>${CHOOSE}</p>`;
    if (choice >= 0) {
      chosen.push(choice);
      html = `<p><b class="mt-wrong-mark">✗ Not “${choices[choice]}”.</b> ${reasons[choice]}</p>`;
    }
    if (choice === right) {
      const others = choices.map((other, k) => `<p class="mt-others"><b>${other}</b>: ${reasons[k]}</p>`);
      html = [`<p><b class="mt-right-mark">✓ Right.</b> ${reasons[right]}</p>`, ...others.filter((_, k) => k !== right)].join("");
    }
    this.told = this.told.with(place, { chosen: chosen.at(-1) ?? null, done: choice === right, html });
    const first = this.questions.filter(({ chosen }) => new Set(chosen).size === 1).length;
    return { told: this.told, score: this.locked ? `${first} of ${this.told.length} right at the first try.` : "" };
  }
}
