// The error of a preview with entries that cannot be applied: all of them at once, and the command that continues.
import { type Collision, continuation, describeCollision, type Owner } from "../kind/existing/collision";
import { reportLines } from "./report-lines";

/** A problem of an entry that stops the preview. */
export interface Problem {
  readonly entry: string;
  readonly location: string | undefined;
  readonly collision: Collision;
  /** The entries that manage objects of the collision, by id. */
  readonly owners: ReadonlyMap<string, Owner>;
}

export function collisionReport(problems: readonly Problem[]): string {
  return [
    `${problems.length} ${problems.length === 1 ? "entry" : "entries"} cannot be applied. Nothing was changed.`,
    ...reportLines(problems, line, ({ entry }) => entry),
    ...nextSteps(problems),
  ].join("\n");
}

function line(problem: Problem): string {
  const { entry, location } = problem;
  const where = location === undefined ? entry : `${entry} (${location})`;
  return `${where}: ${describe(problem)}`;
}

/** An object that the stack manages is never adopted, whatever `onExisting` says. */
function describe({ collision, owners }: Problem): string {
  const [managed] = owners;
  if (!managed) return describeCollision(collision);
  const [managedId, owner] = managed;
  const mayBeRenamed = owner.isLeaving && !owner.isReplacement;
  const other = collision.kind === "exists" && collision.objects.find(({ id }) => !owners.has(id));
  if (!other || mayBeRenamed) return describeCollision({ kind: "managed", ids: [managedId] }, owner);
  return (
    `already exists (id ${other.id}), and ${owner.entry} manages another one (id ${managedId}). Set onExisting: ` +
    `{ id: ${other.id} } or duplicate`
  );
}

function nextSteps(problems: readonly Problem[]): string[] {
  const unmanaged = problems.filter(({ owners }) => owners.size === 0);
  const next = continuation(unmanaged.map(({ collision }) => collision));
  if (next === undefined) return [];
  return [
    `${next}. For one entry, set onExisting under options: adopt, overwrite, duplicate or { id: … }. ` +
      "An adopted object is deleted with this stack.",
  ];
}
