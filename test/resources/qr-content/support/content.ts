// The text of a content, what is wrong with it, and what of a QR code is secret.
import { secretsOf } from "../../../../src/kind/annotations";
import { QrCode } from "../../../../src/resources/classes/qr-code";
import { content, contentText } from "../../../../src/resources/qr-content";

/** The fields of one content, such as `{ wifi: { ssid, password } }`. */
export type Content = Readonly<Record<string, object>>;

/** @throws Error if it is not valid */
export function textOf(given: Content): string {
  const wrong = wrongIn(given);
  if (wrong.length > 0) throw new Error(`wrong: ${wrong.join(", ")}`);
  return contentText(given);
}

/** The paths of the wrong fields, such as `wifi.ssid`. */
export function wrongIn(given: Content): string[] {
  return (content().safeParse(given).error?.issues ?? []).map(({ path }) => path.join("."));
}

export function isSecret(args: object): boolean {
  return secretsOf(QrCode.definition, { ...args }).size > 0;
}
