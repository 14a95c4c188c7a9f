// What a review asks the account: how often people used what the apply takes from them, and what nobody manages.
import { ApiError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Project } from "../account/project";
import { withSession } from "../account/session";
import { unmanagedObjects } from "../account/unmanaged";
import { objectsIn, type Review } from "./review";
import { isUnchanged, type Row } from "./rows";
import { kindOf } from "./sides";

type Additions = Pick<Review, "rows" | "notes" | "unmanaged">;

/** A review is complete without: a note says why. @param all also the rows of what stays as it is */
export async function askAccount(
  all: readonly Row[],
  project: Project,
  wantsUnmanaged = false,
): Promise<Additions> {
  const rows = all.filter((row) => !isUnchanged(row));
  if (!rows.some(isCounted) && !wantsUnmanaged) return { rows, notes: [] };
  const managed = new Set(objectsIn(all).map((row) => `${kindOf(row)?.type} ${row.id}`));
  try {
    return await withSession(project, async ({ session }) => ({
      rows: await withUses(session, rows),
      notes: [],
      ...(wantsUnmanaged && { unmanaged: await unmanagedObjects(session, managed) }),
    }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { rows, notes: [`uses so far, and unmanaged objects, are not known: ${error.message}`] };
  }
}

/** The apply takes it from people, and the service counts its uses. One that was deleted by hand has no count any more. */
function isCounted(row: Row): boolean {
  const isLost = row.danger !== undefined && /^(delete|replace)$/.test(row.operation);
  return isLost && kindOf(row)?.publicUse?.uses !== undefined;
}

/** One question for each kind. */
async function withUses(session: AccountSession, rows: readonly Row[]): Promise<readonly Row[]> {
  const counts = new Map<Row, string>();
  const lost = rows.filter(isCounted);
  for (const kind of new Set(lost.map(kindOf))) {
    const { noun, count } = kind!.publicUse!.uses!;
    const ofKind = lost.filter((row) => kindOf(row) === kind);
    const uses = await count(
      session,
      ofKind.flatMap(({ id }) => id ?? []),
      kind!.lifecycle.list!,
    );
    for (const row of ofKind) if (uses.has(row.id!)) counts.set(row, `. ${noun}: ${uses.get(row.id!)}`);
  }
  return rows.map((row) => (counts.has(row) ? { ...row, danger: row.danger! + counts.get(row) } : row));
}
