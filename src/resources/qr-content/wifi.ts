// Joins a wifi. The form is of ZXing's page "Barcode Contents" (Wi-Fi Network config), which the cameras of Android
// and iOS follow.
import { schema } from "../../kind/schema";
import { line } from "./fields";
import { rule } from "./rules";
import { standardText } from "./standard-text";

/** IEEE 802.11: a network's name has at most so many bytes. */
const LONGEST_SSID = 32;

/** In words of JSON Schema. */
const OPEN = { required: ["encryption"], properties: { encryption: { const: "nopass" } } };

const fields = schema((z) =>
  z
    .strictObject({
      ssid: line()
        .max(LONGEST_SSID)
        .refine((ssid) => Buffer.byteLength(ssid) <= LONGEST_SSID, {
          error: `must have at most ${LONGEST_SSID} bytes; letters beyond ASCII take several`,
          abort: true,
        })
        .describe("Name of the network."),
      password: line()
        .meta({ secret: true })
        .optional()
        .describe("Password of the network; needed unless encryption is nopass."),
      encryption: z
        .enum(["WPA", "WEP", "nopass"])
        .meta({ default: "WPA" })
        .optional()
        .describe("WPA (also for WPA2 and WPA3), WEP, or nopass for an open network. Default WPA."),
      hidden: z
        .boolean()
        .meta({ default: false })
        .optional()
        .describe("Whether the network does not show its name. Default false."),
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
    .describe("A wifi to join; secret."),
);

function escaped(text: string): string {
  return text.replace(/[\\;,:"]/g, "\\$&");
}

// A name of nothing but hexadecimal digits would be read as the bytes that they stand for. A password would not:
// only one as long as a raw key is, and that is what it is.
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
