// Invalid values of a program that are known when it constructs a resource. One error has those of all resources.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { Definition, Props } from "../kind/definition";
import { issuesOf, issueText } from "../kind/invalid-arguments";
import { UNKNOWN } from "../kind/unknown";
import { reportLines } from "./report-lines";
import * as pulumi from "./sdk";

export interface InvalidResource {
  /** In messages. */
  readonly entry: string;
  readonly problems: readonly string[];
}

/** `check` finds what is known only later. */
export function problemsOf(definition: Definition, args: Props): readonly string[] {
  return issuesOf(definition, plainArgs(args)).map(issueText);
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

/** More is a mistake, and an object may contain itself. */
const MAX_DEPTH = 20;

/** The arguments as the engine would get them. Outputs, promises and objects of a class are unknown. */
function plainArgs(args: Props): Props {
  return plainObject(args, MAX_DEPTH);
}

function plainObject(object: object, depth: number): Props {
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, plainValue(value, depth)]));
}

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0 || pulumi.Output.isInstance(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map((element) => plainValue(element ?? null, depth - 1));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? plainObject(value, depth - 1) : UNKNOWN;
}
