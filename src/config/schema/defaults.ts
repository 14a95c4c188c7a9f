// `defaults:` at the top of the file: options of all entries that do not say it themselves.
import { z } from "zod";
import { ON_EXISTING } from "../../api/settings";

export const defaults = z
  .strictObject({
    onExisting: z
      .enum(ON_EXISTING)
      .meta({ default: "fail" })
      .optional()
      .describe("What to do about objects that already exist on the account. Default fail."),
  })
  .describe("Options of all entries that do not say it themselves.");
