// The rows as a table that fits a terminal.

const HEAD = ["", "figure", "beside", "ratio", "at most", ""];
const LEFT = new Set([0, 2, 5]);

/** @param process takes `stdout` and `env`: colours only for a terminal that wants them */
export function table(rows, { stdout, env }) {
  const colour = Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== "dumb";
  const bold = (text) => (colour ? `\u001b[1m${text}\u001b[22m` : text);
  const red = (text) => (colour ? `\u001b[31m${text}\u001b[39m` : text);

  const lines = rows.map(cells);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...lines].map((line) => line[column].length)));
  const laid = (line) =>
    line
      .map((cell, at) => (LEFT.has(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join("  ")
      .trimEnd();

  let text = "";
  let group;
  for (const [at, row] of rows.entries()) {
    if (row.group !== group) {
      text += `${at === 0 ? "" : "\n"}${bold(laid([row.group, ...HEAD.slice(1)]))}\n`;
      group = row.group;
    }
    const line = laid(lines[at]);
    text += `${row.pass === false ? red(line) : line}\n`;
  }
  const missed = rows.filter(({ pass }) => pass === false).length;
  const bounded = rows.filter(({ pass }) => pass !== null).length;
  return `${text}\n${bounded - missed} of ${bounded} figures reached${missed > 0 ? red(`, ${missed} missed`) : ""}\n`;
}

function cells({ row, figure, unit, rival, rivalFigure, ratio, bound, pass }) {
  const beside = rival === null ? "" : `${rival}: ${amount(rivalFigure, unit)}`;
  const verdict = pass === null ? "" : pass ? "ok" : "missed";
  return [
    row,
    amount(figure, unit),
    beside,
    ratio === null ? "" : number(ratio),
    bound === null ? "" : number(bound),
    verdict,
  ];
}

const amount = (value, unit) => `${number(value)}${unit === "" ? "" : ` ${unit}`}`;

// Three digits say all that a noisy machine can; whole numbers are counts.
function number(value) {
  return Number.isInteger(value) ? value.toLocaleString("en") : String(Number(value.toPrecision(3)));
}
