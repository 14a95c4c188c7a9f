// The inputs of a provider: the settings of one account. Before anything happens to a resource, the account of the key is
// compared with the one that the provider has recorded.
import { SettingsError, WrongAccountError } from "../api/errors";
import { type NameSetting, rejectPlainKey, rejectUnknownSettings, variableOf } from "../api/settings";
import type { Props } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { hasUnknown } from "../kind/schema";
import type { ProviderProcess } from "../provider/provider-process";
import { checked, type Request, Values } from "./protocol";

export const INPUTS = ["apiKey", "baseUrl", "account", "onExisting", "movedFrom"] as const;

/** The words of `onExisting`. None adopts an object: that is Pulumi's import. */
export const WORDS = ["fail", "duplicate"] as const;

export const WORD_RULE = "must be fail or duplicate. To manage an existing object, import it";

/** The account of the key, which CheckConfig adds to the inputs. The engine displays no name that begins with `__`. */
const ACCOUNT = "__account";

/** Only here, the recorded account is known before the first resource. */
export async function checkConfig(
  provider: ProviderProcess,
  { urn, olds, news }: Request<"urn" | "olds" | "news">,
) {
  const recorded = olds.props[ACCOUNT];
  // The engine marks what the stack config declares as secret.
  const inputs = (props: Props) => new Values(props, isDefault(urn) ? [] : ["apiKey"]);
  try {
    if (!openSession(provider, urn, news.props)) return checked(inputs(news.props), []);
    return checked(inputs({ ...news.props, [ACCOUNT]: await guard(provider, recorded) }), []);
  } catch (error) {
    // Without resources, no record but this one has the old account.
    const isRecord = error instanceof WrongAccountError && recorded !== undefined;
    const next = isRecord
      ? `. If the provider has no resources any more, run \`pulumi state delete '${urn}'\`: the next command records the account of the key`
      : "";
    return checked(inputs(news.props), [provider.say((error as Error).message + next)]);
  }
}

/** A refresh and a destroy begin here. Every call for a resource waits for the guard, and fails with it. */
export function configure(provider: ProviderProcess, { urn, args }: Request<"urn" | "args">): void {
  // Only here, the engine shows the mark.
  if (isDefault(urn) && args.props.apiKey !== undefined)
    rejectPlainKey({ isSecret: args.secret.includes("apiKey") });
  if (openSession(provider, urn, args.props)) guard(provider, args.props[ACCOUNT]).catch(() => {});
}

/**
 * Opens the session of the process. The first call counts.
 * @returns false if an input is not known yet
 * @throws SettingsError
 */
function openSession(provider: ProviderProcess, urn: string, inputs: Props): boolean {
  const nameOf: NameSetting | undefined = isDefault(urn)
    ? undefined
    : (name) => `input ${name} of the provider ${resourceName(urn)}`;
  const names = Object.keys(inputs).filter((name) => !name.startsWith("__") && name !== "version");
  rejectUnknownSettings(names, INPUTS, nameOf);
  if (hasUnknown(inputs)) return false;

  // A program may have several providers, so what each of them says wins.
  const winning = nameOf ? INPUTS.filter((name) => inputs[name] !== undefined) : [];
  const empty = winning.find((name) => String(inputs[name]).trim() === "");
  // A value that a program computed as "" must not mean the account of the environment.
  if (nameOf && empty !== undefined)
    throw new SettingsError(
      `${nameOf(empty)} is empty. Set it, or remove it so that ${variableOf(empty)} counts`,
    );
  const env = { ...provider.env, ...Object.fromEntries(winning.map((name) => [variableOf(name), ""])) };
  const word = env[variableOf("onExisting")] || inputs.onExisting;
  if (word && !WORDS.some((one) => one === word)) throw new SettingsError(`onExisting ${WORD_RULE}`);
  provider.configure((name) => (inputs[name] === undefined ? undefined : String(inputs[name])), env, nameOf);
  return true;
}

/**
 * The engine's own provider of a stack. Its inputs are the stack config, which a refresh and a destroy get from the last
 * update: only the environment can correct a key then, so it wins.
 */
function isDefault(urn: string): boolean {
  return urn === "" || /^default(_\d+_\d+_\d+.*)?$/.test(resourceName(urn));
}

/**
 * Waits as long as the rate limit asks, and says so.
 * @param recorded an earlier result
 * @returns the account of the key
 * @throws ApiError, also for another account
 */
async function guard(provider: ProviderProcess, recorded: unknown): Promise<string> {
  const session = await provider.session();
  await session.guard(recorded === undefined ? undefined : String(recorded));
  return session.accountRecord();
}
