// Two stacks of one project on one account, with a config file each. The files share some objects.
import { acme, type Config, configured, yaml } from "../lifecycle/support";
import type { Project, Run } from "../support/project";

export const SHARED = {
  pixel: { type: "fbpixel", name: "Shop ads", tag: "1" },
  domain: { domain: "https://go.example.com" },
  channel: { name: "Spring", items: [{ link: 4711 }] },
  campaign: { name: "Launch", slug: "launch", public: true, links: [4711] },
};
export const FIRST: Config = {
  pixels: { ads: SHARED.pixel, board: { type: "forum", name: "Board", tag: "2" } },
  domains: { go: SHARED.domain },
  channels: { spring: SHARED.channel },
  campaigns: { launch: SHARED.campaign },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
};
/** The same objects under other keys. Nothing identifies the QR code. */
export const SECOND: Config = {
  pixels: { shop: SHARED.pixel },
  domains: { main: SHARED.domain },
  channels: { season: SHARED.channel },
  campaigns: { start: SHARED.campaign },
  qrCodes: { card: { type: "link", data: "https://example.com/menu" } },
};
export const OWN: Config = {
  pixels: {
    forum: { type: "forum", name: "Forum", tag: "3" },
    past: { type: "forum", name: "Past", tag: "4" },
  },
  channels: { winter: { name: "Winter", items: [{ link: 4711 }, { qr: "card" }] } },
  qrCodes: SECOND.qrCodes!,
};
export const YES = ["--yes", "--skip-preview"];

/** A stack of the project, and its config file. */
export class Stack {
  readonly #project: Project;
  readonly #name: string;
  readonly #file: string;

  constructor(project: Project, name: string, file: string) {
    this.#project = project;
    this.#name = name;
    this.#file = file;
  }

  config(config: Config): Promise<void> {
    return this.#project.write({ [this.#file]: yaml(config) });
  }

  try(...args: string[]): Promise<Run> {
    return this.#project.try(...args, "--stack", this.#name);
  }

  run(...args: string[]): Promise<string> {
    return this.#project.pulumi(...args, "--stack", this.#name);
  }

  async adopting(...args: string[]): Promise<Run> {
    this.#project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
    const run = await this.try(...args);
    delete this.#project.env.LINK_MANAGEMENT_ON_EXISTING;
    return run;
  }

  /** The account has every object as the stack left it, and an `up` would change nothing. */
  async expectNoDrift(): Promise<void> {
    await this.run("preview", "--refresh", "--expect-no-changes");
  }
}

export async function twoStacks(second: Config): Promise<{ project: Project; first: Stack; second: Stack }> {
  const project = await configured(FIRST);
  await project.write({ "second.yaml": yaml(second) });
  await project.pulumi("stack", "init", "second", "--no-select");
  await project.pulumi("config", "set", "link-management:file", "second.yaml", "--stack", "second");
  const first = new Stack(project, "test", "link-management.yaml");
  await first.run("up", ...YES);
  project.emulator.clearLog();
  return { project, first, second: new Stack(project, "second", "second.yaml") };
}

/** Every object of the account, with its kind. */
export function snapshotOf(project: Project): object[] {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  const all = Object.entries({ pixels, domains, qrs, channels, campaigns });
  return all.flatMap(([kind, collection]) => collection.list().map((object) => ({ kind, ...object })));
}
