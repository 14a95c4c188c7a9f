// The results as a table that fits a terminal.

const HEAD = ["", "value", "baseline", "ratio", "max", ""];
const LEFT_ALIGNED = new Set([0, 2, 5]);

/** @param process `stdout` and `env` decide about colors: only a terminal gets them, unless NO_COLOR is set */
export function table(results, { stdout, env }) {
  const hasColor = Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== "dumb";
  const bold = (text) => (hasColor ? `\u001b[1m${text}\u001b[22m` : text);
  const red = (text) => (hasColor ? `\u001b[31m${text}\u001b[39m` : text);

  const rows = results.map(cells);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column].length)));
  const format = (row) =>
    row
      .map((cell, column) =>
        LEFT_ALIGNED.has(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join("  ")
      .trimEnd();

  let text = "";
  let suite;
  for (const [index, result] of results.entries()) {
    if (result.suite !== suite) {
      suite = result.suite;
      text += `${index === 0 ? "" : "\n"}${bold(format([suite, ...HEAD.slice(1)]))}\n`;
    }
    const line = format(rows[index]);
    text += `${result.pass === false ? red(line) : line}\n`;
  }
  const limited = results.filter(({ pass }) => pass !== null).length;
  const exceeded = results.filter(({ pass }) => pass === false).length;
  const summary = `${limited - exceeded} of ${limited} limits met`;
  return `${text}\n${summary}${exceeded > 0 ? red(`, ${exceeded} exceeded`) : ""}\n`;
}

function cells({ name, value, unit, baseline, baselineValue, ratio, max, pass }) {
  return [
    name,
    withUnit(value, unit),
    baseline === null ? "" : `${baseline}: ${withUnit(baselineValue, unit)}`,
    ratio === null ? "" : number(ratio),
    max === null ? "" : number(max),
    pass === null ? "" : pass ? "ok" : "exceeded",
  ];
}

const withUnit = (value, unit) => `${number(value)}${unit === "" ? "" : ` ${unit}`}`;

// A noisy machine justifies three digits at most; whole numbers are counts.
function number(value) {
  return Number.isInteger(value) ? value.toLocaleString("en") : String(Number(value.toPrecision(3)));
}
