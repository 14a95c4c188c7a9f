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

function line({ entry, location, collision, owners }: Problem): string {
  const where = location === undefined ? entry : `${entry} (${location})`;
  return `${where}: ${describeCollision(...withOwner(collision, owners))}`;
}

/** An object that the stack manages is never adopted, whatever `onExisting` says. */
function withOwner(collision: Collision, owners: Problem["owners"]): Parameters<typeof describeCollision> {
  const [managedId] = owners.keys();
  if (managedId === undefined) return [collision];
  return [{ kind: "managed", ids: [managedId] }, owners.get(managedId)];
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
