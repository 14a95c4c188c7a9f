// What interrupted and disturbed runs are to bring about, beside what the account holds of others, and how it is proven.
import { expect } from "vitest";
import { CONCURRENT_EDITOR_PREFIX } from "../../../src/emulator/index";
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

const isStranger = (row: object) => JSON.stringify(row).includes("stranger");
const isOwn = (row: object) => !isStranger(row) && !JSON.stringify(row).includes(CONCURRENT_EDITOR_PREFIX);

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
 * Each object once and held by one entry, as the config says, with its items and links, and state and account agree;
 * nothing is said of unclaimed codes.
 */
export async function expectDesired(project: Project, config: Config = DESIRED): Promise<void> {
  const { pixels, domains, qrs, channels, campaigns } = held(project);
  const state = (await project.state()).resources ?? [];
  const ofKind = (kind: string) => state.filter(({ urn }) => urn.includes(`:${kind}::`));
  const codes = new Map(ofKind("QrCode").map(({ urn, id }) => [urn.split("::").at(-1), Number(id)]));
  const claimed = qrs.filter(({ id }) => [...codes.values()].includes(id));
  const each = (section: string, fields: readonly string[]) =>
    entriesOf(config, section).map((entry) => expect.objectContaining(picked(entry, fields)));
  const expectEach = (kind: string, rows: readonly { id: number }[], wanted: object[]) => {
    expect(rows).toHaveLength(wanted.length);
    expect(rows).toEqual(expect.arrayContaining(wanted));
    expect(
      ofKind(kind)
        .map(({ id }) => Number(id))
        .sort(),
    ).toEqual(rows.map(({ id }) => id).sort());
  };
  expectEach("Pixel", pixels, each("pixels", ["type", "name", "tag"]));
  // Some services add a slash to a bare domain.
  const bare = domains.map(({ id, domain, redirectroot }) => ({
    id,
    domain: domain.replace(/\/$/, ""),
    redirectRoot: redirectroot,
  }));
  expectEach("Domain", bare, each("domains", ["domain", "redirectRoot"]));
  expectEach("QrCode", claimed, each("qrCodes", ["type", "data"]));
  expectEach("Channel", channels, each("channels", ["name", "description"]));
  expectEach("Campaign", campaigns, each("campaigns", ["name", "slug", "public"]));
  // No list shows the links of a campaign, so a repeat may make a second entry where a service makes those.
  const linksOf = (name: unknown) => new Set(campaigns.find((campaign) => campaign.name === name)?.links);
  for (const { name, links } of entriesOf(config, "campaigns")) expect(linksOf(name)).toEqual(new Set(links));
  for (const { name, items = [] } of entriesOf(config, "channels")) {
    const wanted = items.map(({ link, qr }) => (qr ? `qr/${codes.get(qr)}` : `links/${link}`));
    // Bio pages in the channel are the other writer's.
    const actual = channels
      .find((channel) => channel.name === name)
      ?.items.filter(({ type }) => type !== "bio");
    expect(actual?.map(({ type, id }) => `${type}/${id}`).sort()).toEqual(wanted.sort());
  }
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
}

interface Entry extends Record<string, unknown> {
  links?: number[];
  items?: { link?: number; qr?: string }[];
}

const entriesOf = (config: Config, section: string) => Object.values(config[section] ?? {}) as Entry[];

function picked(row: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));
}
