// The error of a preview whose new entries already exist: all of them at once, and the command that continues.
import { type Collision, continuation, describeCollision, type ExistingObject, type Owner } from "../kind/collision";

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
  const more = [...named, ...(counted > 0 ? [`${counted} others`] : [])].join(", ");
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
  return `${where}: ${describeCollision(...withOwner(problem))}`;
}

/** Existing objects that the stack does not manage come first: the entry may adopt one of them. */
function withOwner(problem: Problem): Parameters<typeof describeCollision> {
  const { collision, owners } = problem;
  const objects = adoptableObjects(problem);
  if (collision.kind === "exists" && objects.length > 0) return [{ kind: "exists", objects }];
  const [managedId] = owners.keys();
  if (managedId === undefined) return [collision];
  return [{ kind: "managed", ids: [managedId] }, owners.get(managedId)];
}

/** An object that the stack manages is never adopted, whatever `onExisting` says. */
function adoptableObjects({ collision, owners }: Problem): readonly ExistingObject[] {
  return collision.kind === "exists" ? collision.objects.filter(({ id }) => !owners.has(id)) : [];
}

function nextSteps(problems: readonly Problem[]): string[] {
  const objects = problems.flatMap(adoptableObjects);
  if (objects.length === 0) return [];
  return [
    `${continuation(objects)}. For one entry, set onExisting under options: adopt, overwrite, duplicate or { id: … }. ` +
      "An adopted object is deleted with this stack.",
  ];
}
