// Errors that name all entries with a problem: a line for each of the first ones, the names of the rest.
import { continuation, type Stop } from "../kind/request";

/** Problems with a line of their own. The others are listed by name. */
const MAX_DETAILED = 20;

export function reportLines<T>(
  all: readonly T[],
  line: (one: T) => string,
  name: (one: T) => string,
): string[] {
  const detailed = all.slice(0, MAX_DETAILED).map((one) => `  ${line(one)}`);
  const rest = all.slice(MAX_DETAILED).map(name);
  return rest.length === 0 ? detailed : [...detailed, `  and ${rest.length} more: ${rest.join(", ")}`];
}

/** An entry that stops the preview. */
interface StoppedEntry {
  /** How messages name it. */
  readonly name: string;
  /** The name with its file, line and column. */
  readonly label: string;
  readonly stop: Stop;
  /** A sentence about who manages its object. */
  readonly manager: string | undefined;
}

/** All of them at once, and the command that continues. */
export function stopReport(all: readonly StoppedEntry[]): string {
  const next = continuation(all.map(({ stop }) => stop));
  const line = ({ label, stop, manager }: StoppedEntry) =>
    `${label}: ${stop.why}${manager === undefined ? "" : `. ${manager}`}`;
  return [
    `${all.length} ${all.length === 1 ? "entry" : "entries"} cannot be applied. Nothing was changed.`,
    ...reportLines(all, line, ({ name }) => name),
    ...(next === undefined
      ? []
      : [
          `${next}. For one entry, set onExisting under options. An adopted object is deleted with this stack.`,
        ]),
  ].join("\n");
}
