// What a schema says that a value must be, as editors and pages show it before there is a value.
import { z } from "zod";
import { NO_ALLOWED_FORM, zodMessage } from "../../kind/schema";

/** No pattern allows it. It has no white space, for which some patterns have another message. */
const WRONG_TEXT = "/\0";
/** No choice allows it. */
const WRONG_TYPE = Symbol("of no type");

/** The message of a pattern, or of a choice as a whole. `undefined` if there is none. */
export function messageOf(schema: z.core.$ZodType): string | undefined {
  const wrong = schema instanceof z.ZodUnion ? WRONG_TYPE : WRONG_TEXT;
  const message = z.safeParse(schema, wrong, { error: zodMessage }).error?.issues[0]?.message;
  return message === NO_ALLOWED_FORM ? undefined : message;
}
