// Which account a config file is for: an export never replaces the config of another account.
import { checkExpected } from "../../api/account";
import type { Source } from "../../config/source/source";
import type { CommandSession } from "../account/session";
import { CommandError } from "../command";
import { readProjectConfig } from "../config-file";

/**
 * Compares `account.expect` of a config with the account of the key.
 * @returns the types of its resources
 * @throws WrongAccountError; CommandError if errors or the stack config, which was not read, hide the expectation
 */
export async function checkConfigAccount(
  source: Source,
  { session, config }: CommandSession,
  isReplaced: boolean,
): Promise<readonly string[]> {
  const { plan, counts, configKeys } = readProjectConfig(source, {
    environment: process.env,
    ...(config && { config: (key) => config.get(key) }),
  });
  const hidesExpect = isReplaced && !plan?.expect && !config && configKeys.size > 0;
  const errors = counts.errors === 1 ? "has an error" : `has ${counts.errors} errors`;
  const problem = !plan ? errors : hidesExpect ? "uses the stack config, which was not read" : undefined;
  if (problem) {
    throw new CommandError(
      `${source.file} ${problem}, so nobody knows which account it is for. Correct what ` +
        `\`npx pulumi-link-management validate --resolve ${source.file}\` reports, or delete the file`,
    );
  }
  const { expect, resources = [] } = plan ?? {};
  if (expect) checkExpected(await session.account(), expect.account, session.settings, expect);
  return resources.map(({ definition }) => definition.type);
}
