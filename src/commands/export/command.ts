// `pulumi-link-management export`: writes the config of an account that exists.
import { existsSync, statSync } from "node:fs";
import * as path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { formatList, suggest } from "../../api/suggest";
import { Source } from "../../config/source/source";
import { isInside, projectFolder, relativePath } from "../../config/source/source-file";
import { readConfig } from "../../config/validate/read-config";
import { PulumiError } from "../account/pulumi-project";
import { type CommandSession, withSession } from "../account/session";
import { PREFIX } from "../command";
import { configKinds } from "../config-file";
import { checkWritable, reportNothingWritten, WriteError, writeFiles } from "../write-files";
import { checkConfigAccount } from "./config-account";
import { type ConfigText, toConfigText } from "./config-text";
import { exportedKinds, readAccount } from "./read-account";

const MAIN_FILE = "link-management.yaml";
const ADDED_FILE = "unmanaged.yaml";
const SECTIONS = exportedKinds.map(({ yaml }) => yaml.section);

interface Options {
  readonly kinds?: readonly string[];
  readonly stdout?: true;
  readonly force?: boolean;
  readonly unmanaged?: boolean;
  readonly stack?: string;
}

/** Where the export goes. Paths are relative to `root`, with "/". */
interface Target {
  /** The project folder. */
  readonly root: string;
  readonly file: string;
  readonly isPrinted: boolean;
}

export function exportCommand(): Command {
  return new Command("export")
    .description("Write the config of an existing account. Changes nothing on the account.")
    .argument("[file]", `the file to write (default: LINK_MANAGEMENT_FILE, else ${MAIN_FILE})`)
    .option("--kinds <kinds>", `only these, with commas: ${SECTIONS.join(",")}`, kindsOf)
    .option("--stdout", "print the config instead of writing it")
    .option("--force", "overwrite the file, unless it is the config of another account")
    .addOption(
      new Option(
        "--unmanaged",
        `only what the stack does not manage, as a file to include (default: ${ADDED_FILE})`,
      ).conflicts("force"),
    )
    .option("--stack <name>", "the stack whose config and state are used (default: the selected one)")
    .addHelpText("after", "\nExit codes: 0 exported, 1 failed or not valid, 2 wrong usage or not writable.")
    .action(async (file: string | undefined, options: Options) => {
      try {
        process.exitCode = await run(targetOf(file, options), options);
      } catch (error) {
        process.exitCode = reportNothingWritten(error);
      }
    });
}

function kindsOf(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names.filter((one) => !SECTIONS.includes(one))) {
    const suggestion = suggest(name, SECTIONS);
    throw new InvalidArgumentError(
      suggestion ? `Did you mean ${suggestion}?` : `Choose from ${SECTIONS.join(",")}.`,
    );
  }
  return names;
}

/** @throws WriteError for a file that the config could not include, or that exists */
function targetOf(name: string | undefined, { unmanaged = false, stdout, force = false }: Options): Target {
  const root = projectFolder(process.cwd());
  const preset = unmanaged ? ADDED_FILE : process.env.LINK_MANAGEMENT_FILE || MAIN_FILE;
  const absolute = path.resolve(name ?? preset);
  const shown = path.relative(process.cwd(), absolute) || ".";
  if (!isInside(root, absolute))
    throw new WriteError(`${shown} is outside the project folder ${root}; only files inside it are read`);
  const isFolder = existsSync(absolute) && statSync(absolute).isDirectory();
  if (isFolder || !/\.ya?ml$/i.test(absolute)) {
    const problem = isFolder ? "is a folder" : "does not end in .yaml or .yml";
    throw new WriteError(`${shown} ${problem}. Name a file, such as ${MAIN_FILE}`);
  }
  if (!stdout) checkWritable([absolute], adviceOf({ force, unmanaged }));
  return { root, file: relativePath(root, absolute), isPrinted: stdout === true };
}

/** What to do about a file that exists. The next `up` would delete the objects of entries that it loses. */
function adviceOf({ force, unmanaged }: Options): string | undefined {
  if (force) return undefined;
  return unmanaged
    ? "The config may include it, so name another file, such as `export --unmanaged unmanaged-2.yaml`"
    : "Name another file, or overwrite it with --force";
}

