// Arguments that name another object: by the resource in a program, by key or id in the config file.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";

/** The id of an object, as number or text. */
export const objectId = z.union(
  [z.number().int().positive(), z.string().regex(/^[1-9]\d*$/)],
  "must be the id of an object, such as 4711",
);

/** In the config file: a key of that section, or the id of an object of the account. */
export function reference(section: string) {
  return z
    .union(
      [z.number().int().positive(), z.string().min(1)],
      `must be a key of ${section} or the id of an object`,
    )
    .meta({ reference: section });
}

/** In a program: a resource, or an id. */
export type Reference = pulumi.Input<string | number> | pulumi.CustomResource;
