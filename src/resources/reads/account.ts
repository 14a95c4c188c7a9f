// The account of the API key.
import type { ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import { account as query } from "../queries/unmanaged";
import { readFunction } from "./read";

/** The account of the API key (api.md, "Account"). Dates are as the service writes them, without a zone. */
export interface AccountDetails {
  /** Id of the account. */
  id: string;
  /** Name of the user. */
  username: string;
  /** E-mail address of the user. */
  email: string;
  /** Address of an image. */
  avatar?: string;
  /** Name of the plan. */
  status?: string;
  /** When the plan ends, `YYYY-MM-DD HH:MM:SS`. */
  expires?: string;
  /** When the account was created, `YYYY-MM-DD HH:MM:SS`. */
  registered?: string;
}

const account = readFunction<AccountDetails>(query);

/**
 * The account of the API key. One request per program.
 * @throws pulumi.RunError if the key is missing or rejected
 */
export function getAccount(opts?: ReadOptions): Promise<AccountDetails> {
  return account.promise({}, opts);
}

/** `getAccount` as an output. */
export function getAccountOutput(opts?: ReadOutputOptions): pulumi.Output<AccountDetails> {
  return account.output({}, opts);
}
