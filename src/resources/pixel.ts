// Pixel: a tracking tag of an ad or analytics network.
import type { Props } from "../kind/definition";
import { asText, text } from "../kind/field";
import { kind } from "../kind/kind";
import { schema } from "../kind/schema";
import { CREATED } from "./shared";

/** Each network with the word of the API document for it, and its own word if that differs: many deployments use it (service.md 15, 46). */
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
const TYPES: ReadonlyMap<string, string> = new Map(
  NETWORKS.flatMap(([network, ...words]) => words.map((word) => [word!, network] as const)),
);

/** Another word is that of no network. */
function networkOf(type: unknown): string {
  const word = asText(type);
  return TYPES.get(word.trim().toLowerCase()) ?? word;
}

function ifRejected({ type }: Props): string | undefined {
  const other = [...TYPES.keys()].find(
    (word) => word !== type && TYPES.get(word) === TYPES.get(String(type)),
  );
  return other && `If this is about the type, write type: ${other}, the other word for the same network`;
}

const type = schema((z) => z.enum([...TYPES.keys()]).meta({ enumDescriptions: [...TYPES.values()] }));

export const pixel = kind({
  type: "Pixel",
  summary: "A tracking tag of an ad or analytics network.",
  section: "pixels",
  at: { list: "/api/pixels", key: "pixels", object: "/api/pixel" },
  fields: {
    type: text("type", "The network that the tag belongs to, by the word of the API document or its own.", {
      schema: type,
      examples: ["gapixel", "fbpixel"],
      createOnly: true,
      canonical: networkOf,
    }),
    name: text("name", "A name of your choice.", { examples: ["Shop ads"], rewritten: "name" }),
    tag: text("tag", "The tag code from the network.", { examples: ["G-ABC123", "1234567890"], text: "tag" }),
  },
  shown: { date: CREATED },
  identity: [["type", "tag"]],
  ifRejected,
  limitations: [
    "The type is create-only: a change replaces the pixel. Another word for the same network is no change: the state keeps the old one, and nothing is sent.",
  ],
});
