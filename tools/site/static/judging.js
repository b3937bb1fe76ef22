// What a page does with a guess, where no Python answers. A prediction shows its answer, and calls a guess right where
// that is plain: what is wrong with another, and a second try, are what a notebook has. A quiz is as in a notebook, and a
// test holds both to the same words. `asked` is what tools/site/asking.py says of a view.

const NOTHING = "Write down a guess first. A wrong one costs nothing, and makes the answer stick.";
const CHOOSE = "Choose one first.";

// `[1, 5]`, `1 5` and `1;5` are typed for the same.
const plain = (text) => text.replace(/[[\](){}'"`]/g, "").split(/[\s,;]+/).filter(Boolean).join(" ");
const number = (text) => parseFloat(text.replace(/[\s,_]/g, ""));
const same = (guess, truth) => plain(guess) === plain(truth) || (/^[\d.]+$/.test(truth) && number(guess) === number(truth));

// The answer, as the still form of the view has it, folded there.
function unfolded(still) {
  const answer = new DOMParser().parseFromString(still, "text/html").querySelector("details");
  answer.querySelector("summary").remove();
  return answer.innerHTML;
}

// A prediction: `answer({ guesses })` gives what its front end shows then.
export class Prediction {
  locked = false;
  constructor(asked) { this.asked = asked; }

  answer({ guesses }) {
    this.locked ||= guesses.some((guess) => guess.trim());
    if (!this.locked) return { guesses, problem: NOTHING, locked: false, outcome: "" };
    const right = guesses.every((guess, place) => same(guess, this.asked.truths[place]));
    const told = right ? "Right." : "Compare your guess with the answer.";
    return { guesses, problem: "", locked: true, outcome: `<p class="mt-score"><b>${told}</b></p>${unfolded(this.asked.still)}` };
  }
}

// A quiz: `answer({ question, choice })` gives what there is to say, and the score once all questions are answered.
export class Quiz {
  constructor(questions, asked) {
    this.questions = questions.map((question, place) => ({ ...question, ...asked.questions[place], chosen: [] }));
    this.told = questions.map(() => ({ chosen: null, done: false, html: "" }));
  }

  get locked() {
    return this.told.every(({ done }) => done);
  }

  answer({ question, choice }) {
    const { choices, reasons, right, chosen } = this.questions[question];
    if (this.told[question].done) return {};
    let html = `<p>${CHOOSE}</p>`;
    if (choice >= 0) {
      chosen.push(choice);
      html = `<p><b class="mt-wrong-mark">✗ Not “${choices[choice]}”.</b> ${reasons[choice]}</p>`;
    }
    if (choice === right) {
      const others = choices.map((other, k) => `<p class="mt-others"><b>${other}</b>: ${reasons[k]}</p>`);
      html = [`<p><b class="mt-right-mark">✓ Right.</b> ${reasons[right]}</p>`, ...others.filter((_, k) => k !== right)].join("");
    }
    this.told = this.told.with(question, { chosen: chosen.at(-1) ?? null, done: choice === right, html });
    const first = this.questions.filter(({ chosen }) => new Set(chosen).size === 1).length;
    return { told: this.told, score: this.locked ? `${first} of ${this.told.length} right at the first try.` : "" };
  }
}
