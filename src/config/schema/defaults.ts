// `defaults:` at the top of the file: options of all entries that do not say it themselves.
import { z } from "zod";
import { ON_EXISTING } from "../../api/settings";

export const defaults = z
  .strictObject({
    onExisting: z
      .enum(ON_EXISTING)
      .meta({ default: "adopt-identical" })
      .optional()
      .describe("What becomes of objects that are on the account already. Default adopt-identical."),
  })
  .describe("Options of all entries that do not say it themselves.");
