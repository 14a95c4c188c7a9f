// Pixel: a tracking tag of an ad or analytics network.
import { didYouMean, suggest } from "../api/suggest";
import type { Finding, Props } from "../kind/definition";
import { text, word } from "../kind/field";
import { kind } from "../kind/kind";
import { schema } from "../kind/schema";
import { CREATED } from "./shared";

/** Each network with the word of the API document for it, and its own word if that differs: many deployments use it (service.md 24, 85). */
const NETWORKS: readonly (readonly [network: string, documented: string, own?: string])[] = [
  ["Google Tag Manager", "gtmpixel"],
  ["Google Analytics", "gapixel"],
  ["Facebook (Meta)", "fbpixel"],
  ["Google Ads", "searchadspixel", "adwordspixel"],
  ["LinkedIn", "professionalnetworkpixel", "linkedinpixel"],
  ["Twitter (X)", "microblogpixel", "twitterpixel"],
  ["AdRoll", "retargetingpixel", "adrollpixel"],
  ["Quora", "questionsitepixel", "quorapixel"],
  ["Pinterest", "pinboard", "pinterest"],
  ["Bing", "searchengine", "bing"],
  ["Snapchat", "ephemeralmessaging", "snapchat"],
  ["Reddit", "forum", "reddit"],
  ["TikTok", "shortvideo", "tiktok"],
];

/** The network by each of its words. */
export const TYPES: ReadonlyMap<string, string> = new Map(
  NETWORKS.flatMap(([network, ...words]) => words.map((word) => [word!, network] as const)),
);

/** The word of the API document by the network's own word. */
export const DOCUMENTED_TYPES: ReadonlyMap<string, string> = new Map(
  NETWORKS.flatMap(([, documented, own]) => (own === undefined ? [] : [[own, documented] as const])),
);

/** The word of the same network that other deployments accept. */
const OTHER_WORDS: ReadonlyMap<unknown, string> = new Map(
  [...DOCUMENTED_TYPES].flatMap(([own, documented]) => [
    [own, documented],
    [documented, own],
  ]),
);

function ifRejected({ type }: Props): string | undefined {
  const other = OTHER_WORDS.get(type);
  return other && `If this is about the type, write type: ${other}, the other word for the same network`;
}

/** What people call a network, without spaces and case: its names, and those of its abbreviations. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|pixel$|tag$/g, "");
const NAMES: ReadonlyMap<string, string> = new Map([
  ...NETWORKS.flatMap(([network, documented, own]) =>
    [...network.split(/[()]/), network, documented, own ?? ""].map(
      (name) => [plain(name), documented] as const,
    ),
  ),
  ["ga4", "gapixel"],
  ["instagram", "fbpixel"],
  ["snap", "ephemeralmessaging"],
  ["bingads", "searchengine"],
  ["microsoft", "searchengine"],
  ["microsoftads", "searchengine"],
]);

/** The known word that somebody means. A service would keep a misspelled one, and count nothing. */
function meantBy(type: string): string | undefined {
  if (TYPES.has(type)) return undefined;
  return suggest(type, TYPES.keys(), 1) ?? NAMES.get(plain(type));
}

const type = schema((z) =>
  z
    .union(
      [z.enum([...TYPES.keys()]).meta({ enumDescriptions: [...TYPES.values()] }), z.string().min(1)],
      "must be text, such as gapixel",
    )
    .refine((type) => meantBy(type) === undefined, {
      error: ({ input }) => `is not a known word${didYouMean(meantBy(String(input)))}`,
    }),
);

function rules({ type }: Props): readonly Finding[] {
  if (typeof type !== "string" || TYPES.has(type)) return [];
  const message = "is not a known one. It is sent as written, and the service may reject it";
  return [{ path: ["type"], severity: "warning", message }];
}

export const pixel = kind({
  type: "Pixel",
  summary: "A tracking tag of an ad or analytics network.",
  section: "pixels",
  at: { list: "/api/pixels", key: "pixels", object: "/api/pixel" },
  fields: {
    type: word(
      "type",
      "The network that the tag belongs to. Other text than a known type is sent as written, with a warning.",
      DOCUMENTED_TYPES,
      { schema: type, examples: ["gapixel", "fbpixel"], createOnly: true },
    ),
    name: text("name", "A name of your choice.", { examples: ["Shop ads"], rewritten: true }),
    tag: text("tag", "The tag code from the network.", { examples: ["G-ABC123", "1234567890"] }),
  },
  shown: { date: CREATED },
  identity: [["type", "tag"]],
  rules,
  ifRejected,
  limitations: [
    "The type is create-only: a change replaces the pixel. Another word for the same network is no change: the state keeps the old one, and nothing is sent.",
  ],
});
