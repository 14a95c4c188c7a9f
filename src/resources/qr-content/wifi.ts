// Joins a wifi network. The form of ZXing's page "Barcode Contents" (Wi-Fi Network config), which the cameras of Android
// and iOS read. Such a text is secret.
import type { Props } from "../../kind/definition";
import { ALWAYS, schema } from "../../kind/schema";
import type { WifiFields } from "../generated/contents";
import { type ContentField, contentSchema, line, validFields } from "./fields";

const WIFI_FIELDS: Readonly<Record<string, ContentField>> = {
  ssid: { schema: line, doc: "Name of the network.", isRequired: true },
  password: {
    schema: schema(() => line().meta({ secret: true })),
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
  contentSchema(WIFI_FIELDS, "A wifi network to join. Secret.").refine(
    ({ password, encryption }) => (password === undefined) === (encryption === "nopass"),
    { error: "must have either a password, or encryption nopass for an open network", ...ALWAYS },
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
  const isText = /WIFI:.*\b[SP]:/is.test(typeof data === "string" ? data : "");
  return type === "wifi" || isText || (content !== undefined && !isContact);
}

/** What the text of a network has. `undefined` for other content. */
export function wifiIn(text: unknown) {
  if (typeof text !== "string" || !/^\s*WIFI:/i.test(text)) return undefined;
  const fieldOf = (name: string) =>
    new RegExp(`[:;]${name}:((?:\\\\.|[^;\\\\])*)`, "is").exec(text)?.[1]?.replace(/\\(.)/gs, "$1");
  return { ssid: fieldOf("S"), password: fieldOf("P"), encryption: fieldOf("T") };
}
