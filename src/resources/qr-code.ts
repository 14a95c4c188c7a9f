// QrCode: a QR code. The service never returns its content.
import { defineKind } from "../kind/define";
import type { PlannedChange, Props } from "../kind/definition";
import { rgbColor, text, verbatim } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";
import { address } from "./outputs";
import { content, contentData } from "./qr-content";
import { rule } from "./qr-content/fields";
import { colorWarnings, contentWarnings, mayHoldWifi, typeWarnings } from "./qr-content/warnings";
import { wifiPasswords } from "./qr-content/wifi";

const TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
/** Not in api.md. Some installations accept them. */
const OTHER_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"] as const;
const ALL_TYPES = [...TYPES, ...OTHER_TYPES] as const;

const color = schema((z) =>
  z
    .string()
    .regex(
      /^rgb\(\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])(\s*,\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])){2}\s*\)$/,
      'must be a color of the form "rgb(r,g,b)" with numbers up to 255, such as "rgb(16,42,67)"',
    ),
);

/** More is a mistake, and code that walks through a value needs a limit. */
const MAX_DEPTH = 16;

function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

const object = schema((z) =>
  z
    .record(z.string(), z.json())
    .refine((fields) => Object.keys(fields).length > 0, "must not be empty")
    .meta({ minProperties: 1 }),
);

const args = schema((z) =>
  z
    .strictObject({
      type: z
        .enum(ALL_TYPES)
        .meta({ examples: ["link"] })
        .describe(`What kind of content it holds. Only some installations accept ${OTHER_TYPES.join(", ")}.`),
      data: z
        .union(
          [z.string().min(1), z.array(z.json()).min(1), object()],
          "must be text, a list or a mapping that is not empty",
        )
        .refine(isShallow, `must have at most ${MAX_DEPTH} levels`)
        .meta({ examples: ["https://example.com/menu"] })
        .optional()
        .describe("The content, sent verbatim: text, a list, or an object. Secret for a wifi."),
      content: content()
        .optional()
        .describe(
          "Instead of data: named fields that become a standard text, or an object (see qrContent). Secret for a wifi.",
        ),
      name: z
        .string()
        .min(1)
        .meta({ examples: ["Menu"] })
        .optional()
        .describe("Its name. Only some services keep it."),
      background: color()
        .meta({ examples: ["rgb(255,255,255)"] })
        .optional()
        .describe("Background color, rgb(r,g,b)."),
      foreground: color()
        .meta({ examples: ["rgb(16,42,67)"] })
        .optional()
        .describe("Foreground color, rgb(r,g,b)."),
      logo: z
        .string()
        .meta({ examples: ["https://example.com/logo.png"] })
        .optional()
        .describe("Path or address of a PNG or JPG image."),
    })
    .refine(
      ({ data, content }) => data !== undefined || content !== undefined,
      rule("must have data or content"),
    )
    .refine(
      ({ data, content }) => data === undefined || content === undefined,
      rule("must have either data or content, not both"),
    )
    .meta({ oneOf: [{ required: ["data"] }, { required: ["content"] }] }),
);

const outputs = { link: { ...address("link", "Address of the code."), isAlwaysPresent: true } };

/** Fields that the service never returns, and that an update need not send. */
const APPEARANCE = ["background", "foreground", "logo"] as const;

function resetWarnings({ news, replaces, cleared }: PlannedChange): string[] {
  if (replaces.length > 0) return [];
  const unmanaged = APPEARANCE.filter((name) => !(name in news) && !cleared.includes(name));
  if (unmanaged.length === 0) return [];
  return [
    `the service may reset ${unmanaged.join(", ")}, which the config does not have and the API does not return`,
  ];
}

const TEXT_TYPES = ["text", "link", "phone"];

/** The message of the service comes before it. */
function whatOthersAccept({ type, data, name }: Props): string | undefined {
  const hints: string[] = [];
  if (OTHER_TYPES.some((one) => one === type)) {
    hints.push(`only some installations have the type ${type}`);
  }
  if (typeof data !== "string") {
    hints.push("some accept data only as text (qrContent: text)");
  } else if (!TEXT_TYPES.includes(String(type))) {
    hints.push("some accept data only as an object (qrContent: fields)");
  }
  if (hints.length > 0) hints.push("all accept type: text with data as text");
  if (name !== undefined) hints.push("some accept no name");
  return hints.length === 0 ? undefined : `If this is about the type, data or name: ${hints.join("; ")}`;
}

export const qrCode = defineKind({
  type: "QrCode",
  summary: "A QR code.",
  args,
  shorthands: { content: { field: "data", uses: ["type"], toValue: contentData } },
  fields: {
    type: text("type", { createOnly: true, writeOnly: true }),
    data: verbatim("data", { writeOnly: true }),
    name: text("name", { undocumented: true, isNeverEmpty: true }),
    background: rgbColor("background", { writeOnly: true }),
    foreground: rgbColor("foreground", { writeOnly: true }),
    logo: text("logo", { writeOnly: true, clearable: true }),
  },
  outputs,
  identity: [["name"]],
  lifecycle: listedObject({
    list: "/api/qr",
    key: "qrs",
    object: "/api/qr",
    sentWithUpdates: ["type"],
  }),
  yaml: { shape: "mapping", section: "qrCodes" },
  secretArgs: (given: Props) => (mayHoldWifi(given, ALL_TYPES) ? ["data", "content"] : []),
  secretParts: wifiPasswords,
  // As in the middle of a message: the word may also be followed by a space, such as in "content: wifi: …".
  secretText: /wifi:[a-z\d]{1,4}:.*?(?:;;|$)/g,
  lint: (given: Props) => [
    ...typeWarnings(given, OTHER_TYPES),
    ...contentWarnings(given),
    ...colorWarnings(given.foreground, given.background),
  ],
  publicUse: { address: "link", breaks: () => "every printed copy stops working" },
  planWarnings: resetWarnings,
  ifRejected: whatOthersAccept,
  recordedContent: ["type", "data"],
  recognizedBy: ["link", "name", "scans", "date"],
  limitations: [
    "The service never returns the content, the colors and the logo: a change by hand is not detected.",
    "Without a name that the service shows, nothing identifies a code: it is adopted only by its id (onExisting).",
  ],
});
