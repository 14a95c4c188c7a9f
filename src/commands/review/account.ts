// What a review asks the account: how often people used what the apply takes from them, and what nobody manages.
import { ApiError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { readableKinds, shownName } from "../../resources/definitions";
import { membersOf } from "../account/members";
import type { Project } from "../account/project";
import type { Review } from "./review";
import type { Row } from "./row";
import { kindOf } from "./sides";

/** A review is complete without: a note says why. @param all also the rows of what stays as it is */
export async function askAccount(
  all: readonly Row[],
  project: Project,
  wantsUnmanaged = false,
): Promise<Pick<Review, "rows" | "notes" | "unmanaged">> {
  const rows = all.filter(({ operation }) => operation !== "same");
  if (!rows.some(isCounted) && !wantsUnmanaged) return { rows, notes: [] };
  // After the apply.
  const kept = all.filter(({ operation }) => operation !== "forget");
  try {
    return await project.withSession(async (session) => {
      // Its lists have the uses, too.
      const unmanaged = wantsUnmanaged ? await unmanagedTexts(session, kept) : undefined;
      return { rows: await withUses(session, rows), notes: [], unmanaged };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { rows, notes: [`uses so far, and unmanaged objects, are not known: ${error.message}`] };
  }
}

/** The apply takes it from people or changes it for them, and the service counts its uses: not those of a deleted object. */
function isCounted(row: Row): boolean {
  const isTaken = row.danger !== undefined && ["delete", "replace", "update"].includes(row.operation);
  return isTaken && kindOf(row)?.publicUse?.uses !== undefined;
}

async function withUses(session: AccountSession, rows: readonly Row[]): Promise<readonly Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (!isCounted(row)) return row;
      const { list, publicUse } = kindOf(row)!;
      const { noun, api } = publicUse!.uses!;
      const item = (await session.inventory(list!).all()).get(row.id ?? "");
      const count = Number(item?.[api]);
      return Number.isNaN(count) ? row : { ...row, danger: `${row.danger}. ${noun}: ${count}` };
    }),
  );
}

/** @returns a text for each other object, such as `pixels 108 Shop ads`, and for each member of a managed one */
async function unmanagedTexts(session: AccountSession, rows: readonly Row[]): Promise<readonly string[]> {
  const managed = new Set(rows.map((row) => `${kindOf(row)?.type} ${row.id}`));
  // Short links only if the stack has some.
  const kinds = readableKinds(rows.flatMap((row) => kindOf(row)?.type ?? []));
  const objects = kinds.map(async (kind) => {
    const items = await session.inventory(kind.list!).all();
    return [...items]
      .filter(([id]) => !managed.has(`${kind.type} ${id}`))
      .map(([id, item]) => `${kind.yaml.section} ${id} ${shownName(kind, item)}`.trim());
  });
  const parents = rows.filter(({ operation }) => operation !== "delete");
  const members = parents.map(async (row) => {
    const kind = kindOf(row);
    if (kind === undefined || row.id === undefined) return [];
    // Somebody has added them, or their entries have left: the API cannot take them out.
    return (await membersOf(session, kind, row.id, kinds)).flatMap(({ kind: { type }, yaml, items }) =>
      [...items.keys()]
        .filter((id) => !managed.has(`${type} ${row.id}/${id}`))
        .map((id) => `${row.key}.${yaml.field} ${id}: add it to the config, or remove it on the website`),
    );
  });
  return (await Promise.all([...objects, ...members])).flat();
}
