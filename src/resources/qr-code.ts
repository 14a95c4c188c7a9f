// QrCode: a QR code. The service never returns its content.
import type { z } from "zod";
import { defineKind, type Props } from "../kind/definition";
import { address, rgbColor, shownCount, shownText, text, verbatim } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { formatList, schema, type Zod } from "../kind/schema";
import { rule } from "./qr-content/fields";
import {
  ALL_TYPES,
  holdsText,
  isTooLong,
  isWrongType,
  type Named,
  OTHER_TYPES,
  TOO_LONG,
  TYPES_FOR,
} from "./qr-content/types";
import { toVcardText, type VcardFields, vcard } from "./qr-content/vcard";
import { contentWarnings, logoWarning } from "./qr-content/warnings";
import { hasWifi, toWifiText, type WifiFields, wifi, wifiPasswords } from "./qr-content/wifi";
import { CREATED, outputAddress } from "./shared";

/** What people write for a type. */
const WORDS = {
  ...{ url: "link", uri: "link", website: "link", tel: "phone", mail: "email", mailto: "email" },
  ...{ contact: "vcard", card: "vcard", wlan: "wifi", "wi-fi": "wifi" },
};
const UNNAMED = ALL_TYPES.filter((type) => !Object.hasOwn(TYPES_FOR, type));

const color = schema((z) =>
  z
    .string()
    .regex(
      /^rgb\(\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])(\s*,\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])){2}\s*\)$/,
      'must be a color of the form "rgb(r,g,b)" with numbers up to 255, such as "rgb(16,42,67)"',
    ),
);

const object = schema((z) =>
  z.record(z.string(), z.json()).refine((fields) => Object.keys(fields).length > 0, "must not be empty"),
);

/** Fields that the service never returns, and that an update need not send. */
const APPEARANCE = ["background", "foreground", "logo"] as const;

