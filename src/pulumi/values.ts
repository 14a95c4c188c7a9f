// What a program knows of the values that it passes. Those of outputs are known later, perhaps.
import * as pulumi from "./sdk";

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
