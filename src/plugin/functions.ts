// The functions that read the account, by token.
import { ApiError } from "../api/errors";
import type { AccountSession } from "../api/session";
import type { Props } from "../kind/definition";
import type { Query } from "../kind/query";
import { objectId } from "../kind/schema";
import * as queries from "../resources/queries";
import { TOKEN_PREFIX } from "./tokens";

const all: readonly Query<unknown>[] = [
  queries.account,
  queries.channelItems,
  queries.qrStatistics,
  ...Object.values(queries.lists),
];

export const functions = new Map(all.map((query) => [`${TOKEN_PREFIX}${query.name}`, query]));

/** A function returns a mapping, so a list is in one of its keys, such as `pixels`. */
export function resultKey({ name }: Query<unknown>): string {
  return name.charAt(3).toLowerCase() + name.slice(4);
}

export async function callFunction(
  query: Query<unknown>,
  session: AccountSession,
  args: Props,
): Promise<Props> {
  const { argument, isList, name } = query;
  const id = argument && args[argument.name];
  // It becomes a part of a path.
  const problem = argument && objectId().safeParse(id).error?.issues[0]?.message;
  if (problem !== undefined) throw new ApiError(`${name}: ${argument!.name} ${problem}`);
  const result = await query.read(session, argument && String(id));
  return isList ? { [resultKey(query)]: result } : (result as Props);
}
