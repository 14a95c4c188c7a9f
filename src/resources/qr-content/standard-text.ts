// What every standard text of a QR code states about itself: its fields, and the text that they become.
import type { Schema, ValueOf } from "../../kind/schema";

export interface StandardText<Fields extends Schema = Schema> {
  /** A schema without transforms; `.meta({ secret: true })` marks what is never shown. */
  readonly fields: Fields;
  /** The text for fields that the schema takes. The same fields make the same text, in whatever order they come. */
  toText(fields: ValueOf<Fields>): string;
}

export function standardText<Fields extends Schema>(text: StandardText<Fields>): StandardText<Fields> {
  return text;
}
