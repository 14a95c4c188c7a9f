// The members of an object, such as the items of a channel.
import type { AccountSession } from "../../api/session";
import { type Assigned, type Definition, isAssigned, type Props } from "../../kind/definition";
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
    return [{ kind, yaml, items: await itemsOf(session, at, id, readable) }];
  });
  return (await Promise.all(all)).flat();
}

async function itemsOf(
  session: AccountSession,
  { items, shownBy }: Assigned,
  parent: string,
  readable: readonly Definition[],
): Promise<ReadonlyMap<string, Props>> {
  if (items) return session.inventory(items(parent)).all();
  if (!shownBy || !readable.includes(shownBy.kind)) return new Map();
  const all = await session.inventory(shownBy.kind.list!).all();
  return new Map([...all].filter(([, item]) => shownBy.parentOf(item) === parent));
}
