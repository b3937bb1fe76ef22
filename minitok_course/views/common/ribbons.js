// Ribbons: from each part of a text to what the next stage made of it. They lie behind the rows, are as wide as the
// characters that both have, and are drawn anew when the rows have another place.

const LINES_EM = 2.2; // a chip that is higher has several lines: where a character is in it is not known

// A part: its box, its characters, and its hue.
function partOf(token, frame) {
  const chip = token.querySelector("code") ?? token;
  const at = chip.getBoundingClientRect();
  const [start, end] = token.dataset.span.split(" ").map(Number);
  return {
    start,
    end,
    left: at.left - frame.left,
    width: at.width,
    top: at.top - frame.top,
    bottom: token.getBoundingClientRect().bottom - frame.top,
    inLine: at.height < LINES_EM * parseFloat(getComputedStyle(chip).fontSize),
    backwards: chip.firstElementChild?.matches(":dir(rtl)"),
    hue: [...chip.classList].find((name) => /^mt-[0-7]$/.test(name)) ?? "",
  };
}

// Tokens that share a character, such as its bytes, have an equal part of it each.
function shareOut(parts) {
  for (const sharing of Object.values(Object.groupBy(parts, ({ start, end }) => `${start} ${end}`))) {
    const [{ start, end }] = sharing;
    const each = (end - start) / sharing.length;
    sharing.forEach((part, place) => Object.assign(part, { start: start + place * each, end: start + (place + 1) * each }));
  }
  return parts;
}

// Where in a part some of its characters begin and end.
function edges({ start, end, left, width, inLine, backwards }, from, to) {
  if (!inLine) return [left, left + width];
  const places = [from, to].map((at) => (at - start) / (end - start));
  return (backwards ? places.map((share) => 1 - share).reverse() : places).map((share) => left + share * width);
}

function ribbon(above, below) {
  const from = Math.max(above.start, below.start);
  const to = Math.min(above.end, below.end);
  if (from >= to) return null;
  const [a, b] = edges(above, from, to);
  const [c, d] = edges(below, from, to);
  const [top, low] = [above.bottom, below.top];
  const middle = (top + low) / 2;
  const edge = `M${a},${top}C${a},${middle} ${c},${middle} ${c},${low}H${d}C${d},${middle} ${b},${middle} ${b},${top}Z`;
  return svg("path", { class: below.hue, d: edge });
}

// Draw all ribbons of a stage; those to the last row appear slowly where that row is new.
function drawRibbons(drawing, stage, appears) {
  const list = stage.querySelector("[data-ribbons]");
  drawing.replaceChildren();
  if (!list) return;
  const frame = drawing.getBoundingClientRect();
  const rows = [...list.querySelectorAll(".mt-row")].map((row) =>
    shareOut([...row.querySelectorAll("[data-span]")].map((token) => partOf(token, frame))),
  );
  rows.slice(1).forEach((row, place) => {
    const line = row.filter(({ top }) => top < row[0].bottom); // to a further line they would cross the others
    drawing.append(svg("g", {}, ...line.flatMap((below) => rows[place].map((above) => ribbon(above, below)).filter(Boolean))));
  });
  if (appears) drawing.lastElementChild?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: JOIN_MS, easing: EASE });
}
