// `include:` at the top of a file.
import { z } from "zod";

export const globs = z.array(z.string().min(1)).min(1);

export const includeSchema = z
  .union([z.string().min(1), globs], "must be a glob such as brands/*.yaml, or a list of globs")
  .describe("More files of this config: globs relative to this file, inside the project folder.");
