// Errors that name all entries with a problem: a line for each of the first ones, the names of the rest.
import {
  type CollidingEntry,
  type Collision,
  continuation,
  describeCollision,
  type Owner,
} from "../kind/collision";

/** Problems with a line of their own. The others are listed by name. */
const MAX_DETAILED = 20;
/** Problems that are listed by name. The others are counted. */
const MAX_NAMED = 500;

export function reportLines<T>(
  all: readonly T[],
  line: (one: T) => string,
  name: (one: T) => string,
  maxDetailed = MAX_DETAILED,
): string[] {
  const detailed = all.slice(0, maxDetailed).map((one) => `  ${line(one)}`);
  const rest = all.slice(maxDetailed);
  if (rest.length === 0) return detailed;
  const named = rest.slice(0, MAX_NAMED).map(name);
  const counted = rest.length - named.length;
  const more = [...named, ...(counted > 0 ? [`${counted} other${counted === 1 ? "" : "s"}`] : [])].join(", ");
  return [...detailed, `  and ${rest.length} more: ${more}`];
}

interface InvalidResource {
  /** In messages. */
  readonly entry: string;
  readonly problems: readonly string[];
}

export function invalidReport(invalid: readonly InvalidResource[]): string {
  return [
    `${invalid.length} ${invalid.length === 1 ? "resource has" : "resources have"} invalid arguments.`,
    ...reportLines(
      invalid,
      ({ entry, problems }) => `${entry}: ${problems.join("; ")}`,
      ({ entry }) => entry,
    ),
  ].join("\n");
}

/** A new entry that stops the preview. */
interface ReportedEntry extends CollidingEntry {
  /** In messages. */
  readonly entry: string;
  /** The entry with its file, line and column. */
  readonly name: string;
  readonly collision: Collision;
  readonly owners: ReadonlyMap<string, Owner>;
}

/** All of them at once, and the command that continues. */
export function collisionReport(all: readonly ReportedEntry[]): string {
  const unmanaged = all.filter(({ owners }) => owners.size === 0);
  const next = continuation(unmanaged.map(({ collision }) => collision));
  return [
    `${all.length} ${all.length === 1 ? "entry" : "entries"} cannot be applied. Nothing was changed.`,
    ...reportLines(
      all,
      (one) => `${one.name}: ${describeCollision(one.collision, one)}`,
      ({ entry }) => entry,
    ),
    ...(next === undefined
      ? []
      : [
          `${next}. For one entry, set onExisting under options: adopt, overwrite, duplicate or { id: … }. ` +
            "An adopted object is deleted with this stack.",
        ]),
  ].join("\n");
}
