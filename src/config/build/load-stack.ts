// `loadStack`: creates the resources of a project's config file.
import { checkExpected } from "../../api/account";
import { ApiError } from "../../api/errors";
import type { Settings } from "../../api/settings";
import { effectiveOnExisting } from "../../kind/existing/on-existing";
import { type ExplicitProvider, explicitIn, NOT_A_PROVIDER } from "../../pulumi/accounts/explicit-provider";
import type { Provider } from "../../pulumi/accounts/provider-class";
import { Program } from "../../pulumi/program";
import { programConfig } from "../../pulumi/program-config";
import * as pulumi from "../../pulumi/sdk";
import { registry } from "../../resources";
import type { Values } from "../parse/interpolation";
import { filesInWords, summary } from "../report/diagnostics";
import { render } from "../report/render";
import { ConfigFileError } from "../source/config-file-error";
import { ProjectFiles } from "../source/project-files";
import { projectFolder, readConfigFile } from "../source/source-file";
import type { Plan } from "../validate/plan";
import { readConfig } from "../validate/read-config";
import { type GuardedConfig, type GuardedResource, guardDeletions } from "./deletion-guard";
import { bySection, type StackOutputs } from "./outputs";
import { plannedResources, urnsOfPlanned } from "./planned-resources";
import { makeResources } from "./stack";
import { describeUnmanaged } from "./unmanaged";

/** Where the config file is. */
export interface LoadStackOptions {
  /**
   * Path of the config file, relative to `folder` or a parent folder. It must be inside the project folder.
   * @default LINK_MANAGEMENT_FILE, else the stack's config `link-management:file`, else "link-management.yaml"
   */
  file?: string;
  /**
   * Where the search for the file starts. It goes up to the folder of Pulumi.yaml.
   * @default the working folder
   */
  folder?: string;
  /**
   * The account of the file.
   * @default the account of the stack
   */
  provider?: Provider;
}

/**
 * Creates a resource for every object in the config file.
 *
 * Before the first resource, all errors are reported at once: those of the file, each with its line, and those of the
 * API key and address. If the file or the stack config names the expected account, it is checked with one request. If
 * too many entries left the file, nothing is deleted. In a unit test with mocks, only the file is read.
 * @returns outputs by section and key, such as `{ qrCodes: { menu: { id, link } } }`. A program that exports them shows those
 *   that the file asks for by `outputs:`
 * @throws pulumi.RunError, which the CLI prints without a stack trace
 */
export function loadStack(options: LoadStackOptions = {}): Promise<StackOutputs> {
  return load(options, { isWholeProgram: false });
}

/** The program of a project without code: the config file has all resources of the stack. */
export async function loadProgram(
  options: Pick<LoadStackOptions, "folder"> = {},
): Promise<Record<string, pulumi.Output<unknown>>> {
  return bySection(await load(options, { isWholeProgram: true }));
}

async function load(
  options: LoadStackOptions,
  { isWholeProgram }: Pick<GuardedConfig, "isWholeProgram">,
): Promise<StackOutputs> {
  const fileProblems: string[] = [];
  const plan = planOrProblems(options, fileProblems);
  // After the file, which may refer to keys of the stack config that are no settings.
  const program = Program.current();
  const problems = program.folderProblem === undefined ? [] : [program.folderProblem];
  const { provider } = options;
  if (provider !== undefined && !explicitIn(provider)) throw program.error(`loadStack: ${NOT_A_PROVIDER}`);
  // A unit test of a program has no account and no state.
  const settings = program.isMocked ? undefined : await settingsOrProblem(explicitIn(provider), problems);
  if (!plan || problems.length > 0) throw program.error([...problems, ...fileProblems].join("\n\n"));

  for (const { definition, args, secrets } of plan.entries) program.keepSecretArgs(definition, args, secrets);
  if (settings) {
    await checkAccount(program, explicitIn(provider), settings, plan);
    await guard(settings, plan, isWholeProgram);
  }
  const outputs = makeResources(plan, registry, provider);
  if (settings && plan.unmanaged === "warn") await reportUnmanaged(explicitIn(provider), settings, plan);
  return outputs;
}

