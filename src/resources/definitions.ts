// All definitions, those first that others refer to.
import type { Definition, Props, YamlLocation } from "../kind/definition";
import { decodeEntities } from "../kind/field";
import * as kinds from "./kinds";

const SHAPES = ["single", "mapping", "list"] as const;

const all = Object.values<Definition>(kinds);

function rank({ yaml, type }: Definition): string {
  return `${SHAPES.indexOf(yaml.shape)} ${depth(yaml)} ${type}`;
}

/** How many kinds are between an entry and the first one that it may refer to. */
function depth(yaml: YamlLocation): number {
  const sections = yaml.shape === "mapping" ? Object.values(yaml.references) : [];
  const others = all.filter((kind) => kind.yaml.shape === "mapping" && sections.includes(kind.yaml.section));
  return Math.max(0, ...others.map((kind) => 1 + depth(kind.yaml)));
}

/** In the order in which the loader of the config file creates their resources. */
export const definitions: readonly Definition[] = all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));

/** The kinds whose objects have a list, so that one may exist already. */
export const listedKinds = definitions.filter(({ list }) => list);

/** Without those that the API document does not have, unless somebody uses them. @param used types of resources */
export function readableKinds(used: readonly string[]): readonly Definition[] {
  return listedKinds.filter(({ type, undocumented }) => !undocumented || used.includes(type));
}

/** The field by which people call an object. */
export function nameField({ fields, identity }: Definition): string {
  return fields.name ? "name" : (identity[0]?.at(-1) ?? "");
}

/** The name of an object, else what identifies it. "" if there is none. @param item as its list shows it */
export function shownName(kind: Definition, item: Props): string {
  return String(decodeEntities(kind.fields[nameField(kind)]?.read(item) ?? "")).trim();
}
