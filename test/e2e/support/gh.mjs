// Stands in for GitHub's command line, from a file: what approval.sh asks for, and the comment of a run of main.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, command, ...args] = process.argv.slice(2);
const { pulls, runs } = JSON.parse(readFileSync(join(folder, "github.json"), "utf8"));
const option = (name) => args[args.indexOf(name) + 1];
if (!process.env.GH_TOKEN) fail("set the GH_TOKEN environment variable");
if (command === "api") console.log(JSON.stringify(answer(new URL(args[0], "https://api.github.com/"))));
else if (command === "run") cpSync(artifactOf(args[1]), option("--dir"), { recursive: true });
else if (command === "pr") cpSync(option("--body-file"), join(folder, `main-${args[1]}.md`));

/** Pull requests of a commit, also open ones, the runs of a workflow, the newest first, and the artifacts of a run. */
function answer({ pathname, searchParams }) {
  const [, commit] = /^\/repos\/acme\/links\/commits\/(\w+)\/pulls$/.exec(pathname) ?? [];
  if (commit) return pulls.filter(({ merge_commit_sha }) => merge_commit_sha === commit);
  const [, id] = /^\/repos\/acme\/links\/actions\/runs\/(\d+)\/artifacts$/.exec(pathname) ?? [];
  // Those that have expired stay in the list.
  if (id) return { artifacts: [{ created_at: runOf(id).written, expired: !existsSync(artifactOf(id)) }] };
  if (pathname !== "/repos/acme/links/actions/workflows/links.yml/runs") fail("gh: Not Found (HTTP 404)");
  const [event, head, status] = ["event", "head_sha", "status"].map((name) => searchParams.get(name));
  const isFitting = (run) => run.event === event && run.head_sha === head && run.conclusion === status;
  return { workflow_runs: runs.filter(isFitting).toReversed() };
}

function runOf(id) {
  return runs.find((run) => String(run.id) === id);
}

function artifactOf(id) {
  return runOf(id).artifact;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
