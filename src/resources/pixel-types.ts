// The types of pixels. api.md has neutral words in place of ten networks' names, which many installations use themselves.
import { suggest } from "../api/suggest";

/** Each network: its name, the word of api.md, and the network's own word if it differs. */
const NETWORKS: readonly (readonly [name: string, documented: string, own?: string])[] = [
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

const WITH_OWN = NETWORKS.flatMap(([name, documented, own]) =>
  own === undefined ? [] : [{ name, documented, own }],
);

/** The word of api.md by the network's own word. */
export const DOCUMENTED_TYPES: ReadonlyMap<string, string> = new Map(
  WITH_OWN.map(({ documented, own }) => [own, documented]),
);

/** The known types with what they mean: those of api.md, then the networks' own words. */
export const PIXEL_TYPES: ReadonlyMap<string, string> = new Map([
  ...NETWORKS.map(([name, documented, own]): [string, string] => [
    documented,
    own === undefined ? name : `${name}. Some installations call it ${own}`,
  ]),
  ...WITH_OWN.map(({ name, documented, own }): [string, string] => [
    own,
    `${name}. The API document calls it ${documented}`,
  ]),
]);

/** The other word for the same network. */
export function otherWord(type: string): string | undefined {
  return DOCUMENTED_TYPES.get(type) ?? WITH_OWN.find(({ documented }) => documented === type)?.own;
}

/** The known type that the user most likely means: one letter differs, or it is a part of the words for a network. */
export function misspelledType(type: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  const name = plain(type).replace(/pixel$/, "");
  const network = NETWORKS.find((one) => name.length > 3 && plain(one.join(" ")).includes(name));
  return suggest(type, PIXEL_TYPES.keys(), 1) ?? network?.[1];
}
