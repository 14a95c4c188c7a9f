// The jobs of a pipeline file, as the service that runs it would run them: which jobs an event starts, with which
// environment, and which shell steps they have.
import { parse } from "yaml";

export interface Job {
  name: string;
  env: Record<string, string>;
  /** Each in a shell of its own. */
  steps: string[];
}

/** What the service knows beside the repository. */
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
  const known: Record<string, Record<string, string>> = { vars, secrets };
  const fill = (value: string) =>
    value.replace(/\$\{\{ (\w+)\.(\w+) \}\}/g, (whole, kind: string, name: string) => {
      const filled = known[kind]?.[name];
      if (filled === undefined) throw new Error(`${whole} is not among what the example's comment asks for`);
      return filled;
    });
  const env = Object.entries(workflow.env ?? {}).map(([name, value]) => [name, fill(String(value))]);
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
  const all = jobs as Record<string, GitlabJob>;
  return Object.entries(all)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, job]) => ({ name, job: { ...all[job.extends ?? ""], ...job } }))
    .filter(({ job }) => job.rules?.some((rule) => isTrue(rule.if, predefined)))
    .map(({ name, job }) => ({
      name,
      env: { ...predefined, ...(variables as Record<string, string>), ...vars, ...secrets },
      // GitLab runs before_script and script in one shell.
      steps: [[...(job.before_script ?? []), ...(job.script ?? [])].join("\n")],
    }));
}

/** `$A == "b" && $C == $D`. */
function isTrue(condition: string, variables: Record<string, string>): boolean {
  const value = (word: string) => (word.startsWith("$") ? variables[word.slice(1)] : JSON.parse(word));
  return condition.split(" && ").every((comparison) => {
    const [left = "", right = ""] = comparison.split(" == ");
    return value(left) === value(right);
  });
}
