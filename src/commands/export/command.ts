// `pulumi-link-management export`: writes the config of an account that exists.
import * as fs from "node:fs";
import * as path from "node:path";
import { Command } from "commander";
import { checkExpected } from "../../api/account";
import { ApiError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { ConfigFileError } from "../../config/source/config-file-error";
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
import { splitFile } from "./documents/documents";
import { exportAccount, NoMatchError } from "./export-account";
import { StackObjects } from "./managed";
import { isNeeded, summary, warnings } from "./outcome";
import { Selection } from "./selection";

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
    .option("--force", "overwrite files that exist. Not with --unmanaged")
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

/** What is written, and where. */
interface Target {
  /** The project folder. */
  readonly root: string;
  /** Path of the main file in it, with "/". */
  readonly file: string;
  /** Absolute paths of all files that the export may write. Empty if it prints them. */
  readonly possible: readonly string[];
  /** What to do about those that exist. */
  readonly advice: string | undefined;
}

/**
 * @throws WriteError for options that contradict each other, and for a file that the config could not include
 * @throws ConfigFileError for a pattern that is not supported
 */
function target(name: string | undefined, options: Options): Target {
  const { split, stdout, force, unmanaged, only = [], exclude = [] } = options;
  if (split && stdout)
    throw new WriteError("--split writes several files, and --stdout prints one. Choose one of them");
  if (unmanaged && force)
    throw new WriteError(
      "--unmanaged never overwrites a file: the file may have entries that the stack manages, and without them " +
        "the next `up` deletes their objects. Omit --force",
    );
  const root = projectFolder(process.cwd());
  const absolute = path.resolve(
    name ?? (unmanaged ? ADDED_FILE : process.env.LINK_MANAGEMENT_FILE || MAIN_FILE),
  );
  checkName(root, absolute);
  const file = relativePath(root, absolute);
  const selection = new Selection(only, exclude, configKinds);
  const sections = configKinds.flatMap(({ definition: { lifecycle, yaml } }) =>
    lifecycle.existing && selection.mayWant(yaml.section) ? [yaml.section] : [],
  );
  const included = split ? sections.map((section) => path.join(root, splitFile(file, section))) : [];
  return {
    root,
    file,
    possible: stdout ? [] : [absolute, ...included],
    advice: unmanaged ? nameAnother(absolute) : undefined,
  };
}

/** @throws WriteError */
function checkName(root: string, file: string): void {
  const shown = path.relative(process.cwd(), file) || ".";
  if (!isInside(root, file))
    throw new WriteError(`${shown} is outside the project folder ${root}; only files inside it are read`);
  const isFolder = fs.existsSync(file) && fs.statSync(file).isDirectory();
  if (isFolder || !/\.ya?ml$/i.test(file))
    throw new WriteError(
      `${shown} ${isFolder ? "is a folder" : "does not end in .yaml or .yml"}. Name a file, such as ${MAIN_FILE}`,
    );
}

/** @param file absolute path of a file that may exist */
function nameAnother(file: string): string {
  const { dir, name, ext } = path.parse(path.relative(process.cwd(), file));
  const numbered = (number: number) => path.join(dir, `${name}-${number}${ext}`);
  let number = 2;
  while (fs.existsSync(numbered(number))) number++;
  const command = `npx pulumi-link-management export --unmanaged ${numbered(number)}`;
  return `The config may include it, so name another file: \`${command}\``;
}

async function exportTo(target: Target, options: Options, stopped: AbortSignal): Promise<number> {
  const { root, file, possible, advice } = target;
  const { split, stdout, force = false, unmanaged, stack, only = [], exclude = [] } = options;
  checkWritable(possible, force, advice);
  const context = { folder: root, env: process.env, stack, stderr: process.stderr };
  const outcome = await withSession(context, async ({ session, progress, project, config, redacted }) => {
    stopped.addEventListener("abort", () => void session.close());
    const managed = unmanaged && (await stackObjects(project));
    await checkConfigured(session, root);
    progress.show("reading the account");
    const documents = await exportAccount(session, {
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
    const variable = process.env.LINK_MANAGEMENT_FILE;
    const configFile = variable || config?.get("link-management:file")?.value || MAIN_FILE;
    return {
      documents,
      file,
      configFile: relativePath(root, path.resolve(root, configFile)),
      hasVariable: Boolean(variable),
      isPrinted: stdout === true,
      isAddition: unmanaged === true,
      isSelection: only.length + exclude.length > 0,
      report: checked(documents.files, file, configKinds),
    };
  });
  const { documents, report } = outcome;
  if (isNeeded(outcome)) {
    if (stdout) await print(documents.files.get(file)!);
    else {
      const files = new Map([...documents.files].map(([name, text]) => [path.join(root, name), text]));
      checkWritable([...files.keys()], force, advice);
      writeFiles(files, force, advice);
    }
  }
  for (const warning of warnings(documents)) process.stderr.write(`${PREFIX}not exported: ${warning}\n`);
  (stdout ? process.stderr : process.stdout).write(`${summary(outcome).join("\n")}\n`);
  return report.counts.errors === 0 ? 0 : 1;
}

/** A write that fails ends the process. Nothing is reported after it. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, (error) => error || resolve()));
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