async function settingsOrProblem(
  provider: ExplicitProvider | undefined,
  problems: string[],
): Promise<Settings | undefined> {
  try {
    return await Program.current().settingsOf(provider);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

const VALUES: Values = {
  environment: (name) => process.env[name],
  config: programConfig,
};

function planOrProblems(
  { file, folder = process.cwd() }: LoadStackOptions,
  problems: string[],
): Plan | undefined {
  try {
    const name = file || process.env.LINK_MANAGEMENT_FILE || programConfig("link-management:file")?.value;
    const source = readConfigFile(folder, name);
    const files = new ProjectFiles(projectFolder(folder));
    const result = readConfig(source, registry, { files, values: VALUES });
    Program.current().noteConfigKeys(result.configKeys);
    const report = render(result);
    if (!result.plan) {
      const where = filesInWords(source.file, result.fileCount);
      problems.push(`${summary(result.counts)} in ${where}\n\n${report}`);
    } else if (report !== "") void pulumi.log.warn(report);
    return result.plan;
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

async function checkAccount(
  program: Program,
  provider: ExplicitProvider | undefined,
  settings: Settings,
  { expect, expectExpressions }: Plan,
): Promise<void> {
  if (!settings.expect && !expect) return;
  await program.read(async (session) => {
    const account = await session.account();
    if (expect) checkExpected(account, expect, settings, expectExpressions);
  }, provider);
}

/** Compares the file with the state. Without an engine there is no state. */
async function guard(settings: Settings, plan: Plan, isWholeProgram: boolean): Promise<void> {
  const program = Program.current();
  if (!program.registrations) return;
  const { byUrn } = await program.registrations.state;
  const resources = plannedResources(plan, registry).map((planned): GuardedResource => {
    const { definition, label, location, options, entry } = planned;
    return {
      definition,
      label,
      ...(location !== undefined && { location }),
      urns: urnsOfPlanned(planned),
      ...(entry && { args: entry.args }),
      ignoreChanges: options.ignoreChanges ?? [],
      onExisting: effectiveOnExisting(definition, entry?.args ?? {}, options.onExisting, settings),
    };
  });
  const { errors, deletions, staying } = guardDeletions(byUrn.values(), registry, {
    file: plan.file,
    isWholeProgram,
    resources,
    maxDeletions: settings.maxDeletions ?? plan.maxDeletions,
  });
  if (errors.length > 0) throw program.error(errors.join("\n\n"));
  if (deletions !== undefined) void pulumi.log.warn(deletions);
  // At the end of an update, the provider says the same.
  if (staying !== undefined && program.isPreview) void pulumi.log.warn(staying);
}

/** Once per command: an update follows a preview. A list that cannot be read is no reason to fail. */
async function reportUnmanaged(
  provider: ExplicitProvider | undefined,
  settings: Settings,
  plan: Plan,
): Promise<void> {
  const program = Program.current();
  if (!program.registrations || !program.isPreview) return;
  // As in the messages of its process.
  const prefix = provider ? `${provider.name}: ` : "";
  const { byUrn } = await program.registrations.state;
  const newEntries = plannedResources(plan, registry).flatMap((planned) => {
    const { definition, entry, options } = planned;
    if (!entry || urnsOfPlanned(planned).some((urn) => byUrn.has(urn))) return [];
    return {
      definition,
      args: entry.args,
      onExisting: effectiveOnExisting(definition, entry.args, options.onExisting, settings),
    };
  });
  try {
    const definitions = registry.map(({ definition }) => definition);
    const line = await program.read(
      (session) => describeUnmanaged(session, definitions, byUrn.values(), newEntries),
      provider,
    );
    if (line !== undefined) void pulumi.log.warn(`${prefix}${line}`);
  } catch (error) {
    if (!(error instanceof pulumi.RunError)) throw error;
    void pulumi.log.warn(`${prefix}unmanaged: ${error.message}`);
  }
}
