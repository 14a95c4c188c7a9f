// The runs that are killed: a stack is created, changed in every way that a config can change, and destroyed.
import { type Config, changed } from "../lifecycle/support";
import { CONFIG } from "./expected-stack";

export interface Stage {
  readonly command: "up" | "destroy";
  readonly config: Config;
  /** Requests of a run without a kill: account, lists and changes. Their order varies. */
  readonly requests: number;
  /** Objects that keep their id: name in this stage, and in the previous one. */
  readonly kept: Readonly<Record<string, string>>;
}

const FIRST = changed(CONFIG, {
  pixels: { past: { type: "gtmpixel", name: "Past", tag: "7" } },
  channels: { winter: { name: "Winter", items: [{ link: 4712 }] } },
});

const { pixels, domains, channels, campaigns } = FIRST;

/** Updates, replacements, renamed keys, removed entries and a new one. */
const SECOND: Config = {
  ...FIRST,
  pixels: {
    advertising: { ...Object(pixels?.ads), name: "Summer ads", renamedFrom: "ads" },
    board: { ...Object(pixels?.board), type: "gapixel" },
    fresh: { type: "gtmpixel", name: "Fresh", tag: "8" },
  },
  domains: { short: { ...Object(domains?.go), renamedFrom: "go" } },
  qrCodes: { menu: { type: "text", data: "https://example.com/summer-menu" } },
  channels: { season: { ...Object(channels?.spring), description: "Until June", renamedFrom: "spring" } },
  campaigns: { relaunch: { ...Object(campaigns?.launch), renamedFrom: "launch" } },
};

export const STAGES: readonly Stage[] = [
  { command: "up", config: FIRST, requests: 18, kept: {} },
  {
    command: "up",
    config: SECOND,
    requests: 15,
    kept: {
      "Pixel advertising": "Pixel ads",
      "Domain short": "Domain go",
      "Channel season": "Channel spring",
      "Campaign relaunch": "Campaign launch",
    },
  },
  { command: "destroy", config: SECOND, requests: 8, kept: {} },
];
