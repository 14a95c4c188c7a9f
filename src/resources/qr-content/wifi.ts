// Joins a wifi network. The form of ZXing's page "Barcode Contents" (Wi-Fi Network config), which the cameras of Android
// and iOS read. Such a text is secret.
import type { Props } from "../../kind/definition";
import { schema } from "../../kind/schema";
import { isPlainMapping, line, rule, validFields } from "./fields";

/** The fields of a wifi network. */
export interface WifiFields {
  /** Name of the network: one line of at most 32 bytes. */
  ssid: string;
  /** Password of the network: one line. Required unless `encryption` is `nopass`. */
  password?: string;
  /** `WPA` also stands for WPA2 and WPA3, `nopass` for an open network. @default "WPA" */
  encryption?: "WPA" | "WEP" | "nopass";
  /** Whether the network hides its name. @default false */
  hidden?: boolean;
}

/** Bytes of the name of a network (IEEE 802.11). */
const MAX_SSID = 32;

/** As JSON Schema. */
const OPEN = { required: ["encryption"], properties: { encryption: { const: "nopass" } } };

export const wifi = schema((z) =>
  z
    .strictObject({
      ssid: line()
        .max(MAX_SSID)
        .refine((ssid) => Buffer.byteLength(ssid) <= MAX_SSID, {
          error: `must have at most ${MAX_SSID} bytes (letters outside ASCII take several)`,
          abort: true,
        })
        .describe("Name of the network."),
      password: line()
        .meta({ secret: true })
        .optional()
        .describe("Password of the network. Required unless encryption is nopass."),
      encryption: z
        .enum(["WPA", "WEP", "nopass"])
        .meta({ default: "WPA" })
        .optional()
        .describe("WPA (also for WPA2 and WPA3), WEP, or nopass for an open network. Default WPA."),
      hidden: z
        .boolean()
        .meta({ default: false })
        .optional()
        .describe("Whether the network hides its name. Default false."),
    })
    .refine(
      ({ password, encryption }) => password !== undefined || encryption === "nopass",
      rule("must have a password, or encryption nopass for an open network"),
    )
    .refine(
      ({ password, encryption }) => password === undefined || encryption !== "nopass",
      rule("must not have a password together with encryption nopass"),
    )
    .meta({
      oneOf: [
        { required: ["password"], not: OPEN },
        { ...OPEN, not: { required: ["password"] } },
      ],
    })
    .describe("A wifi network to join. Secret."),
);

/**
 * The text that joins a wifi network (ZXing, "Barcode Contents"): the `data` of a QrCode of type `wifi` or `text`.
 * For outputs, `pulumi.output({ ssid, password }).apply(wifiText)`.
 * @throws Error that names a wrong field, without its value
 */
export function wifiText(fields: WifiFields): string {
  return networkText(validFields("wifiText", wifi, fields));
}

/** For valid fields. */
export function networkText({ ssid, password, encryption = "WPA", hidden = false }: WifiFields): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, "\\$&");
  // Phones read a name of only hexadecimal digits as bytes, unless it is in quotes. A password is read as bytes only if
  // it has the length of a raw key, and then it is one.
  const name = /^[\da-f]+$/i.test(ssid) ? `"${ssid}"` : escaped(ssid);
  const secret = password === undefined ? "" : `P:${escaped(password)};`;
  return `WIFI:T:${encryption};S:${name};${secret}${hidden ? "H:true;" : ""};`;
}

/** Some services name a code by its content. The text of a wifi counts as none. */
export function unlessWifi(shown: string): string {
  return /wifi:[a-z\d]{1,4}:/i.test(shown) ? "" : shown;
}

/**
 * Whether a code may contain a wifi password. A value that is not known here may: an output of another resource, a
 * promise, a part of one, or a misspelled name.
 * @param content only in the config file
 * @param types those that are known
 */
export function mayHoldWifi({ type, data, content }: Props, types: readonly string[]): boolean {
  const isContact = isPlainMapping(content) && Object.keys(content).join() === "vcard";
  if (type === "wifi" || !types.some((known) => known === type)) return true;
  if (content !== undefined && !isContact) return true;
  return ![data, content].every(isHarmless);
}

/** Fields of a wifi, as services name them. */
const WIFI_FIELD = /^(pass(word|wd|phrase)?|psk|ssid)$/i;

/** Whether a value is known, with all its parts, and no text or field of it is that of a wifi. */
function isHarmless(value: unknown): boolean {
  if (typeof value === "string") return !/WIFI(?::|%3A)/i.test(value);
  if (Array.isArray(value)) return value.every(isHarmless);
  if (!isPlainMapping(value))
    return value === null || (typeof value !== "object" && typeof value !== "function");
  return Object.entries(value).every(([name, inner]) => !WIFI_FIELD.test(name) && isHarmless(inner));
}

/** The passwords in a text of this form. */
export function wifiPasswords(text: string): readonly string[] {
  if (!/^\s*WIFI:/i.test(text)) return [];
  return [...text.matchAll(/[:;]P:((?:\\.|[^\\;])+)/gi)].map(([, password = ""]) =>
    password.replace(/\\(.)/g, "$1").replace(/^"(.*)"$/, "$1"),
  );
}
