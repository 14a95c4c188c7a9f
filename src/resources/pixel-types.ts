// The types of pixels. api.md has neutral words in place of ten networks' names, which many installations use themselves.
import { suggest } from "../api/suggest";

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
export const PIXEL_TYPES: ReadonlyMap<string, string> = new Map([
  ...NETWORKS.map(({ name, documented, own }): [string, string] => [
    documented,
    own === undefined ? name : `${name}. Some installations call it ${own}`,
  ]),
  ...NETWORKS.flatMap(({ name, documented, own }): [string, string][] =>
    own === undefined ? [] : [[own, `${name}. The API document calls it ${documented}`]],
  ),
]);

const WORDS = [...PIXEL_TYPES.keys()];

/** What users write instead. For messages only. */
const SYNONYMS: Readonly<Record<string, string>> = {
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
  pinterestpixel: "pinterest",
  bingpixel: "bing",
  snapchatpixel: "snapchat",
  redditpixel: "reddit",
  tiktokpixel: "tiktok",
};

/** The word of api.md by the network's own word. */
export const DOCUMENTED_TYPES: ReadonlyMap<string, string> = new Map(
  NETWORKS.flatMap(({ documented, own }) => (own === undefined ? [] : [[own, documented] as const])),
);

/** The other word for the same network. */
export function otherWord(type: string): string | undefined {
  return (
    DOCUMENTED_TYPES.get(type) ?? NETWORKS.find(({ documented, own }) => own && documented === type)?.own
  );
}

/** Up to this length, two different words are often two letters apart, such as fbpixel and vkpixel. */
const MAX_SHORT = 9;

/** The known type that the user most likely means. `undefined` for a known type, and for a word of another kind. */
export function misspelledType(type: string): string | undefined {
  if (PIXEL_TYPES.has(type)) return undefined;
  const plain = type.toLowerCase().replace(/[\s_-]/g, "");
  if (Object.hasOwn(SYNONYMS, plain)) return SYNONYMS[plain];
  return suggest(type, WORDS, type.length <= MAX_SHORT ? 1 : 2);
}
