// Pixel: a tracking tag of an ad or analytics network.
import { suggest } from "../api/suggest";
import { defineKind, type LintWarning, type Props } from "../kind/definition";
import { text, word } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";

// The types. api.md has neutral words in place of ten networks' names, which many deployments use themselves.

interface Network {
  readonly name: string;
  /** The word of api.md. */
  readonly documented: string;
  /** The network's own word, if it differs. */
  readonly own?: string;
}

const NETWORKS: readonly Network[] = [
  { name: "Google Tag Manager", documented: "gtmpixel" },
  { name: "Google Analytics", documented: "gapixel" },
  { name: "Facebook (Meta)", documented: "fbpixel" },
  { name: "Google Ads", documented: "searchadspixel", own: "adwordspixel" },
  { name: "LinkedIn", documented: "professionalnetworkpixel", own: "linkedinpixel" },
  { name: "Twitter (X)", documented: "microblogpixel", own: "twitterpixel" },
  { name: "AdRoll", documented: "retargetingpixel", own: "adrollpixel" },
  { name: "Quora", documented: "questionsitepixel", own: "quorapixel" },
  { name: "Pinterest", documented: "pinboard", own: "pinterest" },
  { name: "Bing", documented: "searchengine", own: "bing" },
  { name: "Snapchat", documented: "ephemeralmessaging", own: "snapchat" },
  { name: "Reddit", documented: "forum", own: "reddit" },
  { name: "TikTok", documented: "shortvideo", own: "tiktok" },
];

/** The known types with what they mean: those of api.md, then the networks' own words. */
const PIXEL_TYPES: ReadonlyMap<string, string> = new Map([
  ...NETWORKS.map(
    ({ name, documented, own }) =>
      [documented, own === undefined ? name : `${name}. Some deployments call it ${own}`] as const,
  ),
  ...NETWORKS.flatMap(({ name, documented, own }) =>
    own === undefined ? [] : [[own, `${name}. The API document calls it ${documented}`] as const],
  ),
]);

/** The word of api.md by the network's own word. */
const DOCUMENTED_TYPES: ReadonlyMap<string, string> = new Map(
  NETWORKS.flatMap(({ documented, own }) => (own === undefined ? [] : [[own, documented] as const])),
);

/** The known type that the user most likely means: one letter differs, or it is a part of the words for a network. */
function misspelledType(type: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  const part = plain(type).replace(/pixel$/, "");
  const network = NETWORKS.find(
    (one) => part.length > 3 && plain(Object.values(one).join(" ")).includes(part),
  );
  return suggest(type, PIXEL_TYPES.keys(), 1) ?? network?.documented;
}

const args = schema((z) =>
  z.strictObject({
    type: z
      .union(
        [
          z.enum([...PIXEL_TYPES.keys()]).meta({ enumDescriptions: [...PIXEL_TYPES.values()] }),
          z.string().min(1),
        ],
        "must be text, such as gapixel",
      )
      .meta({ examples: ["gapixel", "fbpixel"] })
      .describe("The network that the tag belongs to. Other text than a known type is sent as written."),
    name: z
      .string()
      .min(1)
      .meta({ examples: ["Shop ads"] })
      .describe("A name of your choice."),
    tag: z
      .string()
      .min(1)
      .meta({ examples: ["G-ABC123", "1234567890"] })
      .describe("The tag code from the network."),
  }),
);

const fields = {
  type: word("type", DOCUMENTED_TYPES, { createOnly: true }),
  name: text("name", { isNeverEmpty: true }),
  tag: text("tag", { isNeverEmpty: true }),
};

/** Tags of some types begin like no other. */
const PREFIXES: Readonly<Record<string, string>> = {
  "GTM-": "gtmpixel",
  "G-": "gapixel",
  "UA-": "gapixel",
  "AW-": "searchadspixel",
};

const networkOf = (type: string) => DOCUMENTED_TYPES.get(type) ?? type;

function warnings({ type, tag }: Props): readonly LintWarning[] {
  if (typeof type !== "string") return [];
  return [...typeWarnings(type), ...(typeof tag === "string" ? tagWarnings(type, tag) : [])];
}

function typeWarnings(type: string): readonly LintWarning[] {
  if (PIXEL_TYPES.has(type)) return [];
  const meant = misspelledType(type);
  const hint = meant === undefined ? "." : `; did you mean ${JSON.stringify(meant)}?`;
  const message = `the type is not a known one${hint} It is sent as written, and the service may reject it`;
  return [{ field: "type", message }];
}

function tagWarnings(type: string, tag: string): readonly LintWarning[] {
  const prefix = /^(GTM|G|UA|AW)-(?=[\dA-Z-]+$)/i.exec(tag)?.[0].toUpperCase();
  const likelyType = prefix && PREFIXES[prefix];
  if (likelyType && likelyType !== networkOf(type)) {
    const words = [likelyType, fields.type.otherWord(likelyType)]
      .filter((one) => one !== undefined)
      .join(" or ");
    return [{ field: "tag", message: `a tag that begins with ${prefix} usually has the type ${words}` }];
  }
  if (type === "fbpixel" && !/^\d+$/.test(tag)) {
    return [{ field: "tag", message: "a tag of type fbpixel is a number, such as 1234567890" }];
  }
  return [];
}

/** An update does not send the type, and a create has sent both words of a known one. */
function ifTypeRejected({ type }: Props, before?: Props): string | undefined {
  if (before || PIXEL_TYPES.has(String(type))) return undefined;
  return `If the service does not know the type, write one that other deployments accept: ${[...PIXEL_TYPES.keys()].join(", ")}`;
}

export const pixel = defineKind({
  type: "Pixel",
  summary: "A tracking tag of an ad or analytics network.",
  args,
  fields,
  outputs: {},
  identity: [["type", "tag"]],
  lifecycle: listedObject({ list: "/api/pixels", key: "pixels", object: "/api/pixel" }),
  yaml: { shape: "mapping", section: "pixels" },
  lint: warnings,
  ifRejected: ifTypeRejected,
  limitations: [
    "The type is create-only: a change replaces the pixel. Another word for the same network is no change: the state keeps the old one, and nothing is sent.",
  ],
});
