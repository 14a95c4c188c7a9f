// `export`: writes the config of an account that exists.
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { Command, Option } from "commander";
import { DEFAULT_FILE, relativePath } from "../../config/source/source-file";
import { listedKinds, readableKinds } from "../../resources/definitions";
import { Project } from "../account/project";
import { CommandError, checkNew, note, writeFile } from "../command";
import { toConfigText } from "./config-text";
import { readAccount } from "./read-account";

const ADDED_FILE = "unmanaged.yaml";

interface Options {
  readonly stdout?: true;
  readonly force?: true;
  readonly unmanaged?: true;
  readonly stack?: string;
}

export function exportCommand(): Command {
  return new Command("export")
    .description("Write the config of an existing account. Changes nothing on the account.")
    .argument("[file]", `the file to write (default: LINK_MANAGEMENT_FILE, else ${DEFAULT_FILE})`)
    .option("--stdout", "print the config instead of writing it")
    .option("--force", "overwrite the file, unless it includes others")
    .addOption(
      new Option(
        "--unmanaged",
        `only what the stack does not manage, as a file to include (default: ${ADDED_FILE})`,
      ).conflicts("force"),
    )
    .option("--stack <name>", "the stack whose config and state are used (default: the selected one)")
    .action(exportAccount);
}

async function exportAccount(named: string | undefined, options: Options): Promise<void> {
  const { unmanaged = false, stack, stdout, force } = options;
  const project = new Project({ stack });
  // Another file may be wrong, or not decided.
  const configFile = (named && !unmanaged) || stdout ? DEFAULT_FILE : project.configFileName();
  const target = path.resolve(...(named ? [named] : [project.folder, unmanaged ? ADDED_FILE : configFile]));
  const file = relativePath(project.folder, target);
  if (unmanaged && !project.file)
    throw new CommandError("--unmanaged needs the state of a stack, but no Pulumi.yaml is here or above");
  // Before the account is read in vain. A config may include the file, and without its entries `up` would delete their objects.
  const advice = unmanaged ? "such as unmanaged-2.yaml" : "or overwrite it with --force";
  if (!stdout && !force) checkNew([target], `Name another file, ${advice}`);
  // The entries of the files that it includes would be in both.
  if (!stdout && force && existsSync(target) && /^include:/m.test(readFileSync(target, "utf8")))
    throw new CommandError(`${file} includes other files. Delete it and them, and export again`);
  const account = await project.withSession(async (session) => {
    const managed = unmanaged ? await project.stack.managed(session) : [];
    // Most accounts have short links that people made on the website.
    const kinds = unmanaged ? readableKinds(managed.map(({ type }) => type)) : listedKinds;
    return readAccount(session, kinds, managed);
  });
  for (const { kind, why } of account.rejected) note(`${kind.yaml.section} are not exported: ${why}`);
  const { text, summary } = toConfigText(account, file, unmanaged);
  const isEmpty = unmanaged && summary === "";
  if (!stdout && !isEmpty) writeFile(target, text);
  const outcome = isEmpty
    ? "The stack manages every object. Nothing was written."
    : `${file}: ${summary || "no objects"}\nNext: ${stepOf(file, configFile, unmanaged)}run npx pulumi preview and npx pulumi up`;
  process.stdout.write(stdout ? text : `${outcome}\n`);
}

/** What lets `pulumi up` read the file. */
function stepOf(file: string, configFile: string, isAddition: boolean): string {
  const include = path.posix.relative(path.posix.dirname(configFile), file);
  if (isAddition) return `add include: ${include} to ${configFile}. Then `;
  return file === configFile ? "" : `run npx pulumi config set link-management:file ${file}. Then `;
}
