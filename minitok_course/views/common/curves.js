// Tokens against merges: a curve for each text, with a step where a merge changes it, and a dot on one of them to drag.

const number = (value) => value.toLocaleString("en");
const clamp = (least, value, most) => Math.max(least, Math.min(value, most));

function makeCurves(size) {
  const scale = Math.log(Math.max(size, 1) + 1);
  const share = (merges) => Math.log(merges + 1) / scale; // of the way from no merge to all: what comes late is close together
  const at = (part) => clamp(0, Math.round(Math.exp(clamp(0, part, 1) * scale) - 1), size);
  const slider = { role: "slider", tabindex: 0, "aria-label": "Merges learned", "aria-valuemin": 0, "aria-valuemax": size };
  const chart = svg("svg", { class: "mt-grow-chart", ...slider });
  const stem = svg("path", { class: "mt-grow-dot" });
  const arrows = svg("path", { class: "mt-grow-arrows", d: "M-7,0l5-4v8zM7,0l-5-4v8z" }); // it can be dragged
  const dot = svg("g", {}, svg("circle", { class: "mt-grow-dot", r: 10 }), arrows);
  const [left, top] = [44, 30];
  let [span, bottom, most, drawn] = [1, 1, 1, 1];
  const across = (merges) => left + span * share(merges);
  const up = (tokens) => bottom - (bottom - top) * (tokens / most);
  const label = (x, y, told, anchor, look = "") => svg("text", { x, y, "text-anchor": anchor, class: look }, told);

  // The names of the texts, with what each comes to, have their `room` on the right. On a screen all of it is larger.
  function draw(forests, shown, width, room) {
    const height = (chart.clientHeight * width) / chart.clientWidth;
    [span, bottom, drawn] = [width - left - room, height - 26, width];
    chart.setAttribute("viewBox", `0 0 ${width} ${height}`);
    most = Math.max(1, ...forests.map(({ least }) => least));
    const powers = [1, 2, 3, 4, 5, 6].map((power) => 10 ** power).filter((value) => across(size) - across(value) > 48);
    const parts = [0, ...powers, size].flatMap((value) => [
      svg("path", { d: `M${across(value)},${top}V${bottom}` }),
      label(across(value), bottom + 19, number(value), "middle"),
    ]);
    parts.push(label(0, 12, "tokens", "start"), label(width, bottom + 19, "merges", "end"));
    parts.push(label(left - 7, top + 4, number(most), "end"), label(left - 7, bottom + 4, "0", "end"));
    const ends = forests.map((one) => [one, one.least - one.made.length]).sort((one, other) => one[1] - other[1]);
    let last = Infinity; // no name stands on another
    for (const [one, end] of ends) {
      const look = one === shown ? "mt-here" : "";
      const steps = one.made.map(({ rank }, place) => `H${across(rank + 1)}V${up(one.least - place - 1)}`).join("");
      last = Math.min(up(end) + 4, last - 16);
      parts.push(svg("path", { class: `mt-grow-line ${look}`, d: `M${left},${up(one.least)}${steps}H${across(size)}` }));
      parts.push(label(width - room + 14, last, `${one.name} ${number(end)}`, "start", look));
    }
    chart.replaceChildren(...parts, stem, dot);
  }

  function move(merges, tokens) {
    chart.setAttribute("aria-valuenow", merges);
    chart.setAttribute("aria-valuetext", `${number(merges)} merges, ${number(tokens)} tokens`);
    stem.setAttribute("d", `M${across(merges)},${up(tokens)}V${bottom}`);
    dot.setAttribute("transform", `translate(${across(merges)} ${up(tokens)})`);
  }

  return { chart, share, at, draw, move, under: (x) => at(((x * drawn) / chart.clientWidth - left) / span) };
}
