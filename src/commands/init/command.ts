// `pulumi-link-management init`: writes the files of a new project. Everything is asked and read before the first file.
import * as path from "node:path";
import { Command, Option } from "commander";
import { formatList } from "../../api/suggest";
import { reportNothingWritten } from "../export/nothing-written";
import { INTERRUPTED, PREFIX } from "../usage-errors";
import { checkWritable, writeFiles } from "../write-files";
import { collectAnswers, missingAnswers, needsPassphrase, type Options } from "./answers";
import { exportConfig } from "./export";
import {
  CONFIG_FILE,
  certainPaths,
  PIPELINES,
  type Pipeline,
  projectFiles,
  stackName,
} from "./project-files";
import { Prompts } from "./prompts";
import { createStack, type StackResult } from "./stack";
import { summary } from "./summary";

export function initCommand(): Command {
  const command = new Command("init");
  return command
    .description("Write the files of a new project into this folder, for the account of an API key.")
    .option("--base-url <url>", "address of the service (default: LINK_MANAGEMENT_BASE_URL)")
    .addOption(new Option("--pipeline <service>", "write a pipeline").choices(PIPELINES))
    .option("--export", "write all objects of the account into the config")
    .option("--no-export", "write a config without entries")
    .option("--exclude <pattern...>", "leave these out of the export: kinds, such as domains, keys or names")
    .option("--yes", "ask less: --export and --pipeline none, unless another option is set")
    .option("--force", "overwrite existing files")
    .addHelpText(
      "after",
      "\nThe API key comes from LINK_MANAGEMENT_API_KEY or a hidden prompt. No file contains it." +
        "\nExit codes: 0 done, 1 failed, 2 wrong usage, a missing answer or an existing file, 130 Ctrl-C.",
    )
    .action(async (options: Options) => {
      const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
      if (options.exclude && options.export === false) {
        command.error("error: --exclude leaves something out of an export, but --no-export is set");
      }
      const missing = missingAnswers(options, process.env);
      if (!isTerminal && missing.length > 0) {
        command.error(`error: there is no terminal to ask for answers. Set ${formatList(missing)}`);
      }
      process.exitCode = await run(options, isTerminal);
    });
}

/** @returns the exit code */
async function run(options: Options, isTerminal: boolean): Promise<number> {
  process.once("SIGINT", cancel);
  const prompts = isTerminal ? new Prompts(process.stdin, process.stdout, cancel) : undefined;
  try {
    return await init(options, prompts);
  } catch (error) {
    return reportNothingWritten(error);
  } finally {
    prompts?.close();
    process.off("SIGINT", cancel);
  }
}

async function init(options: Options, prompts: Prompts | undefined): Promise<number> {
  const folder = process.cwd();
  const { env } = process;
  const overwrites = options.force === true;
  const absolute = (name: string) => path.join(folder, name);
  const checkFiles = (pipeline?: Pipeline) => checkWritable(certainPaths(pipeline).map(absolute), overwrites);
  // Before the user answers in vain.
  checkFiles(options.pipeline);
  const answers = await collectAnswers(options, env, prompts, checkFiles);
  const { account, baseUrl, session, passphrase, pipeline } = answers;
  prompts?.close();
  const exported = answers.isExport ? await exportConfig(answers, options.exclude ?? []) : undefined;
  await session.close();

  const hasEntries = exported !== undefined && exported.counts.size > 0;
  const config = hasEntries ? exported.files.get(CONFIG_FILE) : undefined;
  const texts = projectFiles({ account, baseUrl, pipeline, exported: config });
  const files = new Map([...texts].map(([name, text]) => [absolute(name), text]));
  checkWritable([...files.keys()], overwrites);
  writeFiles(files, overwrites);
  process.off("SIGINT", cancel);

  const stack = stackName(account);
  const stackEnv = { ...env, ...(passphrase !== undefined && { PULUMI_CONFIG_PASSPHRASE: passphrase }) };
  const result: StackResult = needsPassphrase(stackEnv)
    ? { state: "missing" }
    : await createStack(stack, folder, stackEnv);
  const paths = [...texts.keys()];
  const lines = summary({ paths, stack, stackState: result.state, pipeline, exported, env });
  process.stdout.write(`${lines.join("\n")}\n`);
  if (result.problem === undefined) return 0;
  process.stderr.write(`${PREFIX}${result.problem}\n`);
  return result.isCanceled ? INTERRUPTED : 1;
}

function cancel(): never {
  process.stderr.write(`\n${PREFIX}canceled. Nothing was written\n`);
  process.exit(INTERRUPTED);
}
