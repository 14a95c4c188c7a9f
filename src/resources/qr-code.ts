// QrCode: a QR code. The service never returns its content.
import type { Finding, Props } from "../kind/definition";
import { address, rgbColor, shownCount, shownText, text, verbatim } from "../kind/field";
import { kind } from "../kind/kind";
import { ALWAYS, formatList, schema } from "../kind/schema";
import { textFinding } from "../kind/text-checks";
import type { VcardFields, WifiFields } from "./generated/contents";
import { contentFindings } from "./qr-content/findings";
import { toVcardText, vcard } from "./qr-content/vcard";
import { hasWifi, toWifiText, wifi } from "./qr-content/wifi";
import { CREATED, outputAddress } from "./shared";

const DOCUMENTED = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
/** Not in the API document. Some deployments accept them (service.md 53). */
const OTHER_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"] as const;
const ALL_TYPES: readonly string[] = [...DOCUMENTED, ...OTHER_TYPES];

/** The types for the text of a wifi and of a contact. A code of type `text` contains exactly the text. */
const TYPES_FOR = { wifi: ["wifi", "text"], vcard: ["vcard", "staticvcard", "text"] };

/** What people write for a type. */
const WORDS = {
  ...{ url: "link", uri: "link", website: "link", tel: "phone", mail: "email", mailto: "email" },
  ...{ contact: "vcard", card: "vcard", wlan: "wifi", "wi-fi": "wifi" },
};

/** Fields that the service never returns, and that an update need not send. */
const APPEARANCE = ["background", "foreground", "logo"] as const;

const data = schema((z) => {
  const isFilled = (fields: object) => Object.keys(fields).length > 0;
  const object = z.record(z.string(), z.json()).refine(isFilled, "must not be empty");
  const message = "must be text, a list or a mapping that is not empty";
  return z.union([z.string().min(1), z.array(z.json()).min(1), object], message);
});

const hint = (fields: readonly string[], help: string) =>
  Object.fromEntries(fields.map((field) => [field, help]));

/** What is wrong with several fields together. The type cannot be corrected later: that would replace the code. */
function errors(given: Props, sources: readonly string[]): readonly Finding[] {
  const { type, content } = given;
  const words = sources.join(" or ");
  const isGiven = (name: string) => given[name] !== undefined;
  const filled = sources.filter(isGiven);
  const error = (message: string, ...path: string[]): Finding => ({ path, severity: "error", message });
  const found = Object.entries(TYPES_FOR)
    .filter(([name]) => (content as Props | null | undefined)?.[name] !== undefined)
    .filter(([, types]) => ALL_TYPES.includes(String(type)) && !types.includes(String(type)))
    .map(([name, types]) => error(`must be ${formatList(types, "or")} with content.${name}`, "type"));
  if (!isGiven("type") && filled.length > 0) found.push(error(`must be set with ${words}`, "type"));
  if (isGiven("type") && filled.length === 0) found.push(error(`must have ${words}`));
  if (filled.length > 1) found.push(error(`must have either ${words}, not both`));
  const unsent = `must have type and ${words}: ${APPEARANCE.join(", ")} are only sent together with them`;
  if (!isGiven("type") && filled.length === 0 && APPEARANCE.some(isGiven)) found.push(error(unsent));
  return found;
}

/** Services make what they like of the other types. */
function sizeFinding(given: Props): readonly Finding[] {
  const text = toArgs(given).data;
  const path = given.content === undefined ? "data" : "content";
  if (typeof text !== "string" || !Object.values(TYPES_FOR).flat().includes(String(given.type))) return [];
  const found = textFinding(text, "code");
  return found ? [{ ...found, path: [path] }] : [];
}

/** Scanners need a contrast of 3:1, and dark on light. One color alone is not known to be wrong. */
function contrast({ foreground, background }: Props): readonly Finding[] {
  const [code, paper] = [foreground, background].map(luminance);
  if (code === undefined || paper === undefined || (paper + 0.05) / (code + 0.05) >= 3) return [];
  const message = "is too light for the background, so many scanners fail: choose a darker one";
  return [{ path: ["foreground"], severity: "warning", message }];
}

