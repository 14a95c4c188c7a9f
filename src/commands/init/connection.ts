// The address and the key of the account, from the command line, the environment or the user, and whether they work.
import type { AccountInfo } from "../../api/account";
import { checkBaseUrl } from "../../api/base-address";
import { ApiError, SettingsError } from "../../api/errors";
import { AccountSession } from "../../api/session";
import { checkKey, resolveSettings } from "../../api/settings";
import { type Prompts, WrongAnswer } from "./prompts";

export interface Connection {
  readonly baseUrl: string;
  readonly session: AccountSession;
  readonly account: AccountInfo;
}

/** A value that nobody needs to type. */
export interface Given {
  readonly text: string;
  /** For messages. */
  readonly source: string;
}

export interface GivenConnection {
  readonly baseUrl: Given | undefined;
  readonly apiKey: Given | undefined;
}

/**
 * Sends one request. The user can correct what he typed as often as he likes.
 * @param prompts `undefined` if everything is given
 * @throws ApiError
 */
export async function connect(
  given: GivenConnection,
  prompts: Prompts | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Connection> {
  for (;;) {
    const baseUrl = given.baseUrl ? checkBaseUrl(given.baseUrl) : await askBaseUrl(prompts!);
    const apiKey = given.apiKey ? checkKey(given.apiKey) : await askKey(prompts!);
    const variables = { LINK_MANAGEMENT_BASE_URL: baseUrl, LINK_MANAGEMENT_API_KEY: apiKey };
    const session = new AccountSession(resolveSettings(() => undefined, { ...env, ...variables }));
    try {
      return { baseUrl, session, account: await session.account() };
    } catch (error) {
      await session.close();
      if (!(error instanceof ApiError) || (given.baseUrl && given.apiKey)) throw error;
      prompts!.say(error.message);
    }
  }
}

function askBaseUrl(prompts: Prompts): Promise<string> {
  return prompts.ask({
    text: "Address of the service, such as https://links.example.com: ",
    parse: (text) => checked(() => checkBaseUrl({ text, source: "your answer" })),
  });
}

function askKey(prompts: Prompts): Promise<string> {
  return prompts.ask({
    text: "API key (hidden): ",
    isHidden: true,
    parse: (text) => checked(() => checkKey({ text: text.trim(), source: "your answer" })),
  });
}

function checked(check: () => string): string {
  try {
    return check();
  } catch (error) {
    throw error instanceof SettingsError ? new WrongAnswer(error.message) : error;
  }
}
