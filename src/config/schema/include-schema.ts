// What `include:` may hold.
import { z } from "zod";

export const globs = z.array(z.string().min(1)).min(1);

/** What `include:` may hold. */
export const includeSchema = z
  .union([z.string().min(1), globs], "must be a glob such as brands/*.yaml, or a list of such")
  .describe(
    "Files that belong to this config too: globs relative to the file that they stand in, below the project's folder.",
  );
