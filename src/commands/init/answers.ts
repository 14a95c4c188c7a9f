// What `init` must know: from options, the environment, or the user.
import { describeAccount } from "../../api/account";
import { type Connection, connect, type GivenConnection } from "./connection";
import type { Pipeline } from "./project-files";
import { choice, confirmation, type Prompts, WrongAnswer } from "./prompts";

export interface Options {
  readonly baseUrl?: string;
  readonly pipeline?: Pipeline;
  readonly export?: boolean;
  /** What the export leaves out: as the option of `export`. */
  readonly exclude?: readonly string[];
  readonly yes?: true;
  readonly force?: true;
}

export interface Answers extends Connection {
  readonly isExport: boolean;
  readonly pipeline: Pipeline;
  /** `undefined` if the environment has it, or nobody knows it. */
  readonly passphrase: string | undefined;
}

const PASSPHRASES = ["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"] as const;

/** What Pulumi needs the passphrase for. */
export const PASSPHRASE_NOTE =
  "The passphrase encrypts the secrets in the state. Every Pulumi command needs it, and nobody can restore it.";

/** The options and variables without which somebody must answer. */
export function missingAnswers(options: Options, env: NodeJS.ProcessEnv): string[] {
  const { baseUrl, apiKey } = givenConnection(options, env);
  const { pipeline, isExport } = withDefaults(options);
  return [
    ...(baseUrl ? [] : ["--base-url"]),
    ...(apiKey ? [] : ["the variable LINK_MANAGEMENT_API_KEY"]),
    ...(isExport === undefined ? ["--export or --no-export"] : []),
    ...(pipeline === undefined ? ["--pipeline"] : []),
  ];
}

/**
 * Shows the account before the questions about it.
 * @param prompts `undefined` if no answer is missing
 * @param checkFiles called as soon as the pipeline is known. What it throws ends the questions
 * @throws ApiError
 */
export async function collectAnswers(
  options: Options,
  env: NodeJS.ProcessEnv,
  prompts: Prompts | undefined,
  checkFiles: (pipeline: Pipeline) => void,
): Promise<Answers> {
  const connection = await connect(givenConnection(options, env), prompts, env);
  const { account, baseUrl } = connection;
  process.stdout.write(`The key belongs to ${describeAccount(account, baseUrl)}.\n`);
  const known = withDefaults(options);
  const isExport = known.isExport ?? (await prompts!.ask(EXPORT));
  const pipeline = known.pipeline ?? (await prompts!.ask(PIPELINE));
  checkFiles(pipeline);
  return {
    ...connection,
    isExport,
    pipeline,
    passphrase: prompts && needsPassphrase(env) ? await askPassphrase(prompts) : undefined,
  };
}

/** Whether the CLI cannot encrypt, because it has neither a passphrase nor a service that encrypts. */
export function needsPassphrase(env: NodeJS.ProcessEnv): boolean {
  const isEncrypting = /^https?:/.test(env.PULUMI_BACKEND_URL ?? "");
  return !isEncrypting && PASSPHRASES.every((name) => env[name] === undefined);
}

const EXPORT = confirmation("Write all its objects into the config? This changes nothing on the account.");
const PIPELINE = choice("Write a pipeline?", ["none", "github", "gitlab"]);

function givenConnection({ baseUrl }: Options, env: NodeJS.ProcessEnv): GivenConnection {
  const given = (text: string | undefined, source: string) =>
    text === undefined ? undefined : { text, source };
  return {
    baseUrl:
      baseUrl === undefined
        ? given(env.LINK_MANAGEMENT_BASE_URL, "LINK_MANAGEMENT_BASE_URL")
        : { text: baseUrl, source: "--base-url" },
    apiKey: given(env.LINK_MANAGEMENT_API_KEY, "LINK_MANAGEMENT_API_KEY"),
  };
}

function withDefaults(options: Options): { isExport?: boolean; pipeline?: Pipeline } {
  const { yes, export: isExport = yes, pipeline = yes && "none" } = options;
  return { ...(isExport !== undefined && { isExport }), ...(pipeline && { pipeline }) };
}

async function askPassphrase(prompts: Prompts): Promise<string> {
  prompts.say(PASSPHRASE_NOTE);
  for (;;) {
    const first = await prompts.ask(hidden("Choose a passphrase (hidden): "));
    if (first === (await prompts.ask(hidden("The same again (hidden): ")))) return first;
    prompts.say("These are two different passphrases.");
  }
}

function hidden(text: string) {
  const parse = (answer: string) => {
    if (answer === "") throw new WrongAnswer("Type at least one character.");
    return answer;
  };
  return { text, isHidden: true, parse };
}
