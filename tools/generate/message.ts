// What the schema of a text says that it must be.
import type { z } from "zod";
import { zodMessage } from "../../src/kind/schema";

/** Every pattern rejects one of these, with its message. */
const INVALID_TEXTS = ["\0", " "];

/** What a text must be, if not every text is allowed. */
export function messageOf(schema: z.ZodType): string | undefined {
  const [issue] = INVALID_TEXTS.flatMap(
    (text) => schema.safeParse(text, { error: zodMessage }).error?.issues ?? [],
  );
  return issue?.message;
}