/** @returns the exit code */
async function run(target: Target, options: Options): Promise<number> {
  const { root, file, isPrinted } = target;
  const { stack, unmanaged: isAddition = false, force = false, kinds: sections } = options;
  const { exported, configFile } = await withSession(root, stack, async (command) => {
    const { session, progress } = command;
    const configFile = configFileOf(root, command);
    await checkAccount(target, configFile, force, command);
    progress.show("reading the account");
    const kinds = await readAccount(session, {
      ...(sections && { sections }),
      ...(isAddition && { recorded: await recordedIn(command) }),
      onRead: (objects) => progress.show(`${objects} objects read`),
    });
    return { exported: toConfigText(await session.account(), kinds, { file, isAddition }), configFile };
  });
  if (isAddition && exported.counts.size + exported.omissions.length === 0) {
    process.stdout.write("The stack manages every object. Nothing was written.\n");
    return 0;
  }
  if (isPrinted) process.stdout.write(exported.text);
  else
    writeFiles(new Map([[path.join(root, file), exported.text]]), adviceOf({ force, unmanaged: isAddition }));
  return report(exported, target, configStep(target, configFile, isAddition));
}

/** Prints what was exported, and what to do next. @returns the exit code */
function report(
  { text, counts, omissions }: ConfigText,
  { file, isPrinted }: Target,
  steps: string[],
): number {
  const { errors } = readConfig(new Source(file, text), configKinds).counts;
  const next = [
    ...(errors > 0 ? ["correct the errors that `npx pulumi-link-management validate` reports"] : []),
    ...steps,
    "run npx pulumi preview and npx pulumi up",
  ];
  for (const line of shortened(omissions)) process.stderr.write(`${PREFIX}not exported: ${line}\n`);
  const lines = [
    `${isPrinted ? "standard output" : file}: ${countsInWords(counts)}`,
    ...(counts.size > 0 ? [`Next: ${next.join(". Then ")}`] : []),
  ];
  (isPrinted ? process.stderr : process.stdout).write(`${lines.join("\n")}\n`);
  return errors === 0 ? 0 : 1;
}

/** The config that the next `pulumi up` reads. */
function configFileOf(root: string, { config }: CommandSession): string {
  const file = process.env.LINK_MANAGEMENT_FILE || config?.get("link-management:file")?.value || MAIN_FILE;
  return relativePath(root, path.resolve(root, file));
}

/** @throws WrongAccountError; WriteError; ConfigFileError */
async function checkAccount(
  { root, file, isPrinted }: Target,
  configFile: string,
  force: boolean,
  { session, project, config }: CommandSession,
): Promise<void> {
  const replaced = force && !isPrinted ? file : undefined;
  // Without a stack config, the account may stay unknown, and nothing is replaced.
  const stackConfig = config ?? (replaced && (await project?.config().catch(() => undefined)));
  const values = {
    environment: (name: string) => process.env[name],
    ...(stackConfig && { config: (key: string) => stackConfig.get(key) }),
  };
  await checkConfigAccount({ root, configFile, replaced, values }, session);
}

function recordedIn({ project }: CommandSession) {
  if (project) return project.resources();
  throw new PulumiError("--unmanaged needs the state of a stack, but there is no Pulumi.yaml here or above");
}

/** What lets `pulumi up` read the file. */
function configStep({ file, isPrinted }: Target, configFile: string, isAddition: boolean): string[] {
  if (isPrinted) return [`save it as ${isAddition ? `a file that ${configFile} includes` : configFile}`];
  if (isAddition)
    return [`add include: ${path.posix.relative(path.posix.dirname(configFile), file)} to ${configFile}`];
  if (file === configFile) return [];
  const hasVariable = Boolean(process.env.LINK_MANAGEMENT_FILE);
  return [
    hasVariable
      ? `set LINK_MANAGEMENT_FILE to ${file}`
      : `run pulumi config set link-management:file ${file}`,
  ];
}

/** More omissions are in the comments of the file. */
const MAX_OMISSIONS = 20;

export function shortened(omissions: ConfigText["omissions"]): string[] {
  const more = omissions.length - MAX_OMISSIONS;
  return [...omissions.slice(0, MAX_OMISSIONS), ...(more > 0 ? [`${more} more: see the comments`] : [])];
}

/** `5 objects (1 channel, 4 pixels)` */
export function countsInWords(counts: ConfigText["counts"]): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return "no objects";
  const words = [...counts].map(([name, count]) => `${count} ${count === 1 ? name.replace(/s$/, "") : name}`);
  return `${total} object${total === 1 ? "" : "s"} (${formatList(words)})`;
}
