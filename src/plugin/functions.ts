// The functions that read the account, by token.
import { ApiError } from "../api/errors";
import type { AccountSession } from "../api/session";
import type { Props } from "../kind/definition";
import { argumentProblem, functionName, type Query } from "../kind/query";
import { queries } from "../resources/queries";
import { TOKEN_PREFIX } from "./tokens";

export const functions = new Map(
  [...queries.values()].map((query) => [`${TOKEN_PREFIX}${functionName(query)}`, query]),
);

export async function callFunction(query: Query, session: AccountSession, args: Props): Promise<Props> {
  const { argument, isList, section } = query;
  const id = argument && args[argument.name];
  const problem = argumentProblem(query, id);
  if (problem) throw new ApiError(problem);
  const result = await query.read(session, argument && String(id));
  // A function returns a mapping, so a list is in one of its keys, such as `pixels`.
  return isList ? { [section]: result } : (result as Props);
}
