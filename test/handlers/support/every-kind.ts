// One object of every kind, with what it refers to, and what a refresh makes of them.
import type { Props } from "../../../src/kind/definition";
import { assignedKinds, type Kind, listedKinds } from "./kinds";
import type { Process, State } from "./world";

export interface Resource {
  readonly kind: Kind;
  readonly state: State;
}

/** As the engine does, eight at a time. */
export async function parallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = all.entries();
  const worker = async () => {
    for (const [index, one] of queue) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

/** One of every listed kind, and every form of every assignment, all made by one process. Parents precede. */
export async function createEveryKind(process: Process): Promise<Resource[]> {
  const resources: Resource[] = [];
  const create = async (kind: Kind, args: Props) => {
    const state = await process.create(kind.handler, args);
    resources.push({ kind, state });
  };
  const idOf = (kind: Kind) => resources.find((one) => one.kind === kind)!.state.id;
  for (const kind of listedKinds) await create(kind, kind.args());
  for (const kind of assignedKinds) {
    const parent = idOf(kind.parent!);
    for (const entry of kind.entries()) await create(kind, kind.memberArgs(parent, entry));
    for (const { field, kind: referenced } of kind.references) {
      await create(kind, kind.memberArgs(parent, { [field]: "a key" }, idOf(referenced)));
    }
  }
  return resources;
}

export const nameOf = ({ kind, state }: Resource) => `${kind.handler} ${state.id}`;

/** Names of those that a refresh finds gone. */
export async function findGone(process: Process, resources: readonly Resource[]): Promise<string[]> {
  const read = await parallel(resources, ({ kind, state }) => process.refresh(kind.handler, state));
  return resources.filter((_, index) => !read[index]).map(nameOf);
}
