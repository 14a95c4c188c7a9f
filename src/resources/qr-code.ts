// QrCode: a QR code. The service never returns its content.
import type { z } from "zod";
import { defineKind, type PlannedChange, type Props } from "../kind/definition";
import { rgbColor, text, verbatim } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type Zod } from "../kind/schema";
import { rule } from "./qr-content/fields";
import { contactText, vcard } from "./qr-content/vcard";
import { colorWarnings, contentWarnings, typeWarnings } from "./qr-content/warnings";
import { mayHoldWifi, networkText, unlessWifi, wifi } from "./qr-content/wifi";
import { address } from "./shared";

const TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
/** Not in api.md. Some deployments accept them. */
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

/** The arguments, with another field of the config file that becomes `data`. */
function fieldsOf<More extends z.ZodRawShape>(z: Zod, more: More) {
  return z.strictObject({
    type: z
      .enum(ALL_TYPES)
      .meta({ examples: ["link"] })
      .optional()
      .describe(`What kind of content it holds. Only some deployments accept ${OTHER_TYPES.join(", ")}.`),
    data: z
      .union(
        [z.string().min(1), z.array(z.json()).min(1), object()],
        "must be text, a list or a mapping that is not empty",
      )
      .meta({ examples: ["https://example.com/menu"] })
      .optional()
      .describe("The content, sent verbatim: text, a list, or an object. Secret for a wifi."),
    ...more,
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
  });
}

/** @param sources the fields of which one has the content */
function withRules<Fields extends z.ZodObject>(fields: Fields, sources: readonly string[]): Fields {
  const words = sources.join(" or ");
  const given = (args: Props, names: readonly string[]) => names.filter((name) => args[name] !== undefined);
  const hasAny = (args: Props, names: readonly string[]) => given(args, names).length > 0;
  return fields
    .refine((args) => hasAny(args, ["type"]) || !hasAny(args, sources), {
      ...rule(`must be set with ${words}`),
      path: ["type"],
    })
    .refine((args) => !hasAny(args, ["type"]) || hasAny(args, sources), rule(`must have ${words}`))
    .refine((args) => given(args, sources).length < 2, rule(`must have either ${words}, not both`))
    .refine(
      (args) => hasAny(args, ["type", ...sources]) || !hasAny(args, APPEARANCE),
      rule(`must have type and ${words}: ${APPEARANCE.join(", ")} are only sent together with them`),
    )
    .meta({
      oneOf: [
        ...sources.map((source) => ({ required: ["type", source] })),
        { not: { anyOf: ["type", ...sources, ...APPEARANCE].map((name) => ({ required: [name] })) } },
      ],
    });
}

const args = schema((z) => withRules(fieldsOf(z, {}), ["data"]));

const content = schema((z) =>
  z
    .strictObject({ wifi: wifi().optional(), vcard: vcard().optional() })
    .refine((given) => Object.keys(given).length === 1, rule("must have exactly one of wifi, vcard"))
    .meta({ minProperties: 1, maxProperties: 1, unknownHelp: "for any other type, write its text as data" }),
);

/** An entry of the config file. */
const entry = schema((z) =>
  withRules(
    fieldsOf(z, {
      content: content()
        .optional()
        .describe(
          "In place of data, in the config file only: named fields of a wifi or a contact, which become its text. Secret for a wifi.",
        ),
    }),
    ["data", "content"],
  ),
);

/** The text of a valid content. Another one stays as it is: a part of it is not known yet. */
function dataOf(given: unknown): unknown {
  const { success, data } = content().safeParse(given);
  if (!success) return given;
  return data.wifi ? networkText(data.wifi) : contactText(data.vcard!);
}

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

const name = text("name", { bestEffort: true, isNeverEmpty: true });

const TEXT_TYPES = ["text", "link", "phone"];

/** The message of the service comes before it. */
function whatOthersAccept({ type, data, name }: Props, before?: Props): string | undefined {
  const hints: string[] = [];
  if (before && before.type === undefined) hints.push("the code may have another type, which is fixed");
  if (OTHER_TYPES.some((one) => one === type)) {
    hints.push(`only some deployments have the type ${type}`);
  }
  if (typeof data !== "string") {
    hints.push("some accept data only as text");
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
  fields: {
    type: text("type", { createOnly: true, writeOnly: true }),
    data: verbatim("data", { writeOnly: true }),
    name: { ...name, read: (item: Props) => unlessWifi(String(name.read(item) ?? "")) || undefined },
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
    // A code that is created a second time has another address.
    emptyProves: "nothing",
  }),
  yaml: {
    shape: "mapping",
    section: "qrCodes",
    entry,
    toArgs: ({ content, ...given }: Props) =>
      content === undefined ? given : { ...given, data: dataOf(content) },
  },
  secretArgs: (given: Props) => (mayHoldWifi(given, ALL_TYPES) ? ["data", "content"] : []),
  lint: (given: Props) => [
    ...typeWarnings(given, OTHER_TYPES),
    ...contentWarnings(given),
    ...colorWarnings(given.foreground, given.background),
  ],
  publicUse: { address: "link", breaks: () => "every printed copy stops working" },
  planWarnings: updateWarnings,
  ifRejected: whatOthersAccept,
  content: ["type", "data"],
  recognizedBy: ["link", "name", "scans", "date"],
  limitations: [
    "The service never returns the content, the colors and the logo: a change by hand is not detected.",
    "Without type and data, an existing code is managed as it is. The option onExisting has its id.",
    "Without a name that the service shows, nothing identifies a code: it is adopted only by its id, in the option onExisting.",
  ],
});
