// `pulumi-link-management init`: writes the files of a new project. It asks nothing: everything else is a command that
// it prints.
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { Command } from "commander";
import type { AccountInfo } from "../api/account";
import { checkBaseUrl } from "../api/base-address";
import { sanitize } from "../api/sanitize";
import { withSession } from "./account/session";
import { countsInWords, shortened } from "./export/command";
import { type ConfigText, toConfigText } from "./export/config-text";
import { readAccount, toKey } from "./export/read-account";
import { checkWritable, reportNothingWritten, writeFiles } from "./write-files";

const TEMPLATE = path.join(__dirname, "../../templates/project");
const CONFIG_FILE = "link-management.yaml";
const API_KEY = "LINK_MANAGEMENT_API_KEY";
const BASE_URL = "LINK_MANAGEMENT_BASE_URL";
const ADVICE = "Run `init` in an empty folder";
/** Stacks and accounts correspond. This is the stack of an account whose name is not known. */
const STACK = "main";

interface Exported extends ConfigText {
  readonly account: AccountInfo;
}

export function initCommand(): Command {
  return new Command("init")
    .description("Write the files of a new project into this folder. Asks nothing.")
    .addHelpText(
      "after",
      `\nIf ${API_KEY} and ${BASE_URL} are set, the config gets all objects of the account.` +
        "\nThis changes nothing on the account. No file contains the key." +
        "\nExit codes: 0 written, 1 the account cannot be read, 2 wrong usage, or a file exists or cannot be written.",
    )
    .action(async () => {
      try {
        await init(process.cwd());
      } catch (error) {
        process.exitCode = reportNothingWritten(error);
      }
    });
}

async function init(folder: string): Promise<void> {
  const { env } = process;
  const files = templateFiles();
  const absolute = (name: string) => path.join(folder, name);
  // Before the account is read in vain.
  checkWritable([...files.keys()].map(absolute), ADVICE);
  const baseUrl = env[BASE_URL] && checkBaseUrl({ text: env[BASE_URL], source: BASE_URL });
  const exported = env[API_KEY] ? await exportTo(folder) : undefined;
  if (exported) files.set(CONFIG_FILE, configOf(exported, files.get(CONFIG_FILE)!));
  if (baseUrl) files.set("Pulumi.yaml", withAddress(files.get("Pulumi.yaml")!, baseUrl));
  writeFiles(new Map([...files].map(([name, text]) => [absolute(name), text])), ADVICE);
  process.stdout.write(`${summary([...files.keys()], exported, env).join("\n")}\n`);
}

/** Texts by path. npm packs no file with the name .gitignore. */
function templateFiles(): Map<string, string> {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((file) => path.join(file.parentPath, file.name));
  const target = (file: string) => path.relative(TEMPLATE, file).replace(/^gitignore$/, ".gitignore");
  return new Map(files.sort().map((file) => [target(file), readFileSync(file, "utf8")]));
}

function exportTo(folder: string): Promise<Exported> {
  return withSession(folder, undefined, async ({ session, progress }) => {
    progress.show("reading the account");
    const kinds = await readAccount(session, {
      onRead: (objects) => progress.show(`${objects} objects read`),
    });
    const account = await session.account();
    return { account, ...toConfigText(account, kinds, { file: CONFIG_FILE, isAddition: false }) };
  });
}

/** An empty account gets the examples of the template after its `account:`. */
function configOf({ text, counts }: ConfigText, template: string): string {
  return counts.size > 0 ? text : text + template.slice(template.indexOf("\n") + 1);
}

/** Every command of the project needs the address, and it is no secret. */
function withAddress(text: string, address: string): string {
  return `${text}config:\n  link-management:baseUrl: ${JSON.stringify(address)}\n`;
}

function summary(names: readonly string[], exported: Exported | undefined, env: NodeJS.ProcessEnv): string[] {
  const unset = [BASE_URL, API_KEY].filter((name) => !env[name]);
  if (needsPassphrase(env)) unset.push("PULUMI_CONFIG_PASSPHRASE");
  const stack = (exported && toKey(exported.account.username)) || STACK;
  return [
    `Wrote ${names.map((name) => sanitize(name)).join(", ")}.`,
    ...(exported
      ? [`Exported ${countsInWords(exported.counts)} of account ${sanitize(exported.account.username)}.`]
      : [`Exported nothing, because ${API_KEY} is not set. \`export --force\` does it later.`]),
    ...(exported ? shortened(exported.omissions).map((line) => `Not exported: ${line}`) : []),
    "",
    "Next:",
    ...(unset.length > 0 ? [`  export ${unset.map((name) => `${name}=…`).join(" ")}`] : []),
    "  npm install",
    `  npx pulumi stack init ${stack}`,
    "  npx pulumi preview",
    "  npx pulumi up",
  ];
}

/** Whether the CLI cannot encrypt, because it has neither a passphrase nor a service that encrypts. */
function needsPassphrase(env: NodeJS.ProcessEnv): boolean {
  if (/^https?:/.test(env.PULUMI_BACKEND_URL ?? "")) return false;
  return env.PULUMI_CONFIG_PASSPHRASE === undefined && !env.PULUMI_CONFIG_PASSPHRASE_FILE;
}
