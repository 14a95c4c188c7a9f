// Stands in for GitHub's command line, from a file: what approval.sh asks for, and what a person reads of a pull request. It
// writes comments into a folder next to the file. It opens and merges no pull request: the test does.
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [command, ...args] = process.argv.slice(3);
const { pulls, runs, comment } = JSON.parse(readFileSync(process.argv[2], "utf8"));
if (!process.env.GH_TOKEN) fail("set the GH_TOKEN environment variable");
if (command === "api") console.log(JSON.stringify(answer(new URL(args[0], "https://api.github.com/"))));
else if (command === "run" && args[0] === "download") download(args[1], args[args.indexOf("--dir") + 1]);
else if (command === "pr" && args[0] === "comment") write(args[1], args[args.indexOf("--body-file") + 1]);
else if (command === "pr") console.log(pullRequest(args.join(" ")));
else fail(`unknown command ${command}`);

/** Pull requests of a commit, also open ones, and the runs of a workflow, the newest first. */
function answer({ pathname, searchParams }) {
  const [, commit] = /^\/repos\/acme\/links\/commits\/(\w+)\/pulls$/.exec(pathname) ?? [];
  if (commit) return pulls.filter(({ merge_commit_sha }) => merge_commit_sha === commit);
  const [, id] = /^\/repos\/acme\/links\/actions\/runs\/(\d+)\/artifacts$/.exec(pathname) ?? [];
  if (id && searchParams.get("name") === "review") return { artifacts: artifactsOf(id) };
  if (pathname !== "/repos/acme/links/actions/workflows/links.yml/runs") fail(`gh: Not Found (HTTP 404)`);
  const fitting = runs.filter(
    (run) =>
      run.event === searchParams.get("event") &&
      run.head_sha === searchParams.get("head_sha") &&
      run.conclusion === searchParams.get("status"),
  );
  return { total_count: fitting.length, workflow_runs: fitting.toReversed() };
}

/** Those that have expired stay in the list. */
function artifactsOf(id) {
  const { artifact, ended_at } = runs.find((run) => String(run.id) === id);
  return [{ name: "review", created_at: ended_at, expired: !existsSync(artifact) }];
}

function pullRequest(text) {
  if (text === "checks --watch" && runs.at(-1)?.conclusion !== "success")
    fail("Some checks were not successful");
  if (text === "view --comments") return comment ?? fail("no comment");
  if (!["create --fill", "checks --watch", "merge --squash"].includes(text))
    fail(`unknown command pr ${text}`);
  return text;
}

function download(id, folder) {
  const { artifact } = runs.find((run) => String(run.id) === id);
  if (!artifact || !existsSync(artifact)) fail("no valid artifacts found to download");
  mkdirSync(folder, { recursive: true });
  cpSync(artifact, folder, { recursive: true });
}

function write(number, file) {
  const folder = join(dirname(process.argv[2]), "comments");
  mkdirSync(folder, { recursive: true });
  cpSync(file, join(folder, `${number}.md`));
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
