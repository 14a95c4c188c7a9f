// What the pages and classes say about a schema: a pointer into its JSON Schema, with the message of each pattern and choice.
import { z } from "zod";
import { SchemaPointer } from "../../src/config/schema/pointer";
import { NO_ALLOWED_FORM, zodMessage } from "../../src/kind/schema";

/** No pattern allows it. It has no white space, for which some patterns have another message. */
const WRONG_TEXT = "/\0";
/** No choice allows it. */
const WRONG_TYPE = Symbol("of no type");

export function pointerOf(schema: z.ZodType): SchemaPointer {
  const json = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    override: ({ zodSchema, jsonSchema }) => {
      const message =
        "pattern" in jsonSchema || zodSchema instanceof z.ZodUnion ? messageOf(zodSchema) : undefined;
      if (message !== undefined) Object.assign(jsonSchema, { message });
    },
  });
  return new SchemaPointer(json);
}

/** The message of a pattern, or of a choice as a whole. `undefined` if there is none. */
function messageOf(schema: z.core.$ZodType): string | undefined {
  const wrong = schema instanceof z.ZodUnion ? WRONG_TYPE : WRONG_TEXT;
  const message = z.safeParse(schema, wrong, { error: zodMessage }).error?.issues[0]?.message;
  return message === NO_ALLOWED_FORM ? undefined : message;
}
