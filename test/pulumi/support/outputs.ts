// What a program sees of an output, with the members that the SDK's types omit.
import type { Output } from "@pulumi/pulumi";

interface Members {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(withUnknowns: boolean): Promise<unknown>;
}

export interface Settled {
  /** `undefined` while it is not known. */
  readonly value: unknown;
  readonly isKnown: boolean;
  readonly isSecret: boolean;
}

/** Waits for all promises of the output, so that none is an unhandled rejection. */
export async function settled(output: Output<unknown>): Promise<Settled> {
  const members = output as unknown as Members;
  const value = members.promise(true);
  await Promise.allSettled([members.isKnown, members.isSecret, value]);
  const isKnown = await members.isKnown;
  return { value: isKnown ? await value : undefined, isKnown, isSecret: await members.isSecret };
}
