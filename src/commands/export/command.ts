// `pulumi-link-management export`: writes the config of an account that exists.
import * as path from "node:path";
import { Command } from "commander";
import { checkExpected } from "../../api/account";
import { ApiError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { summary } from "../../config/report/diagnostics";
import { ConfigFileError } from "../../config/source/config-file-error";
import { formatList } from "../../config/source/printable";
import { ProjectFiles } from "../../config/source/project-files";
import { isInside, projectFolder, readConfigFile, relativePath } from "../../config/source/source-file";
import type { Plan } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import { PulumiError, type PulumiProject } from "../account/pulumi-project";
import { withSession } from "../account/session";
import { configKinds } from "../config-kinds";
import { PREFIX, USAGE_ERROR } from "../usage-errors";
import { checkWritable, WriteError, writeFiles } from "../write-files";
import { checked } from "./checked";
import type { Documents } from "./documents/documents";
import { exportAccount, NoMatchError } from "./export-account";
import { StackObjects } from "./managed";

interface Options {
  readonly split?: true;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly stdout?: true;
  readonly force?: true;
  readonly unmanaged?: true;
  readonly stack?: string;
}

const MAIN_FILE = "link-management.yaml";
const ADDED_FILE = "unmanaged.yaml";
const NEW_FILE = "Name a new one, such as export --unmanaged unmanaged-2.yaml";
/** As of every command that Ctrl-C ends. */
const INTERRUPTED = 130;

export function exportCommand(): Command {
  return new Command("export")
    .description("Write the config of an existing account. Changes nothing on the account.")
    .argument("[file]", `the file to write (default: LINK_MANAGEMENT_FILE, else ${MAIN_FILE})`)
    .option("--split", "write one file per kind, and include: them")
    .option(
      "--only <pattern...>",
      "only these kinds, such as pixels, or objects by key or name, such as 'spring*'",
    )
    .option("--exclude <pattern...>", "not these. channels.items saves one request per channel")
    .option("--stdout", "print the file instead of writing it")
    .option("--force", "overwrite files that exist")
    .option(
      "--unmanaged",
      `only what the stack does not manage, as a file to include (default: ${ADDED_FILE})`,
    )
    .option("--stack <name>", "the stack whose config and state are used (default: the selected one)")
    .addHelpText(
      "after",
      "\nExit codes: 0 exported, 1 failed or not valid, 2 wrong usage or the file cannot be written, 130 Ctrl-C.",
    )
    .action(async (file: string | undefined, options: Options) => {
      process.exitCode = await run(file, options);
    });
}

async function run(file: string | undefined, options: Options): Promise<number> {
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    return await exportTo(target(file, options), options, interruption.signal);
  } catch (error) {
    const isInterrupted = interruption.signal.aborted;
    const message = isInterrupted ? "stopped" : messageOf(error);
    process.stderr.write(`${PREFIX}${message}. Nothing was written\n`);
    if (isInterrupted) return INTERRUPTED;
    return error instanceof WriteError || error instanceof ConfigFileError ? USAGE_ERROR : 1;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}

/** @throws what is a defect */
function messageOf(error: unknown): string {
  const isKnown = [ApiError, WriteError, NoMatchError, ConfigFileError].some(
    (Known) => error instanceof Known,
  );
  if (!isKnown) throw error;
  return (error as Error).message.replace(/\.$/, "");
}

/** The config file, unless the stack config names another one. */
const mainFile = () => process.env.LINK_MANAGEMENT_FILE || MAIN_FILE;

/** What is written, and where. */
interface Target {
  /** The project folder. */
  readonly root: string;
  /** Path of the main file in it, with "/". */
  readonly file: string;
}

/** @throws WriteError for a file that the config could not include */
function target(file: string | undefined, { unmanaged, split, stdout, force }: Options): Target {
  if (split && stdout)
    throw new WriteError("--split writes several files, and --stdout prints one. Choose one of them");
  if (unmanaged && force)
    throw new WriteError(
      "--unmanaged overwrites no file: its entries would leave the config, and the next update would delete their " +
        "objects. Remove --force, and name a new file",
    );
  const root = projectFolder(process.cwd());
  const name = file ?? (unmanaged ? ADDED_FILE : mainFile());
  const absolute = path.resolve(name);
  if (!/.\.ya?ml$/.test(name)) throw new WriteError(`${name} is not the name of a .yaml file`);
  if (!isInside(root, absolute))
    throw new WriteError(`${name} is outside the project folder ${root}; only files inside it are read`);
  return { root, file: relativePath(root, absolute) };
}

async function exportTo({ root, file }: Target, options: Options, stopped: AbortSignal): Promise<number> {
  const { split, stdout, force = false, unmanaged, stack, only = [], exclude = [] } = options;
  const absolute = (name: string) => path.join(root, name);
  if (!stdout) checkWritable([absolute(file)], force, unmanaged && NEW_FILE);
  const context = { folder: root, env: process.env, stack, stderr: process.stderr };
  const documents = await withSession(context, async ({ session, progress, project, redacted }) => {
    stopped.addEventListener("abort", () => void session.close());
    const managed = unmanaged && (await stackObjects(project));
    await checkConfigured(session, root);
    progress.show("reading the account");
    const exported = await exportAccount(session, {
      kinds: configKinds,
      file,
      isSplit: split === true,
      only,
      exclude,
      ...(managed && { managed }),
      onRead: (objects) => progress.show(`${objects} objects read`),
      redact: redacted,
    });
    stopped.throwIfAborted();
    return exported;
  });
  if (stdout) process.stdout.write(documents.files.get(file)!);
  else {
    const files = new Map([...documents.files].map(([name, text]) => [absolute(name), text]));
    checkWritable([...files.keys()], force, unmanaged && NEW_FILE);
    writeFiles(files, force);
  }
  return report(documents, options, file);
}

/** @throws PulumiError */
async function stackObjects(project: PulumiProject | undefined): Promise<StackObjects> {
  if (project) return new StackObjects(await project.resources());
  throw new PulumiError("--unmanaged needs the state of a stack, but there is no Pulumi.yaml here or above");
}

/** The config of the project may be that of another account. @throws WrongAccountError */
async function checkConfigured(session: AccountSession, root: string): Promise<void> {
  const plan = configuredPlan(root);
  if (plan?.expect)
    checkExpected(await session.account(), plan.expect, session.settings, plan.expectExpressions);
}

/** `undefined` without a valid config. */
function configuredPlan(root: string): Plan | undefined {
  try {
    const source = readConfigFile(root, process.env.LINK_MANAGEMENT_FILE || undefined);
    const values = { environment: (name: string) => process.env[name] };
    return readConfig(source, configKinds, { files: new ProjectFiles(root), values }).plan;
  } catch (error) {
    if (error instanceof ConfigFileError) return undefined;
    throw error;
  }
}

/** More of them are in the comments of the files. */
const MAX_OMISSIONS = 20;

function report(
  { files, counts, omissions }: Documents,
  { stdout, unmanaged }: Options,
  file: string,
): number {
  const result = checked(files, file, configKinds);
  const warnings = [
    ...omissions.slice(0, MAX_OMISSIONS),
    ...(omissions.length > MAX_OMISSIONS
      ? [`${omissions.length - MAX_OMISSIONS} more: see the comments`]
      : []),
  ];
  for (const warning of warnings) process.stderr.write(`${PREFIX}not exported: ${warning}\n`);
  const isValid = result.counts.errors === 0;
  const next = [
    ...(isValid ? [] : [`correct the errors that \`npx pulumi-link-management validate ${file}\` reports`]),
    ...(unmanaged ? [`add include: ${file} to ${mainFile()}`] : []),
    ...(unmanaged || file === mainFile() ? [] : [`run npx pulumi config set link-management:file ${file}`]),
    "run LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up",
  ];
  const written = [file, ...[...files.keys()].filter((name) => name !== file)];
  const place = stdout ? "standard output" : formatList(written);
  const isEmpty = [...counts.values()].every((count) => count === 0);
  const lines = [
    `${place}: ${countsInWords(counts)}${isValid ? "" : `, ${summary(result.counts)}`}`,
    ...(isEmpty ? [] : [`Next: ${formatList(next)}`]),
  ];
  (stdout ? process.stderr : process.stdout).write(`${lines.join("\n")}\n`);
  return isValid ? 0 : 1;
}

/** `5 objects (2 channels, 3 pixels)` */
function countsInWords(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return "no objects";
  const kinds = [...counts].map(([section, count]) => `${count} ${section}`).join(", ");
  return `${total} object${total === 1 ? "" : "s"} (${kinds})`;
}
