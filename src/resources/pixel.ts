// Pixel: a tracking tag of an ad or analytics network.
import type { Definition, LintWarning, Props } from "../kind/definition";
import { text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type ValueOf } from "../kind/schema";
import { type ArgsOf, resourceClass } from "../pulumi/resource-class";
import { date } from "./outputs";

/** The 13 types of api.md, "Pixel"; neutral words stand in place of most networks' names. */
const TYPES = [
  "gtmpixel",
  "gapixel",
  "fbpixel",
  "searchadspixel",
  "professionalnetworkpixel",
  "microblogpixel",
  "retargetingpixel",
  "questionsitepixel",
  "pinboard",
  "searchengine",
  "ephemeralmessaging",
  "forum",
  "shortvideo",
] as const;

const args = schema((z) =>
  z.strictObject({
    type: z
      .enum(TYPES)
      .meta({ createOnly: true, examples: ["gapixel"] })
      .describe("The network that the tag belongs to."),
    name: z
      .string()
      .min(1)
      .meta({ examples: ["Shop ads"] })
      .describe("A name of your own for it."),
    tag: z
      .string()
      .min(1)
      .meta({ examples: ["G-ABC123", "1234567890"] })
      .describe("The tag code that the network gave you. Quoted where it is a number."),
  }),
);

/** How tags of some types begin, and those of no other. */
const PREFIXES: Readonly<Record<string, (typeof TYPES)[number]>> = {
  "GTM-": "gtmpixel",
  "G-": "gapixel",
  "UA-": "gapixel",
  "AW-": "searchadspixel",
};

function tagFindings({ type, tag }: Props): readonly LintWarning[] {
  if (typeof type !== "string" || typeof tag !== "string") return [];
  const prefix = /^(GTM|G|UA|AW)-(?=[\dA-Z-]+$)/i.exec(tag)?.[0].toUpperCase();
  const looksLike = prefix && PREFIXES[prefix];
  if (looksLike && looksLike !== type) {
    return [
      { field: "tag", message: `a tag that begins with ${prefix} looks like one of type ${looksLike}` },
    ];
  }
  if (type === "fbpixel" && !/^\d+$/.test(tag)) {
    return [{ field: "tag", message: "a tag of type fbpixel is a number, such as 1234567890" }];
  }
  return [];
}

const fields = {
  type: text({ api: "type" }),
  name: text({ api: "name" }),
  tag: text({ api: "tag" }),
};

const outputs = { date: date("When it was made, as the service writes it.") };

const definition = {
  type: "Pixel",
  handler: "pixel",
  summary: "A tracking tag of an ad or analytics network.",
  args,
  fields,
  outputs,
  identity: ({ type, tag }) => `${type} ${tag}`,
  lifecycle: listedObject({
    type: "Pixel",
    list: { path: "/api/pixels", key: "pixels" },
    paths: {
      add: "/api/pixel/add",
      update: (id) => `/api/pixel/${id}/update`,
      remove: (id) => `/api/pixel/${id}/delete`,
    },
    fields,
    outputs,
    updates: ["name", "tag"],
    comparable: true,
  }),
  yaml: { shape: "mapping", section: "pixels" },
  exports: [],
  lint: tagFindings,
  limitations: ["The type is set at creation only: a change replaces the pixel."],
} satisfies Definition;

export type PixelArgs = ArgsOf<ValueOf<typeof args>>;

export const Pixel = resourceClass<PixelArgs, ValueOf<typeof args> & { date?: string }>(definition);
export type Pixel = InstanceType<typeof Pixel>;
