// Joins a wifi network. The form of ZXing's page "Barcode Contents" (Wi-Fi Network config), which the cameras of Android
// and iOS read. Such a text is secret.
import type { Props } from "../../kind/definition";
import { schema } from "../../kind/schema";
import { formed } from "../../kind/texts/text-checks";
import { type ContentField, contentSchema, rule, validFields } from "./fields";

/** The fields of a wifi network. */
export interface WifiFields {
  /** Name of the network: one line. */
  ssid: string;
  /** Password of the network: one line. Required unless `encryption` is `nopass`. */
  password?: string;
  /** `WPA` also stands for WPA2 and WPA3, `nopass` for an open network. @default "WPA" */
  encryption?: "WPA" | "WEP" | "nopass";
  /** Whether the network hides its name. @default false */
  hidden?: boolean;
}

export const WIFI_FIELDS: Readonly<Record<keyof WifiFields, ContentField>> = {
  ssid: { schema: formed("line"), kind: "ssid", doc: "Name of the network.", isRequired: true },
  password: {
    schema: schema(() => formed("line")().meta({ secret: true })),
    also: "pass",
    doc: "Password of the network. Required unless encryption is nopass.",
  },
  encryption: {
    schema: schema((z) => z.enum(["WPA", "WEP", "nopass"]).meta({ default: "WPA" })),
    doc: "WPA (also for WPA2 and WPA3), WEP, or nopass for an open network. Default WPA.",
  },
  hidden: {
    schema: schema((z) => z.boolean().meta({ default: false })),
    doc: "Whether the network hides its name. Default false.",
  },
};

export const wifi = schema(() =>
  contentSchema(WIFI_FIELDS, "A wifi network to join. Secret.")
    .refine(
      ({ password, encryption }) => password !== undefined || encryption === "nopass",
      rule("must have a password, or encryption nopass for an open network"),
    )
    .refine(
      ({ password, encryption }) => password === undefined || encryption !== "nopass",
      rule("must not have a password together with encryption nopass"),
    ),
);

/**
 * The text that joins a wifi network (ZXing, "Barcode Contents"): the `data` of a QrCode of type `wifi` or `text`.
 * For outputs, `pulumi.output({ ssid, password }).apply(wifiText)`.
 * @throws Error that names a wrong field, without its value
 */
export function wifiText(fields: WifiFields): string {
  return toWifiText(validFields("wifiText", wifi, fields));
}

/**
 * ZXing's page wants quotes around a name or a password of hexadecimal digits, such as `CAFE`. Here are none. For an iPhone
 * they are a part of it (QRCoder on GitHub: issue 440, and pull 334, which made them optional), and codes with them failed
 * in ZXing's own app, too (qifi on GitHub: issue 4). Android takes a name with and without them as text, and only a
 * password with the length of a raw key as bytes: then it is one.
 */
export function toWifiText({ ssid, password, encryption = "WPA", hidden = false }: WifiFields): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, "\\$&");
  const secret = password === undefined ? "" : `P:${escaped(password)};`;
  return `WIFI:T:${encryption};S:${escaped(ssid)};${secret}${hidden ? "H:true;" : ""};`;
}

/** Whether the arguments of a code, or the entry of one, contain a wifi network and so its password. */
export function hasWifi({ type, data, content }: Props): boolean {
  const isContact = (content as Props | null | undefined)?.vcard !== undefined;
  // The words "Free WIFI: …" are no network: that has a password, or a name.
  const text = typeof data === "string" ? data : "";
  const at = text.search(/WIFI:/i);
  const isText = at !== -1 && /\b[SP]:/i.test(text.slice(at));
  return type === "wifi" || isText || (content !== undefined && !isContact);
}

/** In the text of a code. */
export function wifiPasswords({ data }: Props): readonly string[] {
  return typeof data === "string" && /^\s*WIFI:/i.test(data) ? fieldsIn(data, "P") : [];
}

/** What the text of a code has for a field of a network, such as S for its name. */
function fieldsIn(text: string, name: string): readonly string[] {
  const found = text.matchAll(new RegExp(`[:;]${name}:((?:\\\\.|[^;\\\\])*)`, "gis"));
  return [...found].map(([, value = ""]) => value.replace(/\\(.)/gs, "$1"));
}

/** The named fields in the text of a network. `undefined` for another text, and for an enterprise network, which has others. */
export function wifiIn(text: string): Props | undefined {
  if (!/^\s*WIFI:/i.test(text)) return undefined;
  const [ssid, password, encryption = password === undefined ? "nopass" : "WPA"] = ["S", "P", "T"].map(
    (name) => fieldsIn(text, name)[0],
  );
  if (!(isWpa(encryption) || /^(?:WEP|nopass)$/i.test(encryption))) return undefined;
  const form = isWpa(encryption) ? "WPA" : encryption.length === 3 ? "WEP" : "nopass";
  return { ssid, ...(password !== undefined && { password }), encryption: form };
}

/** @param encryption as a user or a service writes it. Another one, such as that of an enterprise network, has no limits */
export function isWpa(encryption: unknown): boolean {
  return /^WPA(?!.*EAP)/i.test(String(encryption));
}
