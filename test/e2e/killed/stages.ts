// What a stack goes through in the runs that are killed: it is made, changed in every way that a config can be, and
// destroyed.
import { type Config, changed } from "../lifecycle/support";
import { DESIRED } from "./desired";

export interface Stage {
  readonly command: "up" | "destroy";
  readonly config: Config;
  /** Of an undisturbed run: account, lists and changes, in an order of their own each time. */
  readonly requests: number;
  /** What keeps its object: name in the stage, and in the one before. */
  readonly kept: Readonly<Record<string, string>>;
}

const FIRST = changed(DESIRED, {
  pixels: { past: { type: "pinboard", name: "Past", tag: "7" } },
  channels: { winter: { name: "Winter", items: [{ link: 4712 }] } },
});

const { pixels, domains, channels, campaigns } = FIRST;

/** Updates, replacements, keys renamed with `renamedFrom` and without, removed entries and a new one. */
const SECOND: Config = {
  ...FIRST,
  pixels: {
    advertising: { ...Object(pixels?.ads), name: "Summer ads", renamedFrom: "ads" },
    board: { ...Object(pixels?.board), type: "gapixel" },
    fresh: { type: "searchengine", name: "Fresh", tag: "8" },
  },
  domains: { short: domains?.go },
  qrCodes: { menu: { type: "text", data: "https://example.com/summer-menu" } },
  channels: { season: { ...Object(channels?.spring), description: "Until June", renamedFrom: "spring" } },
  campaigns: { relaunch: campaigns?.launch },
};

export const STAGES: readonly Stage[] = [
  { command: "up", config: FIRST, requests: 18, kept: {} },
  {
    command: "up",
    config: SECOND,
    requests: 18,
    kept: {
      "Pixel advertising": "Pixel ads",
      "Domain short": "Domain go",
      "Channel season": "Channel spring",
      "Campaign relaunch": "Campaign launch",
    },
  },
  { command: "destroy", config: SECOND, requests: 8, kept: {} },
];
