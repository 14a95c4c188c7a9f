// The stack of killed and disturbed runs, the objects of others on its account, and what must hold in the end.
import { expect } from "vitest";
import { CONCURRENT_EDITOR_PREFIX } from "../../../src/emulator/index";
import { type Kind, kindOfSection, listedKinds } from "../../handlers/support/kinds";
import { type AccountObject, addObjects, byList, objectsOf } from "../../support/account-objects";
import { acme, type Config } from "../lifecycle/support";
import type { Project, ResourceState } from "../support/project";

const STRANGER = "stranger";

export const CONFIG: Config = {
  pixels: {
    ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
    board: { type: "gtmpixel", name: "Board", tag: "42" },
  },
  domains: { go: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }, { qr: "menu" }] } },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true, links: [4711] } },
};

const isStranger = (object: object) => JSON.stringify(object).includes(STRANGER);
const isOwn = (object: object) =>
  !isStranger(object) && !JSON.stringify(object).includes(CONCURRENT_EDITOR_PREFIX);

/** One object of each kind that no stack manages. */
export const addStrangers = (project: Project): void => addObjects(acme(project), STRANGER);

/** By the key of their list. */
type ByList<Value> = Record<string, Value> & { readonly qrs: Value };

export const NO_OBJECTS = byList(() => []);

/** The stack's objects on the account, also those that its state does not have. */
export function ownObjects(project: Project): ByList<readonly AccountObject[]> {
  return byList<readonly AccountObject[]>((kind) => ownOfKind(project, kind)) as ByList<
    readonly AccountObject[]
  >;
}

const ownOfKind = (project: Project, kind: Kind) => objectsOf(acme(project), kind).filter(isOwn);

export function strangersOf(project: Project): object[] {
  return structuredClone(listedKinds.flatMap((kind) => objectsOf(acme(project), kind).filter(isStranger)));
}

/** Ids of the stack's objects that its state does not have: what a killed run left behind. */
export async function leftBehind(project: Project): Promise<ByList<number[]>> {
  const { resources = [] } = await project.state();
  const ids = byList((kind) => {
    const recorded = resourcesOf(resources, kind).map(({ id }) => id);
    return ownOfKind(project, kind)
      .map(({ id }) => id)
      .filter((id) => !recorded.includes(String(id)));
  });
  return ids as ByList<number[]>;
}

const resourcesOf = (resources: readonly ResourceState[], { definition }: Kind) =>
  resources.filter(({ urn }) => urn.includes(`:${definition.type}::`));

/** Every object exists once, with one entry and the values of the config, and a refresh finds no drift. */
export async function expectApplied(project: Project, config: Config): Promise<void> {
  const state = (await project.state()).resources ?? [];
  for (const kind of listedKinds) {
    const objects = ownOfKind(project, kind);
    const entries = entriesOf(config, kind.definition.yaml.section);
    expect(objects).toHaveLength(entries.length);
    for (const entry of entries) {
      const equal = objects.filter((object) => hasValuesOf(kind, object, entry));
      expect(equal, `${JSON.stringify(entry)} in ${JSON.stringify(objects)}`).toHaveLength(1);
    }
    const ids = resourcesOf(state, kind).map(({ id }) => Number(id));
    expect(ids.sort()).toEqual(objects.map(({ id }) => id).sort());
  }
  const codes = resourcesOf(state, kindOfSection("qrCodes"));
  expectMembers(project, config, new Map(codes.map(({ urn, id }) => [urn.split("::").at(-1)!, id])));
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await project.pulumi("preview", "--expect-no-changes");
}

function hasValuesOf({ definition: { fields } }: Kind, object: AccountObject, entry: Entry): boolean {
  const given = Object.entries(entry).filter(([name]) => name in fields);
  return given.every(([name, value]) =>
    fields[name]!.same(spelled(object[fields[name]!.api]), spelled(value)),
  );
}

/** Some dialects rewrite names. That a refresh finds no drift shows the rest. */
const spelled = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : value);

/** @param codes ids of the QR codes, by key */
function expectMembers(project: Project, config: Config, codes: ReadonlyMap<string, string>): void {
  const { channels, campaigns } = acme(project);
  // The links of a campaign cannot be listed, so a repeated assignment may add a second entry.
  const linksOf = (name: unknown) =>
    new Set(campaigns.list().find((campaign) => spelled(campaign.name) === spelled(name))?.links);
  for (const { name, links } of entriesOf(config, "campaigns")) expect(linksOf(name)).toEqual(new Set(links));
  for (const { name, items = [] } of entriesOf(config, "channels")) {
    const wanted = items.map(({ link, qr }) => (qr ? `qr/${codes.get(qr)}` : `links/${link}`));
    // The concurrent editor adds bio pages.
    const actual = channels
      .list()
      .find((channel) => spelled(channel.name) === spelled(name))
      ?.items.filter(({ type }) => type !== "bio");
    expect(actual?.map(({ type, id }) => `${type}/${id}`).sort()).toEqual(wanted.sort());
  }
}

interface Entry extends Record<string, unknown> {
  links?: number[];
  items?: { link?: number; qr?: string }[];
}

const entriesOf = (config: Config, section: string) => Object.values(config[section] ?? {}) as Entry[];
