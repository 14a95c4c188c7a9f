// The error of a preview whose new entries already exist: all of them at once, and the command that continues.
import { type Collision, continuation, describeCollision, type Owner } from "../kind/collision";

/** A problem of an entry that stops the preview. */
export interface Problem {
  readonly entry: string;
  readonly location: string | undefined;
  readonly collision: Collision;
  /** The entries that manage objects of the collision, by id. */
  readonly owners: ReadonlyMap<string, Owner>;
}

/** Entries with a line of their own. The others are listed by name. */
const MAX_DETAILED = 20;
/** Entries that are listed by name. The others are counted. */
const MAX_NAMED = 500;

export function collisionReport(problems: readonly Problem[]): string {
  const detailed = problems.slice(0, MAX_DETAILED).map((problem) => `  ${line(problem)}`);
  const rest = problems.slice(MAX_DETAILED);
  const named = rest.slice(0, MAX_NAMED).map(({ entry }) => entry);
  const counted = rest.length - named.length;
  const more = [...named, ...(counted > 0 ? [`${counted} other${counted === 1 ? "" : "s"}`] : [])].join(", ");
  return [
    `${problems.length} ${problems.length === 1 ? "entry" : "entries"} cannot be created. Nothing was changed.`,
    ...detailed,
    ...(rest.length > 0 ? [`  and ${rest.length} more: ${more}`] : []),
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
