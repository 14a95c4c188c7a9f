// What a program marks as secret. A provider gets the values without the marks.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { Props } from "../kind/definition";
import * as pulumi from "./sdk";

/** Members of an output that the SDK's types omit. */
interface Secrecy {
  readonly isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

/**
 * Names of the properties with a secret inside. Only an output knows it, and only when its value is known.
 * @param keep gets the values
 */
export async function markedNames(props: Props, keep: (value: unknown) => void): Promise<readonly string[]> {
  const names = Object.entries(props).map(async ([name, value]) => {
    if (typeof value !== "object" || value === null) return [];
    try {
      // An output made of a rejected promise would be an error of its own.
      const settled = value instanceof Promise ? await value : value;
      const output = pulumi.output(settled) as unknown as Secrecy;
      if (!(await output.isSecret)) return [];
      keep(await output.promise());
    } catch {
      // The SDK reports the error of an input. Until then it is not known to be harmless.
    }
    return [name];
  });
  return (await Promise.all(names)).flat();
}
