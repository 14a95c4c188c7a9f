// All definitions, those first that others refer to.
import type { Definition, Props } from "../kind/definition";
import * as kinds from "./kinds";

const SHAPES = ["single", "mapping", "list"] as const;

function rank({ yaml, type }: Definition): string {
  return `${SHAPES.indexOf(yaml.shape)} ${type}`;
}

/** In the order in which the loader of the config file creates their resources. */
export const definitions: readonly Definition[] = Object.values<Definition>(kinds).sort((a, b) =>
  rank(a) < rank(b) ? -1 : 1,
);

/** The kinds whose objects have a list, so that one may exist already. */
export const listedKinds = definitions.filter(({ lifecycle }) => lifecycle.list);

export const listedSections: readonly string[] = listedKinds.map(({ yaml }) => yaml.section);

/** The name of an object, else what identifies it. "" if there is none. @param item as its list shows it */
export function nameOf({ fields, identity }: Definition, item: Props): string {
  const field = fields.name ?? fields[identity[0]?.[0] ?? ""];
  return String(field?.read(item) ?? "").trim();
}
