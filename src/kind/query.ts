// What can be read of an account: what the functions of programs and the command line share.
import type { AccountSession } from "../api/session";

/** What can be read of an account, by a function of a program or by the command line. */
export interface Query {
  readonly section: string;
  /** The argument, if it has one: the id of an object of this type. */
  readonly argument?: { readonly name: string; readonly type: string };
  readonly isList: boolean;
  /** Sends GET requests only. Texts are those of the service: sanitize them. @param id the argument. @throws ApiError */
  read(session: AccountSession, id?: string): Promise<unknown>;
}

/** The function of a program, such as `getPixels`. */
export function functionName({ section }: Pick<Query, "section">): string {
  return `get${section.charAt(0).toUpperCase()}${section.slice(1)}`;
}
