// The inputs of a provider: the settings of one account. Before anything happens to a resource, the account of the key is
// compared with the one that the provider has recorded.
import { SettingsError, WrongAccountError } from "../api/errors";
import { type GetConfig, type NameSetting, rejectUnknownSettings, variableOf } from "../api/settings";
import type { Props } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { hasUnknown } from "../kind/unknown";
import type { ProviderProcess } from "../provider/provider-process";
import { wordProblem } from "./on-existing";

export const INPUTS = ["apiKey", "baseUrl", "account", "onExisting", "movedFrom"] as const;

/** The account of the key, which CheckConfig adds to the inputs. The engine displays no name that begins with `__`. */
export const ACCOUNT = "__account";

/**
 * Opens the session of the process. The first call counts.
 * @returns false if an input is not known yet
 * @throws SettingsError
 */
export function configure(provider: ProviderProcess, urn: string, inputs: Props): boolean {
  const nameOf: NameSetting | undefined = isDefault(urn)
    ? undefined
    : (name) => `input ${name} of the provider ${resourceName(urn)}`;
  const names = Object.keys(inputs).filter((name) => !name.startsWith("__") && name !== "version");
  rejectUnknownSettings(names, INPUTS, nameOf);
  if (hasUnknown(inputs)) return false;
  if (nameOf) rejectEmpty(inputs, nameOf);
  const word = inputs.onExisting ?? provider.env[variableOf("onExisting")];
  const problem = wordProblem(word === "" ? undefined : word);
  if (problem !== undefined) throw new SettingsError(`onExisting ${problem}`);
  const get: GetConfig = (name) => (inputs[name] === undefined ? undefined : String(inputs[name]));
  provider.configure(get, nameOf ? without(inputs, provider.env) : provider.env, nameOf);
  return true;
}

/**
 * The engine's own provider of a stack. Its inputs are the stack config, which a refresh and a destroy get from the last
 * update: only the environment can correct a key then, so it wins.
 */
function isDefault(urn: string): boolean {
  return urn === "" || /^default(_\d+_\d+_\d+.*)?$/.test(resourceName(urn));
}

/** A value that a program computed as "" must not mean the account of the environment. */
function rejectEmpty(inputs: Props, nameOf: NameSetting): void {
  const name = INPUTS.find((one) => typeof inputs[one] === "string" && inputs[one].trim() === "");
  if (name === undefined) return;
  throw new SettingsError(
    `${nameOf(name)} is empty. Set it, or remove it so that ${variableOf(name)} counts`,
  );
}

/** A program may have several providers, so what each of them says wins. */
function without(inputs: Props, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = INPUTS.filter((name) => (inputs[name] ?? "") !== "");
  return { ...env, ...Object.fromEntries(given.map((name) => [variableOf(name), ""])) };
}

/** @returns the inputs from now on, and what is wrong with them */
export async function checkConfig(
  provider: ProviderProcess,
  urn: string,
  olds: Props,
  news: Props,
): Promise<{ inputs: Props; problem?: string }> {
  try {
    if (!configure(provider, urn, news)) return { inputs: news };
    return { inputs: { ...news, [ACCOUNT]: await guard(provider, olds[ACCOUNT]) } };
  } catch (error) {
    // Without resources, no record but this one has the old account.
    const isRecord = error instanceof WrongAccountError && olds[ACCOUNT] !== undefined;
    const next = isRecord
      ? `. If the provider has no resources any more, run \`pulumi state delete '${urn}'\`: the next command records the account of the key`
      : "";
    return { inputs: news, problem: provider.say((error as Error).message + next) };
  }
}

/**
 * It waits as long as the rate limit asks, and says so.
 * @param recorded an earlier result
 * @returns the account of the key
 * @throws ApiError, also for another account
 */
export async function guard(provider: ProviderProcess, recorded: unknown): Promise<string> {
  const session = await provider.session();
  await session.guard(recorded === undefined ? undefined : String(recorded));
  return session.accountRecord();
}

/** The inputs that differ. None replaces the provider: its resources record their account, and each is guarded. */
export function diffConfig(olds: Props, news: Props): readonly string[] {
  return INPUTS.filter((name) => olds[name] !== news[name]);
}
