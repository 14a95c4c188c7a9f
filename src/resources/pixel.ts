// Pixel: a tracking tag of an ad or analytics network.
import { defineKind } from "../kind/define";
import type { LintWarning, Props } from "../kind/definition";
import { text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";

/** The 13 types of api.md, "Pixel". Neutral words replace the names of most networks. */
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

/** What users write instead. For messages only. */
const SYNONYMS: Readonly<Record<string, (typeof TYPES)[number]>> = {
  facebook: "fbpixel",
  facebookpixel: "fbpixel",
  meta: "fbpixel",
  metapixel: "fbpixel",
  tagmanager: "gtmpixel",
  googletagmanager: "gtmpixel",
  analytics: "gapixel",
  googleanalytics: "gapixel",
  adwords: "searchadspixel",
  googleads: "searchadspixel",
};

const args = schema((z) =>
  z.strictObject({
    type: z
      .enum(TYPES)
      .meta({ examples: ["gapixel"], synonyms: SYNONYMS })
      .describe("The network that the tag belongs to."),
    name: z
      .string()
      .min(1)
      .meta({ examples: ["Shop ads"] })
      .describe("A name of your choice."),
    tag: z
      .string()
      .min(1)
      .meta({ examples: ["G-ABC123", "1234567890"] })
      .describe("The tag code from the network. In quotes if it is a number."),
  }),
);

/** Tags of some types begin like no other. */
const PREFIXES: Readonly<Record<string, (typeof TYPES)[number]>> = {
  "GTM-": "gtmpixel",
  "G-": "gapixel",
  "UA-": "gapixel",
  "AW-": "searchadspixel",
};

function tagWarnings({ type, tag }: Props): readonly LintWarning[] {
  if (typeof type !== "string" || typeof tag !== "string") return [];
  const prefix = /^(GTM|G|UA|AW)-(?=[\dA-Z-]+$)/i.exec(tag)?.[0].toUpperCase();
  const likelyType = prefix && PREFIXES[prefix];
  if (likelyType && likelyType !== type) {
    return [{ field: "tag", message: `a tag that begins with ${prefix} usually has the type ${likelyType}` }];
  }
  if (type === "fbpixel" && !/^\d+$/.test(tag)) {
    return [{ field: "tag", message: "a tag of type fbpixel is a number, such as 1234567890" }];
  }
  return [];
}

export const pixel = defineKind({
  type: "Pixel",
  summary: "A tracking tag of an ad or analytics network.",
  args,
  fields: { type: text("type", { createOnly: true }), name: text("name"), tag: text("tag") },
  outputs: {},
  identity: [["type", "tag"]],
  lifecycle: listedObject({ list: "/api/pixels", key: "pixels", object: "/api/pixel" }),
  yaml: { shape: "mapping", section: "pixels" },
  lint: tagWarnings,
  limitations: ["The type is create-only: a change replaces the pixel."],
});
