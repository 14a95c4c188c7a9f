// What a text is, and a row of the table of text checks.

/** What a code of a type contains. */
type CodeKind = "textCode" | "wifiCode" | "vcardCode" | "staticVcardCode" | "otherCode";
/** What a text is. `path`: of a file on the service. `line`, `phone` and `website`: in a named content. */
export type TextKind =
  | ("text" | "address" | "logo" | "path" | "alias" | "slug" | "domain" | "tag" | "secret")
  | ("line" | "phone" | "website" | "ssid" | "wpaPassword" | CodeKind);

export interface TextCheck {
  readonly kinds: readonly TextKind[];
  /** What is found in it, or whether it is wrong as a whole. */
  readonly pattern: RegExp | ((text: string) => boolean);
  /** Continues a sentence that starts with the field. It never quotes the text, which may be secret. */
  readonly message: string | ((character: string) => string);
  /** Such a text. */
  readonly example: string;
  /** An error is never sent. @default "warning" */
  readonly severity?: "error";
}
