// What interrupted and disturbed runs are to bring about, beside what the account holds of others, and how it is proven.
import { expect } from "vitest";
import { OTHER_WRITER } from "../../../src/emulator/index";
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

const isStranger = (row: object) => JSON.stringify(row).includes("stranger");
const isOwn = (row: object) => !isStranger(row) && !JSON.stringify(row).includes(OTHER_WRITER);

/** One object of each kind that is none of the stack's. */
export function plantStrangers(project: Project): void {
  const account = acme(project);
  account.pixels.create({ type: "forum", name: "stranger", tag: "stranger" });
  account.domains.create({ domain: "https://stranger.example.com" });
  account.channels.create({ name: "stranger" });
  account.campaigns.create({ name: "stranger" });
  account.qrs.create({ type: "text", data: "stranger" });
}

/** What the account holds: of strangers, and by kind what neither they nor the emulator's other writer made. */
export function held(project: Project) {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  const tables = [pixels, domains, qrs, channels, campaigns];
  return {
    pixels: pixels.list().filter(isOwn),
    domains: domains.list().filter(isOwn),
    qrs: qrs.list().filter(isOwn),
    channels: channels.list().filter(isOwn),
    campaigns: campaigns.list().filter(isOwn),
    strangers: structuredClone(tables.flatMap((table) => table.list().filter(isStranger))),
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

/**
 * Each object once, as the config says, with its items and links, and state and account agree; nothing is said of
 * unclaimed codes.
 */
export async function expectDesired(project: Project, config: Config = DESIRED): Promise<void> {
  const { pixels, domains, qrs, channels, campaigns } = held(project);
  const wanted = (section: string, ...fields: string[]) =>
    Object.values(config[section] ?? {}).map((entry) => picked(entry as object, fields));
  expect(pixels.map((pixel) => picked(pixel, ["type", "name", "tag"]))).toEqual(
    expect.arrayContaining(wanted("pixels", "type", "name", "tag")),
  );
  expect(pixels).toHaveLength(2);
  // Some services add a slash to a bare domain.
  const address = (domain: string) => domain.replace(/\/$/, "");
  expect(
    domains.map(({ domain, redirectroot }) => ({ domain: address(domain), redirectRoot: redirectroot })),
  ).toEqual(wanted("domains", "domain", "redirectRoot"));
  expect(channels).toMatchObject(wanted("channels", "name", "description"));
  expect(campaigns).toMatchObject(wanted("campaigns", "name", "slug", "public"));
  // No list shows the links of a campaign, so a repeat may make a second entry where a service makes those.
  expect([...new Set(campaigns.flatMap(({ links }) => links))]).toEqual([4711]);
  const unclaimed = await unclaimedCodes(project);
  const claimed = qrs.filter(({ id }) => !unclaimed.includes(id));
  expect(claimed).toMatchObject(wanted("qrCodes", "type", "data"));
  // Bio pages in the channel are the other writer's.
  const items = channels.flatMap((channel) => channel.items.filter(({ type }) => type !== "bio"));
  expect(items.map(({ type, id }) => `${type}/${id}`).sort()).toEqual(["links/4711", `qr/${claimed[0]?.id}`]);
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
}

function picked(row: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));
}
