// Random stacks: the same numbers give the same stack. An entry becomes YAML for the loader.
import { stringify } from "yaml";
import type { Props } from "../../src/kind/definition";
import type { Recorded } from "../support/engine/state";
import { type Kind, kindOfSection } from "../support/kinds";
import type { Stack } from "../support/stack";

/** One entry of a config. */
export interface Entry {
  readonly kind: Kind;
  readonly key: string;
  readonly args: Props;
  /** Ids of the short links in a channel or campaign. */
  readonly links: readonly number[];
  /** The earlier key. */
  readonly renamedFrom?: string | undefined;
  readonly onExisting?: "duplicate" | "adopt" | { readonly id: number } | undefined;
}

export const SECTIONS = ["pixels", "domains", "links", "qrCodes", "channels", "campaigns"] as const;
export type Section = (typeof SECTIONS)[number];
export const KINDS: readonly Kind[] = SECTIONS.map(kindOfSection);

/** Of a pending create, it is none. */
export const isId = (id: string) => /^\d+$/.test(id);

export const sectionOf = ({ definition }: Kind) => definition.yaml.section as Section;
/** Of an entry in `stack.ids`. */
export const labelOf = (kind: Kind, key: string) => `${kind.definition.type} ${key}`;
/** Ids of a kind in the state, by label. */
export function idsOf({ ids }: Stack, kind: Kind): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).filter(([label]) => label.startsWith(labelOf(kind, ""))));
}
/** All records of a kind, also what a replacement still has to delete. */
export function recordsOf({ resources, pendingDeletes }: Stack, { definition }: Kind): Recorded[] {
  return [...resources, ...pendingDeletes].filter(({ type }) => type.endsWith(`:${definition.type}`));
}

/** Unique in a config. */
export const nameOf = ({ kind, key }: Entry) => `${sectionOf(kind)}.${key}`;

const LINKS = [4711, 4712, 4713, 4714, 4715];
/** Each campaign has links of its own: on some services, an assignment to another campaign moves a link. */
export const linksOfCampaign = (campaign: number) =>
  LINKS.slice(0, 3).map((link) => link + 10 * (campaign + 1));

export const oneOf = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

export interface Scope {
  /** Maximum number of entries of a kind. */
  readonly size: number;
  /** Keeps the identities of two stacks apart. */
  readonly name: string;
  /** Keeps the links of their campaigns apart. */
  readonly firstCampaign: number;
}

/**
 * Up to `size` entries of each kind, with links in channels and campaigns. Stacks of one scope differ in their entries and
 * arguments, so that applying them in sequence creates, updates, replaces and deletes.
 */
export function randomStack(random: () => number, { size, name: scope, firstCampaign }: Scope): Entry[] {
  const word = () => oneOf(random, ["spring", "summer", "autumn", "winter"]);
  // Some services escape or trim them.
  const name = () => oneOf(random, ["sun & sea", " autumn", "winter's"]);
  const args: Readonly<Record<Section, (n: number) => Props>> = {
    pixels: (n) => {
      const type = oneOf(random, ["fbpixel", "gapixel"]);
      return { type, name: `Pixel ${name()}`, tag: `tag-${scope}${n}` };
    },
    domains: (n) => ({
      domain: `https://d${scope}${n}.${oneOf(random, ["example.com", "example.org"])}`,
      redirectRoot: `https://example.com/${word()}`,
    }),
    // Some with a branded domain, which the config does not manage, and the alias of others.
    links: (n) => ({
      url: `https://example.com/${word()}`,
      alias: `alias-${scope}${n}`,
      ...(random() < 0.4 && { domain: "https://go-1.example.com" }),
    }),
    qrCodes: (n) => ({
      type: oneOf(random, ["text", "link"]),
      data: `https://example.com/${scope}${n}/${word()}/${random()}`,
    }),
    channels: (n) => ({
      name: `channel ${scope}${n}`,
      description: name(),
      ...(random() < 0.5 && { color: oneOf(random, ["#22aa66", "#ff0000"]) }),
    }),
    campaigns: (n) => ({
      name: `Campaign ${scope}${n} ${name()}`,
      // Services rewrite other letters, and the product warns: then only a person recognizes a campaign.
      slug: `campaign-${scope}${n}`,
      public: true,
    }),
  };
  const all = SECTIONS.flatMap((section) =>
    Array.from({ length: size }, (_, n) => entry(section, `k${n}`, args[section](n), firstCampaign + n)),
  );
  return all.filter(() => random() < 0.6);
}

/** @param campaign its number, which gives it links of its own */
export function entry(section: Section, key: string, args: Props, campaign = 0): Entry {
  const all = { channels: LINKS, campaigns: linksOfCampaign(campaign) }[section as string] ?? [];
  const links = all.filter((link) => link % 3 !== key.length % 3);
  return { kind: kindOfSection(section), key, args, links };
}

/** The config file. */
export function yamlOf(entries: readonly Entry[]): string {
  const sections = SECTIONS.map((section) => {
    const own = entries.filter(({ kind }) => sectionOf(kind) === section);
    return [section, Object.fromEntries(own.map((one) => [one.key, yamlEntry(section, one)]))];
  });
  return stringify(Object.fromEntries(sections.filter(([, own]) => Object.keys(own!).length > 0)));
}

function yamlEntry(section: Section, { args, links, renamedFrom, onExisting }: Entry): Props {
  return {
    ...args,
    ...(section === "channels" && { items: links.map((link) => ({ link })) }),
    ...(section === "campaigns" && { links }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(onExisting !== undefined && { options: { onExisting } }),
  };
}

/** The same objects under other keys, half of them with their earlier key. */
export function renamed(random: () => number, stack: readonly Entry[]): Entry[] {
  const year = Math.floor(random() * 1e6);
  return stack.map(({ renamedFrom: _, ...entry }) => ({
    ...entry,
    key: `${entry.key}-in-${year}`,
    ...(random() < 0.5 && { renamedFrom: entry.key }),
  }));
}
