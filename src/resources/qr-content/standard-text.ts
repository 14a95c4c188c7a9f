// What every standard text of a QR code states about itself: its fields, and the text that they become.
import type { z } from "zod";

export interface StandardText<Fields extends z.ZodType = z.ZodType> {
  /** A schema without transforms; `.meta({ secret: true })` marks what is never shown. */
  readonly fields: Fields;
  /** The text for fields that the schema takes. The same fields make the same text, in whatever order they come. */
  toText(fields: z.output<Fields>): string;
}

export function standardText<Fields extends z.ZodType>(text: StandardText<Fields>): StandardText<Fields> {
  return text;
}
