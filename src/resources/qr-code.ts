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

const object = schema((z) =>
  z
    .record(z.string(), z.json())
    .refine((fields) => Object.keys(fields).length > 0, "must not be empty")
    .meta({ minProperties: 1 }),
);

/** Fields that the service never returns, and that an update need not send. */
const APPEARANCE = ["background", "foreground", "logo"] as const;

const CONTENT = "type and data (or content)";

/** The API requires the content in every create and update. */
function missingContent({ type, data, content }: Props): string | undefined {
  return [type, data, content].every((value) => value === undefined) ? CONTENT : undefined;
}

const args = schema((z) =>
  z
    .strictObject({
      type: z
        .enum(ALL_TYPES)
        .meta({ examples: ["link"] })
        .optional()
        .describe(`What kind of content it holds. Only some installations accept ${OTHER_TYPES.join(", ")}.`),
      data: z
        .union(
          [z.string().min(1), z.array(z.json()).min(1), object()],
          "must be text, a list or a mapping that is not empty",
        )
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
      ({ type, data, content }) => type !== undefined || (data === undefined && content === undefined),
      {
        ...rule("must be set with data or content"),
        path: ["type"],
      },
    )
    .refine(
      ({ type, data, content }) => type === undefined || data !== undefined || content !== undefined,
      rule("must have data or content"),
    )
    .refine(
      ({ data, content }) => data === undefined || content === undefined,
      rule("must have either data or content, not both"),
    )
    .refine(
      (given) => missingContent(given) === undefined || APPEARANCE.every((name) => given[name] === undefined),
      rule(`must have ${CONTENT}: ${APPEARANCE.join(", ")} are only sent together with them`),
    )
    .meta({
      oneOf: [
        { required: ["type", "data"] },
        { required: ["type", "content"] },
        { not: { anyOf: ["type", "data", "content", ...APPEARANCE].map((name) => ({ required: [name] })) } },
      ],
    }),
);

const outputs = {
  link: { ...address("link", "Address of the code."), isAlwaysPresent: true, keepsPath: true },
} as const;

/** What an update does to values that the service has and does not return. */
function updateWarnings({ olds, news, changed, replaces, cleared }: PlannedChange): string[] {
  if (replaces.length > 0) return [];
  const warnings: string[] = [];
  const overwritten = ["data", ...APPEARANCE].filter((name) => changed.includes(name) && !(name in olds));
  if (overwritten.length > 0) {
    warnings.push(
      `the update overwrites ${overwritten.join(", ")} of the code, which the API does not return`,
    );
  }
  if (changed.includes("type")) {
    warnings.push("the API has no change of the type: the service may keep the one that the code has");
  }
  const unmanaged = APPEARANCE.filter((name) => !(name in news) && !cleared.includes(name));
  if (unmanaged.length > 0) {
    const fields = unmanaged.join(", ");
    warnings.push(
      `the service may reset ${fields}, which the config does not have and the API does not return`,
    );
  }
  return warnings;
}

const TEXT_TYPES = ["text", "link", "phone"];

/** The message of the service comes before it. */
function whatOthersAccept({ type, data, name }: Props, before?: Props): string | undefined {
  const hints: string[] = [];
  if (before && before.type === undefined) hints.push("the code may have another type, which is fixed");
  if (OTHER_TYPES.some((one) => one === type)) {
    hints.push(`only some installations have the type ${type}`);
  }
  if (typeof data !== "string") {
    hints.push("some accept data only as text (qrContent: text)");
  } else if (!TEXT_TYPES.includes(String(type))) {
    hints.push("some accept data only as an object (docs/qr-content.md has its names)");
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
    // A code that is created a second time has another address.
    emptyProves: "nothing",
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
  planWarnings: updateWarnings,
  ifRejected: whatOthersAccept,
  recordedContent: ["type", "data"],
  recognizedBy: ["link", "name", "scans", "date"],
  missingContent,
  limitations: [
    "The service never returns the content, the colors and the logo: a change by hand is not detected.",
    "An entry without type and content manages an existing code as it is. Its id is set under onExisting.",
    "Without a name that the service shows, nothing identifies a code: it is adopted only by its id (onExisting).",
  ],
});
