// Interprets a pipeline file as its CI service does: which jobs an event starts, with which environment and which shell
// steps.
import { parse } from "yaml";

export interface Job {
  name: string;
  env: Record<string, string>;
  /** Each step runs in its own shell. */
  steps: string[];
}

/** Settings of the repository in the CI service. */
export interface Settings {
  vars: Record<string, string>;
  secrets: Record<string, string>;
}

interface Workflow {
  on: Record<string, unknown>;
  env?: Record<string, string>;
  jobs: Record<string, { if: string; steps: { run?: string; uses?: string }[] }>;
}

/** @param event such as "pull_request" */
export function githubJobs(text: string, event: string, { vars, secrets }: Settings): Job[] {
  const workflow = parse(text) as Workflow;
  if (!(event in workflow.on)) return [];
  const contexts: Record<string, Record<string, string>> = { vars, secrets };
  const interpolate = (value: string) =>
    value.replace(/\$\{\{ (\w+)\.(\w+) \}\}/g, (whole, kind: string, name: string) => {
      const setting = contexts[kind]?.[name];
      if (setting === undefined) throw new Error(`the example's comment does not list ${whole}`);
      return setting;
    });
  const env = Object.entries(workflow.env ?? {}).map(([name, value]) => [name, interpolate(String(value))]);
  return Object.entries(workflow.jobs)
    .filter(([, job]) => job.if === `github.event_name == '${event}'`)
    .map(([name, { steps }]) => ({
      name,
      env: Object.fromEntries(env),
      steps: steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
    }));
}

interface GitlabJob {
  extends?: string;
  before_script?: string[];
  script?: string[];
  rules?: { if: string }[];
}

/** @param predefined what GitLab sets, such as CI_PIPELINE_SOURCE */
export function gitlabJobs(
  text: string,
  predefined: Record<string, string>,
  { vars, secrets }: Settings,
): Job[] {
  const { variables, image: _image, ...jobs } = parse(text) as Record<string, unknown>;
  const templates = jobs as Record<string, GitlabJob>;
  return Object.entries(templates)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, job]) => ({ name, job: { ...templates[job.extends ?? ""], ...job } }))
    .filter(({ job }) => job.rules?.some((rule) => isTrue(rule.if, predefined)))
    .map(({ name, job }) => ({
      name,
      env: { ...predefined, ...(variables as Record<string, string>), ...vars, ...secrets },
      // GitLab runs before_script and script in one shell.
      steps: [[...(job.before_script ?? []), ...(job.script ?? [])].join("\n")],
    }));
}

/** Supports conditions such as `$A == "b" && $C == $D`. */
function isTrue(condition: string, variables: Record<string, string>): boolean {
  const evaluate = (operand: string) =>
    operand.startsWith("$") ? variables[operand.slice(1)] : JSON.parse(operand);
  return condition.split(" && ").every((comparison) => {
    const [left = "", right = ""] = comparison.split(" == ");
    return evaluate(left) === evaluate(right);
  });
}
