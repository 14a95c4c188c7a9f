// `pulumi-link-management export`: writes the config of an account that exists.
import * as path from "node:path";
import { Command } from "commander";
import { checkExpected } from "../../api/account";
import type { AccountSession } from "../../api/session";
import { ConfigFileError } from "../../config/source/config-file-error";
import { ProjectFiles } from "../../config/source/project-files";
import { readConfigFile, relativePath } from "../../config/source/source-file";
import type { Plan } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import { PulumiError, type PulumiProject } from "../account/pulumi-project";
import { withSession } from "../account/session";
import { configKinds } from "../config-kinds";
import { INTERRUPTED, PREFIX } from "../usage-errors";
import { checkWritable, writeFiles } from "../write-files";
import { checked } from "./checked";
import { exportAccount } from "./export-account";
import { StackObjects } from "./managed";
import { reportNothingWritten } from "./nothing-written";
import { isNeeded, summary, warnings } from "./outcome";
import { ADDED_FILE, MAIN_FILE, type Target, type TargetOptions, target } from "./target";

interface Options extends TargetOptions {
  readonly stack?: string;
}

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
    if (!interruption.signal.aborted) return reportNothingWritten(error);
    process.stderr.write(`${PREFIX}stopped. Nothing was written\n`);
    return INTERRUPTED;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}

async function exportTo(target: Target, options: Options, stopped: AbortSignal): Promise<number> {
  const { root, file, possible, advice } = target;
  const { split, stdout, force = false, unmanaged, stack, only = [], exclude = [] } = options;
  checkWritable(possible, force, advice);
  const context = { folder: root, env: process.env, stack, stderr: process.stderr };
  const outcome = await withSession(context, async ({ session, progress, project, config }) => {
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
