// What the interrupted runs are to bring about, beside what the account holds of others, and how it is proven.
import { expect } from "vitest";
import { acme, type Config } from "../lifecycle/support";
import type { Project } from "../support/project";

export const DESIRED: Config = {
  pixels: {
    ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
    board: { type: "forum", name: "Board", tag: "42" },
  },
  domains: { go: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }, { qr: "menu" }] } },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true, links: [4711] } },
};

/** Requests that make it: six objects, two items, one link. */
export const CREATES = 9;
/** Requests that delete it: items and links go with what holds them. */
export const DELETES = 6;

const isOwn = (row: object) => !JSON.stringify(row).includes("stranger");

/** One object of each kind that is none of the stack's. */
export function plantStrangers(project: Project): void {
  const account = acme(project);
  account.pixels.create({ type: "forum", name: "stranger", tag: "stranger" });
  account.domains.create({ domain: "https://stranger.example.com" });
  account.channels.create({ name: "stranger" });
  account.campaigns.create({ name: "stranger" });
  account.qrs.create({ type: "text", data: "stranger" });
}

/** What the account holds: of strangers, and all else by kind. */
export function held(project: Project) {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  const tables = [pixels, domains, qrs, channels, campaigns];
  return {
    pixels: pixels.list().filter(isOwn),
    domains: domains.list().filter(isOwn),
    qrs: qrs.list().filter(isOwn),
    channels: channels.list().filter(isOwn),
    campaigns: campaigns.list().filter(isOwn),
    strangers: structuredClone(tables.flatMap((table) => [...table.list()].filter((row) => !isOwn(row)))),
  };
}

/** Codes of the account that no entry of the state holds. */
export async function unclaimedCodes(project: Project): Promise<number[]> {
  const { resources = [] } = await project.state();
  const claimed = resources.filter(({ urn }) => urn.includes(":QrCode::")).map(({ id }) => Number(id));
  return held(project)
    .qrs.map(({ id }) => id)
    .filter((id) => !claimed.includes(id));
}

/** Each object once, with its items and links, and state and account agree; nothing is said of unclaimed codes. */
export async function expectDesired(project: Project): Promise<void> {
  const { pixels, domains, qrs, channels, campaigns } = held(project);
  expect(pixels.map(({ tag }) => tag).sort()).toEqual(["1234567890", "42"]);
  expect(domains).toMatchObject([{ domain: "https://go.example.com" }]);
  expect(channels).toMatchObject([{ name: "Spring" }]);
  expect(campaigns).toMatchObject([{ name: "Launch", slug: "launch", links: [4711] }]);
  const unclaimed = await unclaimedCodes(project);
  const claimed = qrs.map(({ id }) => id).filter((id) => !unclaimed.includes(id));
  expect(claimed).toHaveLength(1);
  const items = channels.flatMap((channel) => channel.items.map(({ type, id }) => `${type}/${id}`));
  expect(items.sort()).toEqual(["links/4711", `qr/${claimed[0]}`]);
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
}
