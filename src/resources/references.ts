// Arguments that name another object: by the resource in a program, by key or id in the config file.

import { schema, zod } from "../kind/schema";
import type * as pulumi from "../pulumi/sdk";

const NO_ID = "must be the id of an object, such as 4711";

/** The id of an object, as number or text. */
export const objectId = schema((z) =>
  z.union(
    // With each check too: where the type of one fits, zod tells the problem of that one alone.
    [z.number().int(NO_ID).positive(NO_ID), z.string().regex(/^[1-9]\d*$/, NO_ID)],
    NO_ID,
  ),
);

/** In the config file: a key of that section, or the id of an object of the account. */
export function reference(section: string) {
  const z = zod();
  return z
    .union(
      [z.number().int().positive(), z.string().min(1)],
      `must be a key of ${section} or the id of an object`,
    )
    .meta({ reference: section });
}

/** In a program: a resource, or an id. */
export type Reference = pulumi.Input<string | number> | pulumi.CustomResource;
