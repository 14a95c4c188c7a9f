// What is wrong with the values that are known when a program constructs a resource.
import type { Definition, Props } from "../kind/definition";
import { issuesOf, issueText } from "../kind/schema";
import { UNKNOWN } from "../kind/unknown";
import * as pulumi from "./sdk";

/** `check` finds what is known only later. */
export function problemsOf(definition: Definition, args: Props): readonly string[] {
  return issuesOf(definition, plainObject(args)).map(issueText);
}

/** As the engine would get it. Outputs, promises and objects of a class are unknown. */
function plainObject(object: object): Props {
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (pulumi.Output.isInstance(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map((element) => plainValue(element ?? null));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? plainObject(value) : UNKNOWN;
}
