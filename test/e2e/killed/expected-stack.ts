// The stack of killed and disturbed runs, the objects of others on its account, and what must hold in the end.
import { expect } from "vitest";
import { CONCURRENT_EDITOR_PREFIX } from "../../../src/emulator/index";
import { acme, type Config } from "../lifecycle/support";
import type { Project } from "../support/project";

export const CONFIG: Config = {
  pixels: {
    ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
    board: { type: "forum", name: "Board", tag: "42" },
  },
  domains: { go: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }, { qr: "menu" }] } },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true, links: [4711] } },
};

const isStranger = (object: object) => JSON.stringify(object).includes("stranger");
const isOwn = (object: object) =>
  !isStranger(object) && !JSON.stringify(object).includes(CONCURRENT_EDITOR_PREFIX);

/** One object of each kind that no stack manages. */
export function addStrangers(project: Project): void {
  const account = acme(project);
  account.pixels.create({ type: "forum", name: "stranger", tag: "stranger" });
  account.domains.create({ domain: "https://stranger.example.com" });
  account.channels.create({ name: "stranger" });
  account.campaigns.create({ name: "stranger" });
  account.qrs.create({ type: "text", data: "stranger" });
}

export const NO_OBJECTS = { pixels: [], domains: [], qrs: [], channels: [], campaigns: [] };

/** The stack's objects on the account, also those that its state does not have. */
export function ownObjects(project: Project) {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  return {
    pixels: pixels.list().filter(isOwn),
    domains: domains.list().filter(isOwn),
    qrs: qrs.list().filter(isOwn),
    channels: channels.list().filter(isOwn),
    campaigns: campaigns.list().filter(isOwn),
  };
}

export function strangersOf(project: Project): object[] {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  const collections = [pixels, domains, qrs, channels, campaigns];
  return structuredClone(collections.flatMap((collection) => collection.list().filter(isStranger)));
}

/** The type of each kind with a list, by its name in `ownObjects`. */
const TYPES = {
  pixels: "Pixel",
  domains: "Domain",
  qrs: "QrCode",
  channels: "Channel",
  campaigns: "Campaign",
} as const;
export type Section = keyof typeof TYPES;

/** Ids of the stack's objects that its state does not have: what a killed run left behind. */
export async function leftBehind(project: Project): Promise<Record<Section, number[]>> {
  const { resources = [] } = await project.state();
  const objects = ownObjects(project);
  const ids = (section: Section) => {
    const recorded = resources.filter(({ urn }) => urn.includes(`:${TYPES[section]}::`)).map(({ id }) => id);
    return objects[section].map(({ id }) => id).filter((id) => !recorded.includes(String(id)));
  };
  const sections = Object.keys(TYPES) as Section[];
  return Object.fromEntries(sections.map((section) => [section, ids(section)])) as Record<Section, number[]>;
}

/** Every object exists once, with one entry and the values of the config, and a refresh finds no drift. */
export async function expectApplied(project: Project, config: Config): Promise<void> {
  const { pixels, domains, qrs, channels, campaigns } = ownObjects(project);
  const state = (await project.state()).resources ?? [];
  const ofKind = (kind: string) => state.filter(({ urn }) => urn.includes(`:${kind}::`));
  const each = (section: string, fields: readonly string[]) =>
    entriesOf(config, section).map((entry) => expect.objectContaining(picked(entry, fields)));
  const expectEach = (kind: string, objects: readonly { id: number }[], wanted: object[]) => {
    expect(objects).toHaveLength(wanted.length);
    expect(objects).toEqual(expect.arrayContaining(wanted));
    const ids = ofKind(kind).map(({ id }) => Number(id));
    expect(ids.sort()).toEqual(objects.map(({ id }) => id).sort());
  };
  expectEach("Pixel", pixels, each("pixels", ["type", "name", "tag"]));
  // Some services add a slash to a bare domain.
  const plainDomains = domains.map(({ id, domain, redirectroot }) => ({
    id,
    domain: domain.replace(/\/$/, ""),
    redirectRoot: redirectroot,
  }));
  expectEach("Domain", plainDomains, each("domains", ["domain", "redirectRoot"]));
  expectEach("QrCode", qrs, each("qrCodes", ["type", "data"]));
  expectEach("Channel", channels, each("channels", ["name", "description"]));
  expectEach("Campaign", campaigns, each("campaigns", ["name", "slug", "public"]));
  // The links of a campaign cannot be listed, so a repeated assignment may add a second entry.
  const linksOf = (name: unknown) => new Set(campaigns.find((campaign) => campaign.name === name)?.links);
  for (const { name, links } of entriesOf(config, "campaigns")) expect(linksOf(name)).toEqual(new Set(links));
  const codes = new Map(ofKind("QrCode").map(({ urn, id }) => [urn.split("::").at(-1), id]));
  for (const { name, items = [] } of entriesOf(config, "channels")) {
    const wanted = items.map(({ link, qr }) => (qr ? `qr/${codes.get(qr)}` : `links/${link}`));
    // The concurrent editor adds bio pages.
    const actual = channels
      .find((channel) => channel.name === name)
      ?.items.filter(({ type }) => type !== "bio");
    expect(actual?.map(({ type, id }) => `${type}/${id}`).sort()).toEqual(wanted.sort());
  }
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await project.pulumi("preview", "--expect-no-changes");
}

interface Entry extends Record<string, unknown> {
  links?: number[];
  items?: { link?: number; qr?: string }[];
}

const entriesOf = (config: Config, section: string) => Object.values(config[section] ?? {}) as Entry[];

function picked(object: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([field]) => fields.includes(field)));
}
