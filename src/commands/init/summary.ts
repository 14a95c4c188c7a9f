// What `init` has done, and the commands that come next.
import { sanitize } from "../../api/sanitize";
import type { Documents } from "../export/documents/documents";
import { needsPassphrase, PASSPHRASE_NOTE } from "./answers";
import { PIPELINE_FILES, type Pipeline } from "./project-files";
import { creation, type StackState } from "./stack";

const BACKENDS = "https://www.pulumi.com/docs/iac/concepts/state-and-backends/";

export interface Outcome {
  readonly paths: readonly string[];
  readonly stack: string;
  readonly stackState: StackState;
  readonly pipeline: Pipeline;
  readonly exported: Documents | undefined;
  /** Of this command, and so of the next ones. */
  readonly env: NodeJS.ProcessEnv;
}

/** Lines. */
export function summary(outcome: Outcome): string[] {
  const { paths, exported, pipeline } = outcome;
  const [workflow] = PIPELINE_FILES[pipeline];
  return [
    `Wrote ${paths.map((path) => sanitize(path)).join(", ")}.`,
    ...(exported ? exportLines(exported) : []),
    ...backendLines(outcome),
    ...(workflow === undefined
      ? []
      : [`Pipeline: set the secrets and variables in the first lines of ${workflow}, and a shared backend.`]),
    "",
    "Next:",
    ...commands(outcome).map((command) => `  ${command}`),
  ];
}

function exportLines({ counts, omissions }: Documents): string[] {
  const entries = [...counts].map(([section, count]) => `${count} ${section}`);
  return [
    `Exported ${entries.join(", ") || "nothing, because the account is empty"}.`,
    ...omissions.map((line) => `Not exported: ${sanitize(line)}`),
  ];
}

function backendLines({ stack, stackState, env }: Outcome): string[] {
  const backend = env.PULUMI_BACKEND_URL
    ? "Backend: Pulumi keeps the state where PULUMI_BACKEND_URL points to. Set it for every command."
    : `Backend: Pulumi keeps the state in the folder .pulumi. To share it, see Pulumi.yaml and ${BACKENDS}`;
  const passphrase = needsPassphrase(env) ? [PASSPHRASE_NOTE] : [];
  return [...stackLines(stack, stackState), backend, ...passphrase];
}

function stackLines(stack: string, state: StackState): string[] {
  if (state === "created") return [`Created the stack ${stack}.`];
  if (state === "existed") return [`Selected the stack ${stack}, which existed.`];
  return [];
}

/** The last one shows no change. */
function commands({ stack, stackState, exported, env }: Outcome): string[] {
  const isAdopting = exported !== undefined && exported.counts.size > 0;
  const unset = [
    ...(env.LINK_MANAGEMENT_API_KEY === undefined ? ["LINK_MANAGEMENT_API_KEY"] : []),
    ...(needsPassphrase(env) ? ["PULUMI_CONFIG_PASSPHRASE"] : []),
  ];
  return [
    ...(unset.length > 0 ? [`export ${unset.map((name) => `${name}=…`).join(" ")}`] : []),
    "npm install",
    ...(stackState !== "missing" ? [] : [`npx pulumi ${creation(stack).join(" ")}`]),
    ...(isAdopting ? ["LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up"] : []),
    "npx pulumi preview",
  ];
}
