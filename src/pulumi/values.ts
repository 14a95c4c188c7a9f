// What a program knows of the values that it passes: plain ones at once, and those of outputs later, perhaps.
import type { Definition, Props } from "../kind/definition";
import { issuesOf, issueText } from "../kind/schema";
import { UNKNOWN } from "../kind/unknown";
import * as pulumi from "./sdk";

/** What is wrong with the plain values of the arguments. `check` finds what is known only later. */
export function problemsOf(definition: Definition, args: Props): readonly string[] {
  return issuesOf(definition, plainObject(args)).map(issueText);
}

/** Makes what the engine would get. Outputs, promises and objects of a class are unknown. */
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

/** What an output knows beside its types. */
interface Known {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<unknown>;
}

/** `undefined` if the value is known only after an apply. The SDK reports the error of an input. */
export async function knownValue(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  try {
    return await (pulumi.output(await value) as unknown as Known).promise();
  } catch {
    return undefined;
  }
}

/** Names of the values that a program or the stack config declares as secret. */
export async function secretIn(values: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const secret = await Promise.all(Object.values(values).map(isSecret));
  return Object.keys(values).filter((_, at) => secret[at]);
}

async function isSecret(value: unknown): Promise<boolean> {
  if (typeof value !== "object" || value === null) return false;
  return pulumi.isSecret(pulumi.output(value)).catch(() => false);
}

/** A value of an update is unknown if what it depends on has failed. The SDK reports the error of an input. */
export function isKnown(value: object): Promise<boolean> {
  return (pulumi.output(value) as unknown as Known).isKnown.catch(() => true);
}
