// `init`: writes the files of a new project. It asks nothing: everything else is a command that it prints.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { Command } from "commander";
import { sanitize } from "../api/sanitize";
import { checkBaseUrl } from "../api/web-address";
import { DEFAULT_FILE } from "../config/source/source-file";
import { Project } from "./account/project";
import { checkNew, writeFile } from "./command";
import { type ConfigText, toConfigText } from "./export/config-text";
import { readAccount, toKey } from "./export/read-account";

const TEMPLATE = path.join(__dirname, "../../templates/project");
const GITIGNORE = ".gitignore";
/** npm packs no file with the name .gitignore. */
const PATTERNS = "gitignore";
const API_KEY = "LINK_MANAGEMENT_API_KEY";
const BASE_URL = "LINK_MANAGEMENT_BASE_URL";
/** Stacks and accounts correspond. This is the stack of an account whose name is not known. */
const STACK = "main";

export function initCommand(): Command {
  return new Command("init")
    .description("Write the files of a new project into this folder. Asks nothing.")
    .addHelpText(
      "after",
      `\nIf ${API_KEY} and ${BASE_URL} are set, the config gets all objects of the account.` +
        "\nThis changes nothing on the account. No file contains the key.",
    )
    .action(init);
}

async function init(): Promise<void> {
  const { env } = process;
  const files = templateFiles();
  // Before the account is read in vain.
  checkNew([...files.keys()], "Run `init` in an empty folder");
  const baseUrl = env[BASE_URL] && checkBaseUrl({ text: env[BASE_URL], source: BASE_URL });
  const account = env[API_KEY]
    ? await new Project().withSession((session) => readAccount(session))
    : undefined;
  const exported = account && toConfigText(account, DEFAULT_FILE, false);
  if (exported) files.set(DEFAULT_FILE, configOf(exported, files.get(DEFAULT_FILE)!));
  // Every command of the project needs the address, and it is no secret.
  const config = `config:\n  link-management:baseUrl: ${JSON.stringify(baseUrl)}\n`;
  if (baseUrl) files.set("Pulumi.yaml", files.get("Pulumi.yaml") + config);
  for (const [file, text] of files) writeFile(file, text);
  // A repository often has one already: all its lines stay.
  const patterns = readFileSync(path.join(TEMPLATE, PATTERNS), "utf8");
  appendFileSync(GITIGNORE, existsSync(GITIGNORE) ? `\n${patterns}` : patterns);
  const names = [...files.keys(), GITIGNORE];
  process.stdout.write(`${outcome(names, account?.info.username, exported?.summary).join("\n")}\n`);
}

/** Texts by path, without that of .gitignore. */
function templateFiles(): Map<string, string> {
  const names = readdirSync(TEMPLATE, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name !== PATTERNS && statSync(path.join(TEMPLATE, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(path.join(TEMPLATE, name), "utf8")]));
}

/** An empty account gets the examples of the template after its `account:`. */
function configOf({ text, summary }: ConfigText, template: string): string {
  // The exported text has both.
  const [_schema, _documentation, ...examples] = template.split("\n");
  return summary ? text : text + examples.join("\n");
}

/** What was written, and the commands that come next. @param username of the account that was exported */
function outcome(names: readonly string[], username?: string, summary?: string): string[] {
  const stack = toKey(username ?? "") || STACK;
  return [
    `Wrote ${names.join(", ")}.`,
    username === undefined
      ? `Exported nothing, because ${API_KEY} is not set. \`export --force\` does it later.`
      : `Exported account ${sanitize(username)}: ${summary || "no objects"}.`,
    "",
    "Next:",
    "  npm install",
    `  npx pulumi stack init ${stack}`,
    "  npx pulumi preview",
    "  npx pulumi up",
  ];
}
