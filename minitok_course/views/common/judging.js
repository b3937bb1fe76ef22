// What a learner typed, read and judged: numbers with a tolerance, names exactly. A truth is what Python says of an
// answer: as it is typed, as it is shown, and for a number the `share` of it by which a guess may be off.

const NUMBER =
  /[-+−]?(?:\d[\d.,_'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*|[.,]\d+)(?:[eE][-+]?\d+| ?(?:[kKM]|thousand|million)\b)?/g;

// What was typed as a list: `[1, 5]` and `1 5` give 1 and 5, also between backticks.
function words(text) {
  const parts = text.split(/[\s,;+|␣]+/).map((part) => part.replace(/^[[\](){}'"`]+|[[\](){}'"`]+$/g, ""));
  return parts.filter(Boolean);
}

// The numbers in a text, each in all of its readings: `1,000` is a thousand or one, `17,6` is 17.6, `5k` is 5,000.
function numbers(text) {
  return (text.match(NUMBER) ?? []).map(readings).filter((found) => found.length);
}

function readings(typed) {
  const whole = typed.replace(/ ?([kK]|thousand)$/, "e3").replace(/ ?(M|million)$/, "e6");
  const bare = whole.replace(/[.,]+$/, "").replace(/[_'’\s]/g, "").replace("−", "-");
  const joined = bare.replace(/[.,]/g, "");
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  let spelled = [joined];
  if (last >= 0 && bare.split(bare[last]).length === 2) {
    spelled = [`${bare.slice(0, last).replace(/[.,]/g, "")}.${bare.slice(last + 1)}`];
    if (/^[-+]?\d{1,3}[.,]\d{3}$/.test(bare)) spelled.push(joined);
  }
  return spelled.map(Number).filter(Number.isFinite);
}

const DIFFERENT = "it is a different one";
const isNumber = ({ share }) => share !== null;

// What keeps a guess from being an attempt, in a sentence; empty if nothing does.
function unreadable(guess, truth) {
  const typed = guess.trim();
  const shown = typed.length <= 40 ? typed : `${typed.slice(0, 40)}…`;
  if (!typed) return "Guess this one, too.";
  if (isNumber(truth)) {
    const count = numbers(typed).length;
    if (!count) return `“${shown}” has no number in it. Write one in digits.`;
    return count > 1 ? `“${shown}” has more than one number in it. Decide on one.` : "";
  }
  const [left, right, ...others] = truth.said.split(" ");
  if (!left || !right || others.length) return "";
  if (typed === left + right) return `Write “${shown}” with a space between its two parts.`;
  const isToken = typed === left + right.replace(/^##/, "");
  return isToken ? `“${shown}” is the token that a pair makes: write the pair, two tokens with a space between them.` : "";
}

// Whether a guess is right, and in a few words what is wrong with it. What was chosen, not typed, has no parts.
function judge(guess, truth, isTyped) {
  if (isNumber(truth)) return judgeNumber(guess, truth);
  const [typed, said] = [words(guess), words(truth.said)];
  const same = (change) => said.length > 0 && typed.map(change).join(" ") === said.map(change).join(" ");
  if (guess.trim() === truth.said.trim() || same((word) => word)) return [true, "right"];
  if (same((word) => word.toLowerCase())) return [false, "only upper and lower case differ"];
  if (same((word) => word.replaceAll("##", ""))) return [false, "only the mark ## differs"];
  const isHalf = isTyped && said.length === 2 && typed.length === 2 && said.some((word, place) => word === typed[place]);
  return [false, isHalf ? "only one token is right" : DIFFERENT];
}

function judgeNumber(guess, { said, share }) {
  const found = numbers(guess);
  if (found.length !== 1) return [false, "not a number"];
  const truth = Number(said);
  const isOffBy = (part) => found[0].some((number) => Math.abs(number - truth) <= part * Math.abs(truth));
  if (isOffBy(1e-9)) return [true, "right"];
  if (isOffBy(share)) return [true, "close enough"];
  return [false, Math.min(...found[0]) > truth ? "too high" : "too low"];
}

// One item of a list: an id is right or wrong, since a higher one is no nearer.
function judgeItem(guess, truth) {
  if (!truth) return [false, "one too many"];
  const [right, verdict] = judge(guess, truth);
  return [right, /^too/.test(verdict) ? DIFFERENT : verdict];
}
