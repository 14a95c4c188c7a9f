// Joins a wifi network. The form of ZXing's page "Barcode Contents" (Wi-Fi Network config), which the cameras of
// Android and iOS read.
import { schema } from "../../kind/schema";
import { line, rule, standardText } from "./fields";

/** Bytes of the name of a network (IEEE 802.11). */
const MAX_SSID = 32;

/** As JSON Schema. */
const OPEN = { required: ["encryption"], properties: { encryption: { const: "nopass" } } };

const fields = schema((z) =>
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

function escaped(text: string): string {
  return text.replace(/[\\;,:"]/g, "\\$&");
}

// Phones read a name of only hexadecimal digits as bytes, unless it is in quotes. A password is read as bytes only if it
// has the length of a raw key, and then it is one.
function name(ssid: string): string {
  return /^[\da-f]+$/i.test(ssid) ? `"${ssid}"` : escaped(ssid);
}

export const wifi = standardText({
  fields,
  toText({ ssid, password, encryption = "WPA", hidden = false }) {
    const secret = password === undefined ? "" : `P:${escaped(password)};`;
    return `WIFI:T:${encryption};S:${name(ssid)};${secret}${hidden ? "H:true;" : ""};`;
  },
});

/** Fields of a wifi, as services name them. */
const PASSWORD = /^(pass(word|wd|phrase)?|psk)$/i;
const NETWORK = /^ssid$/i;

/** Whether an object may be a wifi. */
export function isWifiField(name: string): boolean {
  return PASSWORD.test(name) || NETWORK.test(name);
}

/** The passwords in texts of this form, and in objects. */
export function wifiPasswords(value: unknown): readonly string[] {
  if (typeof value === "string") return passwordsIn(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    PASSWORD.test(name) && isScalar(inner) ? [String(inner)] : wifiPasswords(inner),
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function passwordsIn(text: string): readonly string[] {
  if (!/^\s*WIFI:/i.test(text)) return [];
  return [...text.matchAll(/[:;]P:((?:\\.|[^\\;])+)/gi)].map(([, password = ""]) =>
    password.replace(/\\(.)/g, "$1").replace(/^"(.*)"$/, "$1"),
  );
}