/** As WCAG defines it, of `rgb(r,g,b)`. */
function luminance(color: unknown): number | undefined {
  const [red, green, blue] = (typeof color === "string" ? (color.match(/\d+/g) ?? []) : []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return blue === undefined ? undefined : 0.2126 * red! + 0.7152 * green! + 0.0722 * blue;
}

const content = schema((z) =>
  z
    .strictObject({ wifi: wifi().optional(), vcard: vcard().optional() })
    .refine((given) => Object.keys(given).length === 1, {
      error: "must have exactly one of wifi, vcard",
      ...ALWAYS,
    }),
);

/** A content as its text. One that is not valid stays as it is: a part of it is not known yet. */
function toArgs({ content: given, ...args }: Props): Props {
  if (given === undefined) return args;
  const { data = {} } = content().safeParse(given);
  const { wifi, vcard } = data as { readonly wifi?: WifiFields; readonly vcard?: VcardFields };
  return { ...args, data: wifi ? toWifiText(wifi) : vcard ? toVcardText(vcard) : given };
}

// The API document does not say which data a type takes.
const IF_REJECTED =
  "If this is about the type, data or name: some services take data only as text, and some take only an object for " +
  "some types, which you write as data (node_modules/pulumi-link-management/docs/config-file.md). Some take no name. All take type: text with data as text";

export const qrCode = kind({
  type: "QrCode",
  summary: "A QR code.",
  section: "qrCodes",
  at: { list: "/api/qr", key: "qrs", object: "/api/qr" },
  fields: {
    type: text(
      "type",
      `What kind of content it holds. Only some deployments accept ${OTHER_TYPES.join(", ")}.`,
      {
        schema: schema((z) => z.enum(ALL_TYPES).meta({ meant: WORDS })),
        examples: ["link", "text"],
        optional: true,
        createOnly: true,
        writeOnly: true,
      },
    ),
    data: verbatim("data", "The content, sent verbatim: text, a list, or an object. Secret for a wifi.", {
      schema: data,
      examples: ["https://example.com/menu"],
      optional: true,
      writeOnly: true,
      leads: true,
      secret: hasWifi,
    }),
    content: verbatim(
      "content",
      "In place of data, in the config file only: named fields of a wifi or a contact, which become its text. Secret for a wifi.",
      { schema: content, optional: true, secret: hasWifi, isFileOnly: true },
    ),
    name: text("name", "Its name. Only some services keep it.", {
      examples: ["Menu"],
      optional: true,
      bestEffort: true,
      rewritten: "name",
    }),
    background: rgbColor("background", "Background color, rgb(r,g,b).", {
      examples: ["rgb(255,255,255)"],
      writeOnly: true,
    }),
    foreground: rgbColor("foreground", "Foreground color, rgb(r,g,b).", {
      examples: ["rgb(16,42,67)"],
      writeOnly: true,
    }),
    logo: address("logo", "Path or address of a PNG or JPG image.", {
      examples: ["https://example.com/logo.png"],
      optional: true,
      writeOnly: true,
      clearable: true,
      text: "logo",
    }),
  },
  outputs: { link: { ...outputAddress("link", "Address of the code."), isAlwaysPresent: true } },
  shown: {
    name: shownText("name", "Name that the service gave it."),
    scans: shownCount("scans", "Number of scans."),
    date: CREATED,
  },
  identity: [["name"]],
  rules: (given, form) => [
    ...errors(given, form === "entry" ? ["data", "content"] : ["data"]),
    ...sizeFinding(given),
    ...contentFindings(given),
    ...contrast(given),
  ],
  toArgs,
  hints: {
    ...hint(["url", "text", "link", "value"], "write it as data"),
    ...hint(["ssid", "password", "encryption", "hidden"], "write it in content: { wifi: { … } }"),
  },
  publicUse: {
    address: "link",
    breaks: () => "every printed copy stops working",
    uses: { noun: "Scans so far", api: "scans" },
  },
  ifRejected: () => IF_REJECTED,
  content: ["type", "data"],
  limitations: [
    "The service never returns the content, the colors and the logo: a change by hand is not detected.",
    "Without type and data, an existing code is managed as it is, by its id.",
    "Without a name that the service shows, nothing but its id identifies a code.",
  ],
});
