// Interprets a pipeline file as its CI service does: which jobs an event starts, and the shell steps of each with their
// environments.
import { parse } from "yaml";

/** A script in its own shell. */
export interface Step {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Job {
  readonly name: string;
  readonly steps: readonly Step[];
  /** What queues it with other jobs: the concurrency group, or the resource group. */
  readonly group: string | undefined;
}

/** Settings of the repository in the CI service. */
export interface Settings {
  vars: Record<string, string>;
  secrets: Record<string, string>;
}

type Env = Readonly<Record<string, string>>;

interface Workflow {
  on: Record<string, unknown>;
  env?: Env;
  concurrency?: unknown;
  jobs: Record<
    string,
    { if: string; concurrency?: { group: string }; steps: { run?: string; uses?: string; env?: Env }[] }
  >;
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
  const interpolated = (env: Env) =>
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, interpolate(String(value))]));
  return Object.entries(workflow.jobs)
    .filter(([, job]) => job.if === `github.event_name == '${event}'`)
    .map(([name, { steps, concurrency }]) => ({
      name,
      group: concurrency?.group,
      steps: steps.flatMap(({ run, env }) =>
        run === undefined ? [] : [{ script: run, env: interpolated({ ...workflow.env, ...env }) }],
      ),
    }));
}

interface Rules {
  rules?: { if: string }[];
}

interface GitlabJob extends Rules {
  extends?: string;
  environment?: { name: string };
  resource_group?: string;
  script?: string[];
}

/**
 * @param predefined what GitLab sets, such as CI_PIPELINE_SOURCE
 * @param settings the secrets have the scope of an environment
 */
export function gitlabJobs(text: string, predefined: Env, { vars, secrets }: Settings): Job[] {
  const { variables, image: _image, workflow, ...jobs } = parse(text) as Record<string, unknown>;
  const isStarted = ({ rules }: Rules) => !rules || rules.some((rule) => isTrue(rule.if, predefined));
  if (!isStarted(workflow as Rules)) return [];
  const templates = jobs as Record<string, GitlabJob>;
  return Object.entries(templates)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, job]) => ({ name, job: { ...templates[job.extends ?? ""], ...job } }))
    .filter(({ job }) => isStarted(job))
    .map(({ name, job: { script = [], environment, resource_group: group } }) => ({
      name,
      group,
      steps: [
        {
          script: script.join("\n"),
          env: { ...predefined, ...(variables as Env), ...vars, ...(environment && secrets) },
        },
      ],
    }));
}

/** Supports conditions such as `$A == "b" && $C == $D`. */
function isTrue(condition: string, variables: Env): boolean {
  const evaluate = (operand: string) =>
    operand.startsWith("$") ? variables[operand.slice(1)] : JSON.parse(operand);
  return condition.split(" && ").every((comparison) => {
    const [left = "", right = ""] = comparison.split(" == ");
    return evaluate(left) === evaluate(right);
  });
}
