// What can be read of an account. Programs read by the functions of reads/, and the command line reads directly: it
// works without the SDK.
import type { ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import { readAll } from "../../kind/state";
import { definitions } from "../definitions";

export interface Query<Result> {
  /** Name of its function in a program, such as `getPixels`. */
  readonly name: string;
  /** The arguments. Each is the id of an object: the type of its kind, by argument. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The result is a list. */
  readonly isList: boolean;
  /**
   * Sends GET requests only. Texts are those of the service: redact and sanitize them.
   * @param writtenAt when the object may have been created, ms since 1970. Until then, a list may lack it.
   * @throws ApiError
   */
  read(session: AccountSession, ids: Readonly<Record<string, string>>, writtenAt?: number): Promise<Result>;
}

/** All objects of a kind, by id: their readable arguments, what the service sets, and the rest. */
export function kindQuery(
  name: string,
  { fields, outputs, lifecycle }: Definition,
  rest: (item: Props) => Props,
): Query<Props[]> {
  const detailsOf = (id: string, item: Props): Props => {
    const known = Object.entries({ ...readAll(fields, item), ...readAll(outputs, item) });
    // null means that there is none.
    return { id, ...Object.fromEntries(known.filter(([, value]) => value !== null)), ...rest(item) };
  };
  return {
    name,
    isList: true,
    read: async (session) =>
      [...(await lifecycle.existing!.items(session))].map(([id, item]) => detailsOf(id, item)),
  };
}

export async function itemsOf(session: AccountSession, spec: ListSpec): Promise<Props[]> {
  return [...(await session.collection(spec).items()).values()];
}

/** What is secret wherever a service shows it (see `Definition.secretText`). */
export function secretTexts(): RegExp[] {
  return definitions.flatMap(({ secretText }) => secretText ?? []);
}
