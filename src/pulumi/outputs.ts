// What an output knows beside its types.
import * as pulumi from "./sdk";

interface Known {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<unknown>;
}

/** `undefined` if the value is known only after an apply. The SDK reports the error of an input. */
export async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  try {
    return await (pulumi.output(await value) as unknown as Known).promise();
  } catch {
    return undefined;
  }
}

/** In an update, a value is unknown if what it depends on has failed. The SDK reports the error of an input. */
export function isKnown(value: object): Promise<boolean> {
  return (pulumi.output(value) as unknown as Known).isKnown.catch(() => true);
}
