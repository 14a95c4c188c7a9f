// QrCode: a QR code whose content, once made, the service never shows again.
import type { Definition, LintWarning, PlannedChange, Props } from "../kind/definition";
import { rgbColour, text, unreadable, verbatim } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type ValueOf } from "../kind/schema";
import { type ArgsOf, type Nested, resourceClass } from "../pulumi/resource-class";
import { counter, date, shownText } from "./outputs";
import { content, contentText, type QrContent } from "./qr-content";
import { colourFindings } from "./qr-content/colors";
import { contentFindings, mayHoldWifi } from "./qr-content/findings";
import { rule } from "./qr-content/rules";

const TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;

const colour = schema((z) =>
  z
    .string()
    .regex(
      /^rgb\(\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])(\s*,\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])){2}\s*\)$/,
      'must be a colour of the form "rgb(r,g,b)" with numbers up to 255, such as "rgb(16,42,67)"',
    ),
);

const args = schema((z) =>
  z
    .strictObject({
      type: z
        .enum(TYPES)
        .meta({ createOnly: true, examples: ["link"] })
        .describe("What kind of content it holds."),
      data: z
        .union([z.string().min(1), z.array(z.json()).min(1)], "must be text or a list that is not empty")
        .meta({ writeOnly: true, examples: ["https://example.com/menu"] })
        .optional()
        .describe("The content, sent verbatim: text, or a list. Secret where it is a wifi's."),
      content: content()
        .meta({ writeOnly: true })
        .optional()
        .describe("In place of data: named fields that become a standard text. Secret where it is a wifi's."),
      background: colour()
        .meta({ writeOnly: true, examples: ["rgb(255,255,255)"] })
        .optional()
        .describe("Background colour, rgb(r,g,b)."),
      foreground: colour()
        .meta({ writeOnly: true, examples: ["rgb(16,42,67)"] })
        .optional()
        .describe("Foreground colour, rgb(r,g,b)."),
      logo: z
        .string()
        .meta({ writeOnly: true, examples: ["https://example.com/logo.png"] })
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

const fields = {
  type: unreadable(text({ api: "type" })),
  data: unreadable(verbatim({ api: "data" })),
  background: unreadable(rgbColour({ api: "background" })),
  foreground: unreadable(rgbColour({ api: "foreground" })),
  logo: unreadable(text({ api: "logo", clearable: true })),
};

const outputs = {
  link: shownText("link", "Address of the code."),
  name: shownText("name", "Name that the service gave it."),
  scans: counter("scans", "Number of scans at the last refresh; never a difference."),
  date: date("When it was made, as the service writes it."),
};

/** What the service never shows, and an update need not send. */
const LOOKS = ["background", "foreground", "logo"] as const;

function lostCopies({ id, olds, replaces }: PlannedChange): string {
  const scans = olds.scans === undefined ? "" : ` (${olds.scans} scans at the last refresh)`;
  return `QrCode ${id}: a change of ${replaces.join(", ")} replaces it, and every printed copy of the code stops working${scans}`;
}

function lostLooks({ id, news, cleared }: PlannedChange): string[] {
  const unmanaged = LOOKS.filter((name) => !(name in news) && !cleared.includes(name));
  if (unmanaged.length === 0) return [];
  return [
    `QrCode ${id}: an apply may reset ${unmanaged.join(", ")}: not in the config, and never shown by the service`,
  ];
}

const definition = {
  type: "QrCode",
  handler: "qrCode",
  summary: "A QR code.",
  args,
  shorthands: { content: { field: "data", toValue: contentText } },
  fields,
  outputs,
  identity: () => undefined,
  lifecycle: listedObject({
    type: "QrCode",
    list: { path: "/api/qr", key: "qrs" },
    paths: {
      add: "/api/qr/add",
      update: (id) => `/api/qr/${id}/update`,
      remove: (id) => `/api/qr/${id}/delete`,
    },
    fields,
    outputs,
    // The typical update request of api.md carries the type too.
    updates: ["type", "data", "background", "foreground", "logo"],
    resets: LOOKS,
    comparable: false,
  }),
  yaml: { shape: "mapping", section: "qrCodes" },
  exports: ["link"],
  secretArgs: (given: Props) => (mayHoldWifi(given, TYPES) ? ["data", "content"] : []),
  lint: (given: Props): readonly LintWarning[] => [
    ...contentFindings(given),
    ...colourFindings(given.foreground, given.background),
  ],
  planWarnings: (plan) => (plan.replaces.length > 0 ? [lostCopies(plan)] : lostLooks(plan)),
  limitations: [
    "The service never shows the content, the colours and the logo: a change made by hand is not seen.",
    "With nothing to compare, an existing code is taken over only where the entry names its id (onExisting).",
  ],
} satisfies Definition;

type Arguments = ValueOf<typeof args>;

/** `data` or `content`, of which every field may be an output too. */
export type QrCodeArgs = ArgsOf<Omit<Arguments, "data" | "content">> &
  (
    | { data: ArgsOf<Required<Arguments>>["data"]; content?: undefined }
    | { content: Nested<QrContent>; data?: undefined }
  );

export const QrCode = resourceClass<
  QrCodeArgs,
  Omit<Arguments, "content"> & { link?: string; name?: string; scans?: number; date?: string }
>(definition);
export type QrCode = InstanceType<typeof QrCode>;
