// The members of an object, such as the items of a channel.
import type { AccountSession } from "../../api/session";
import { type Definition, isAssigned, type Props, type YamlLocation } from "../../kind/definition";
import { lifecycleOf } from "../../kind/lifecycle/lifecycle";
import { definitions } from "../../resources/definitions";

/** What is assigned to an object of a kind, as far as a list shows it. */
export interface Members {
  readonly kind: Definition;
  readonly yaml: Extract<YamlLocation, { shape: "list" }>;
  /** By the end of their ids. */
  readonly items: ReadonlyMap<string, Props>;
}

/** @param readable kinds whose lists may be read: those of some members show their parents */
export async function membersOf(
  session: AccountSession,
  parent: Definition,
  id: string,
  readable: readonly Definition[],
): Promise<readonly Members[]> {
  const all = definitions.map(async (kind): Promise<Members | []> => {
    const { at, yaml } = kind;
    if (!isAssigned(at) || at.to !== parent || yaml.shape !== "list") return [];
    const isShown = at.items !== undefined || (at.shownBy && readable.includes(at.shownBy.kind));
    const items = isShown ? await lifecycleOf(kind).members?.(session, id) : undefined;
    return { kind, yaml, items: items ?? new Map() };
  });
  return (await Promise.all(all)).flat();
}
