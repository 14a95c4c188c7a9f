// What all reads have in common.
import type { ListSpec } from "../../api/list/collection";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import { readAll } from "../../kind/state";
import { ReadFunction, type ReadSpec } from "../../pulumi/reads/read-function";
import { definitions } from "../definitions";
import { objectId } from "../references";

type Spec<Result> = Omit<ReadSpec<Result>, "isId" | "secretTexts">;

export function readFunction<Result>(spec: Spec<Result>): ReadFunction<Result> {
  return new ReadFunction({
    ...spec,
    isId: (value) => objectId().safeParse(value).success,
    secretTexts: () => definitions.flatMap(({ secretText }) => secretText ?? []),
  });
}

/** A read of all objects of a kind: their readable arguments, what the service sets, and the rest. */
export function readKind<Details>(
  name: string,
  { fields, outputs, lifecycle }: Definition,
  rest: (item: Props) => Props,
): ReadFunction<Details[]> {
  const detailsOf = (id: string, item: Props): Props => {
    const known = Object.entries({ ...readAll(fields, item), ...readAll(outputs, item) });
    // null means that there is none.
    return { id, ...Object.fromEntries(known.filter(([, value]) => value !== null)), ...rest(item) };
  };
  return readFunction({
    name,
    isList: true,
    read: async (session) =>
      [...(await lifecycle.existing!.items(session))].map(([id, item]) => detailsOf(id, item) as Details),
  });
}

export async function itemsOf(session: AccountSession, spec: ListSpec): Promise<Props[]> {
  return [...(await session.collection(spec).items()).values()];
}
