// `loadStack`: creates the resources of a project's config file.
import { checkExpected } from "../../api/account";
import { ApiError } from "../../api/errors";
import { Program } from "../../pulumi/program";
import { programConfig } from "../../pulumi/program-config";
import * as pulumi from "../../pulumi/sdk";
import { definitions } from "../../resources/definitions";
import { render, summary } from "../report/report";
import { FileSchema } from "../schema/file-schema";
import { ConfigFileError, projectFolder, readConfigFile } from "../source/source-file";
import type { Plan } from "../validate/plan";
import { readConfig } from "../validate/read-config";
import { guardDeletions } from "./deletion-guard";
import { type LoadedStack, makeResources } from "./make-resources";

/** Where the config file is, and what it is for the stack. */
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
   * The program has no other resources of this package. Then every such resource in the state that the file lacks would be
   * deleted, and `maxDeletions` guards that.
   * @default false
   */
  wholeStack?: boolean;
}

/** The public function, which `index.ts` documents. */
export async function loadStack(options: LoadStackOptions = {}): Promise<LoadedStack> {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConfigFileError)) throw error;
      problems.unshift(error.message);
      return undefined;
    }
  };
  const plan = attempt(() => readPlan(options));
  // After the file, which may refer to keys of the stack config that are no settings.
  const program = Program.current();
  // A unit test of a program has no account and no state.
  const settings = program.isMocked ? undefined : attempt(() => program.settings());
  if (!plan || problems.length > 0) throw program.error(problems.join("\n\n"));

  const { expect } = plan;
  if (settings && (settings.account || expect))
    await program.read(async (session) => {
      const account = await session.account();
      if (expect) checkExpected(account, expect.account, settings, expect);
    });
  const { registrations, isPreview } = program;
  const recorded = (await registrations?.state)?.byUrn;
  if (settings && registrations && recorded && options.wholeStack) {
    const guard = (replaced?: ReadonlySet<string>) =>
      guardDeletions(recorded.values(), plan, settings, isPreview, replaced);
    const { errors, warnings } = guard();
    if (errors.length > 0) throw program.error(errors.join("\n\n"));
    for (const text of warnings) program.warn(text);
    registrations.guardReplaced = (replaced) => guard(replaced).errors[0];
  }
  return makeResources(plan.resources, recorded);
}

/**
 * The program of a project without code: the config file has all resources of the stack. In a preview each section is one
 * output. It is unknown if any part is, and the CLI shows one line instead of one for each entry. Unknown values must not
 * be left out: they are part of a saved plan, and `pulumi up --plan` rejects other outputs.
 */
export async function loadProgram(
  options: Pick<LoadStackOptions, "folder"> = {},
): Promise<Record<string, unknown>> {
  const { addresses } = await loadStack({ ...options, wholeStack: true });
  // With `--continue-on-error`, what failed is unknown, and the state keeps the rest.
  if (!Program.current().isPreview) return addresses;
  const sections = Object.entries(addresses);
  return Object.fromEntries(sections.map(([section, value]) => [section, pulumi.output(value)]));
}

/** @throws ConfigFileError if the file cannot be read or has errors */
function readPlan({ file, folder = process.cwd() }: LoadStackOptions): Plan {
  const name = file || process.env.LINK_MANAGEMENT_FILE || programConfig("link-management:file")?.value;
  const source = readConfigFile(folder, name);
  const { plan, configKeys, ...result } = readConfig(
    source,
    new FileSchema(definitions),
    projectFolder(folder),
    { environment: process.env, config: programConfig },
  );
  Program.current().noteConfigKeys(configKeys);
  const report = render(result);
  if (!plan) throw new ConfigFileError(`${summary(result.counts, source.file)}\n\n${report}`);
  if (report !== "") Program.current().warn(report);
  return plan;
}
