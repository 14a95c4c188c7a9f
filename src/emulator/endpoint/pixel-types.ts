// Pixel types: api.md has neutral words in place of the names of ten networks, which some installations use.
import type { Dialect } from "../dialect";
import { PIXEL_TYPES } from "../store/records";

/** The networks' own names, by the type of api.md. */
const NETWORK_TYPES: Readonly<Record<string, string>> = {
  searchadspixel: "adwordspixel",
  professionalnetworkpixel: "linkedinpixel",
  microblogpixel: "twitterpixel",
  retargetingpixel: "adrollpixel",
  questionsitepixel: "quorapixel",
  pinboard: "pinterest",
  searchengine: "bing",
  ephemeralmessaging: "snapchat",
  forum: "reddit",
  shortvideo: "tiktok",
};

const asDocumented = (type: string) =>
  PIXEL_TYPES.find((documented) => NETWORK_TYPES[documented] === type) ?? type;
const asNetwork = (type: string) => NETWORK_TYPES[type] ?? type;

export function acceptedPixelTypes({ pixelTypes }: Dialect): readonly string[] {
  const networks = PIXEL_TYPES.map(asNetwork);
  if (pixelTypes === "documented") return PIXEL_TYPES;
  return pixelTypes === "networks" ? networks : [...new Set([...PIXEL_TYPES, ...networks])];
}

/** A stored type as lists show it. */
export function shownPixelType({ shownPixelTypes }: Dialect, type: string): string {
  if (shownPixelTypes === "asSent") return type;
  return shownPixelTypes === "documented" ? asDocumented(type) : asNetwork(type);
}

export function isSameNetwork(a: string, b: string): boolean {
  return asDocumented(a) === asDocumented(b);
}