/** The arguments, with another field of the config file that becomes `data`. */
function fieldsOf<More extends z.ZodRawShape>(z: Zod, more: More) {
  const hint = Object.fromEntries(["url", "text", "link", "value"].map((name) => [name, "write it as data"]));
  const fields = z.strictObject({
    type: z
      .enum(ALL_TYPES)
      .meta({ examples: ["link", "text"], meant: WORDS })
      .optional()
      .describe(`What kind of content it holds. Only some deployments accept ${OTHER_TYPES.join(", ")}.`),
    data: z
      .union(
        [z.string().min(1), z.array(z.json()).min(1), object()],
        "must be text, a list or a mapping that is not empty",
      )
      // Only of some types: see secretArgs.
      .meta({ examples: ["https://example.com/menu"], secret: "sometimes" })
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
  return fields.meta({ hint });
}

/** The type cannot be corrected later: that would replace the code. */
const hasFittingType =
  (name: Named) =>
  ({ type, content }: Props) =>
    (content as Props | null | undefined)?.[name] === undefined || !isWrongType(type, name);

const typeRule = (name: Named) => ({
  ...rule(`must be ${formatList(TYPES_FOR[name], "or")} with content.${name}`),
  path: ["type"],
});

/** @param sources the fields of which one has the content */
function withRules<Fields extends z.ZodObject>(fields: Fields, sources: readonly string[]): Fields {
  const words = sources.join(" or ");
  const given = (args: Props, names: readonly string[]) => names.filter((name) => args[name] !== undefined);
  const hasAny = (args: Props, names: readonly string[]) => given(args, names).length > 0;
  return fields
    .refine(hasFittingType("wifi"), typeRule("wifi"))
    .refine(hasFittingType("vcard"), typeRule("vcard"))
    .refine((args) => hasAny(args, ["type"]) || !hasAny(args, sources), {
      ...rule(`must be set with ${words}`),
      path: ["type"],
    })
    .refine((args) => !hasAny(args, ["type"]) || hasAny(args, sources), rule(`must have ${words}`))
    .refine((args) => given(args, sources).length < 2, rule(`must have either ${words}, not both`))
    .refine(({ type, data }) => !holdsText(type) || !isTooLong(data), {
      ...rule(`must have at most ${TOO_LONG}`),
      path: ["data"],
    })
    .refine(
      (args) => hasAny(args, ["type", ...sources]) || !hasAny(args, APPEARANCE),
      rule(`must have type and ${words}: ${APPEARANCE.join(", ")} are only sent together with them`),
    );
}

const args = schema((z) => withRules(fieldsOf(z, {}), ["data"]));

const content = schema((z) =>
  z
    .strictObject({ wifi: wifi().optional(), vcard: vcard().optional() })
    .refine((given) => Object.keys(given).length === 1, rule("must have exactly one of wifi, vcard"))
    .refine((given) => !isTooLong(textOf(given)), `must make a text of at most ${TOO_LONG}`)
    .meta({
      hint: Object.fromEntries(
        UNNAMED.map((type) => [type, "only wifi and vcard have fields: write any other content as data"]),
      ),
    }),
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

/** The text for a valid content. Another one stays as it is: a part of it is not known yet. */
function dataOf(given: unknown): unknown {
  const { success, data } = content().safeParse(given);
  return success ? textOf(data) : given;
}

interface Content {
  readonly wifi?: WifiFields | undefined;
  readonly vcard?: VcardFields | undefined;
}

function textOf({ wifi, vcard }: Content): string | undefined {
  return wifi ? toWifiText(wifi) : vcard && toVcardText(vcard);
}

const outputs = {
  link: { ...outputAddress("link", "Address of the code."), isAlwaysPresent: true, keepsPath: true },
} as const;

const scans = shownCount("scans", "Number of scans.");

// The API document does not say which data a type takes.
const IF_REJECTED =
  "If this is about the type, data or name: some services take data only as text, and some take only an object for " +
  "some types, which you write as data (node_modules/pulumi-link-management/docs/qr-content.md). Some take no name. All take type: text with data as text";

export const qrCode = defineKind({
  type: "QrCode",
  summary: "A QR code.",
  args,
  fields: {
    type: text("type", { createOnly: true, sentByUpdates: true, writeOnly: true }),
    data: verbatim("data", { writeOnly: true }),
    name: text("name", {
      bestEffort: true,
      driftOnceShown: true,
      rewritten: true,
    }),
    background: rgbColor("background", { writeOnly: true }),
    foreground: rgbColor("foreground", { writeOnly: true }),
    logo: { ...address("logo", { writeOnly: true, clearable: true }), warning: logoWarning },
  },
  outputs,
  shown: {
    name: shownText("name", "Name that the service gave it."),
    scans,
    date: CREATED,
  },
  identity: [["name"]],
  lifecycle: listedObject({ list: "/api/qr", key: "qrs", object: "/api/qr" }),
  yaml: {
    shape: "mapping",
    section: "qrCodes",
    entry,
    toArgs: ({ content, ...given }: Props) =>
      content === undefined ? given : { ...given, data: dataOf(content) },
  },
  secretArgs: (given) => (hasWifi(given) ? ["data", "content"] : []),
  secretParts: wifiPasswords,
  lint: contentWarnings,
  publicUse: {
    address: "link",
    breaks: () => "every printed copy stops working",
    hasRandomAddress: true,
    uses: {
      noun: "Scans so far",
      count: async (session, _ids, list) => {
        const items = await session.inventory(list).all();
        return new Map([...items].map(([id, item]) => [id, scans.read(item)]));
      },
    },
  },
  ifRejected: () => IF_REJECTED,
  content: ["type", "data"],
  limitations: [
    "The service never returns the content, the colors and the logo: a change by hand is not detected.",
    "Without type and data, an existing code is managed as it is, by its id.",
    "Without a name that the service shows, nothing but its id identifies a code.",
  ],
});
