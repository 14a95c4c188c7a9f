// The members of an object, such as the items of a channel.
import type { AccountSession } from "../../api/session";
import { type Definition, isAssigned, type Props } from "../../kind/definition";
import { lifecycleOf } from "../../kind/lifecycle/lifecycle";
import { definitions } from "../../resources/definitions";

/**
 * What is assigned to an object, as far as a list shows it: items by the end of their ids.
 * @param readable kinds whose lists may be read: those of some members show their parents
 */
export async function membersOf(
  session: AccountSession,
  parent: Definition,
  id: string,
  readable: readonly Definition[],
) {
  const all = definitions.map(async (kind) => {
    const { at, yaml } = kind;
    if (!isAssigned(at) || at.to !== parent || yaml.shape !== "list") return [];
    const isShown = at.items !== undefined || (at.shownBy && readable.includes(at.shownBy.kind));
    const items = isShown ? await lifecycleOf(kind).members?.(session, id) : undefined;
    return [{ kind, yaml, items: items ?? new Map<string, Props>() }];
  });
  return (await Promise.all(all)).flat();
}
