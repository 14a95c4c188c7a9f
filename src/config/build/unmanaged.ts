// `unmanaged: warn`: how many objects of the account no entry manages.
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import type { OnExisting } from "../../kind/on-existing";
import type { RecordedResource } from "../../pulumi/stack-state";

/** An entry of the config that the state does not have yet. */
export interface NewEntry {
  readonly definition: Definition;
  readonly args: Props;
  readonly onExisting: OnExisting | undefined;
}

/**
 * Reads one list per kind, unless the session has read it already.
 * @param state the resources of the stack
 * @returns one line; `undefined` if the stack manages everything
 * @throws ApiError if a list cannot be read
 */
export async function describeUnmanaged(
  session: AccountSession,
  definitions: readonly Definition[],
  state: Iterable<RecordedResource>,
  newEntries: readonly NewEntry[],
): Promise<string | undefined> {
  const records = [...state];
  const counts = await Promise.all(
    definitions.map(async (definition) => {
      const { existing } = definition.lifecycle;
      if (!existing) return 0;
      const ids = new Set((await existing.items(session)).keys());
      for (const { type, id } of records) if (type === definition.type) ids.delete(id ?? "");
      for (const entry of newEntries.filter((one) => one.definition === definition))
        for (const id of await idsOf(session, entry)) ids.delete(id);
      return ids.size;
    }),
  );
  const kinds = definitions.flatMap(({ yaml }, index) =>
    counts[index] === 0 ? [] : [`${counts[index]} ${yaml.section}`],
  );
  if (kinds.length === 0) return undefined;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const objects = total === 1 ? "1 object" : `${total} objects`;
  return (
    `no entry manages ${objects} of the account: ${kinds.join(", ")}. ` +
    "`npx pulumi-link-management export --unmanaged` writes the entries"
  );
}

/** The objects that the entry adopts, or that the preview reports. */
async function idsOf(session: AccountSession, entry: NewEntry): Promise<readonly string[]> {
  const { definition, args, onExisting } = entry;
  if (typeof onExisting === "object") return [String(onExisting.id)];
  if (onExisting === "duplicate") return [];
  const matching = (await definition.lifecycle.existing?.matching(session, args)) ?? [];
  return matching.map(({ id }) => id);
}
