// Arguments that name another object: a resource in a program, a key or an id in the config file.
import { schema, zod } from "../kind/schema";

const NO_ID = "must be the id of an object, such as 4711";

/** The id of an object, as number or text. */
export const objectId = schema((z) =>
  z.union(
    // With a message for each check: if the type of one branch fits, zod reports only the problem of that branch.
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
