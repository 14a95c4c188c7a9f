// What is wrong with the values that are known when a program constructs a resource.
// Tested with @pulumi/pulumi 3.248.0.
import type { Definition, Props } from "../kind/definition";
import { issuesOf, issueText } from "../kind/schema";
import { UNKNOWN } from "../kind/unknown";
import * as pulumi from "./sdk";

/** `check` finds what is known only later. */
export function problemsOf(definition: Definition, args: Props): readonly string[] {
  return issuesOf(definition, plainArgs(args)).map(issueText);
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
