// `export`: writes the config of an account that exists.
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  DEFAULT_FILE,
  isInside,
  outside,
  projectFolder,
  relativePath,
} from "../../config/source/source-file";
import { listedSections, readableKinds } from "../../resources/definitions";
import { Project } from "../account/project";
import { CommandError, note } from "../command";
import { checkNew, writeFile } from "../write-files";
import { toConfigText } from "./config-text";
import { readAccount } from "./read-account";

const ADDED_FILE = "unmanaged.yaml";

interface Options {
  readonly kinds?: readonly string[];
  readonly stdout?: true;
  readonly force?: true;
  readonly unmanaged?: true;
  readonly stack?: string;
}

export function exportCommand(): Command {
  return new Command("export")
    .description("Write the config of an existing account. Changes nothing on the account.")
    .argument("[file]", `the file to write (default: LINK_MANAGEMENT_FILE, else ${DEFAULT_FILE})`)
    .option("--kinds <kinds>", `only these, with commas: ${listedSections.join(",")}`, kindsOf)
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

function kindsOf(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every((name) => listedSections.includes(name))) return names;
  throw new InvalidArgumentError(`Choose from ${listedSections.join(",")}.`);
}

async function exportAccount(named: string | undefined, options: Options): Promise<void> {
  const { unmanaged = false, stack, stdout, force } = options;
  const project = new Project({ stack });
  // Another file may be wrong, or not decided.
  const configFile = named || stdout ? DEFAULT_FILE : project.configFileName();
  const root = projectFolder(process.cwd());
  const target = named ? path.resolve(named) : path.resolve(root, unmanaged ? ADDED_FILE : configFile);
  const file = relativePath(root, target);
  if (unmanaged && !project.file)
    throw new CommandError("--unmanaged needs the state of a stack, but no Pulumi.yaml is here or above");
  // Before the account is read in vain.
  if (!stdout) checkTarget(root, target);
  if (!stdout && !force) checkNew([target], unmanaged ? OTHER_FILE : OTHER_FILE_OR_FORCE);
  const account = await project.withSession(async (session) => {
    const managed = unmanaged ? await project.stack.managed(session) : [];
    // Most accounts have short links that people made on the website.
    const readable = readableKinds(managed.map(({ type }) => type)).map(({ yaml }) => yaml.section);
    return readAccount(session, options.kinds ?? (unmanaged ? readable : undefined), managed);
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

const OTHER_FILE = "The config may include it, so name another file, such as unmanaged-2.yaml";
/** The next `up` would delete the objects of the entries that the file loses. */
const OTHER_FILE_OR_FORCE = "Name another file, or overwrite it with --force";

/** @throws NoConfigFileError; CommandError for a file that the config cannot include */
function checkTarget(root: string, target: string): void {
  const shown = path.relative(process.cwd(), target) || ".";
  if (!isInside(root, target)) throw outside(shown, root);
  if (!/\.ya?ml$/i.test(target))
    throw new CommandError(`${shown} does not end in .yaml or .yml. Name a file, such as ${DEFAULT_FILE}`);
  // The entries of the files that it includes would be in both.
  if (existsSync(target) && /^include:/m.test(readFileSync(target, "utf8")))
    throw new CommandError(`${shown} includes other files. Delete it and them, and export again`);
}

/** What lets `pulumi up` read the file. */
function stepOf(file: string, configFile: string, isAddition: boolean): string {
  const include = path.posix.relative(path.posix.dirname(configFile), file);
  if (isAddition) return `add include: ${include} to ${configFile}. Then `;
  return file === configFile ? "" : `run npx pulumi config set link-management:file ${file}. Then `;
}
