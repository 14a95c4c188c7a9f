// The functions that read the account, by token.
import type { AccountSession } from "../api/session";
import type { Props } from "../kind/definition";
import type { Query } from "../kind/query";
import * as queries from "../resources/queries";
import { TOKEN_PREFIX } from "./target";

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
  const { argument, isList } = query;
  const result = await query.read(session, argument && String(args[argument.name]));
  return isList ? { [resultKey(query)]: result } : (result as Props);
}
