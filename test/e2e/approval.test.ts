// examples/pipelines/.github/approval.sh: what a run of main may apply, and why not.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Folder } from "../config/support/folder";
import { gitIn } from "./support/git";

const SCRIPT = join(__dirname, "../../examples/pipelines/.github/approval.sh");
const REPOSITORY = "acme/links";
const FORK = { full_name: "eve/links" };

/** Pull request 1 merged the second commit of main, and 2 the third one, whose run this is. Each was reviewed by a run. */
interface Case {
  /** What differs in pull request 2. */
  readonly pull?: Readonly<Record<string, unknown>>;
  /** What differs in the run that reviewed it. */
  readonly run?: Readonly<Record<string, unknown>>;
  /** A variable may name a commit. */
  readonly env?: Readonly<Record<string, string>>;
}

const ALL: Case["env"] = { BEFORE: "first" };

/** With the pull requests whose reviews are approved, and what the run says. */
const CASES: readonly (readonly [what: string, one: Case, approved: string, says: RegExp])[] = [
  ["a merge", {}, "2", /=This is not the plan that was reviewed in pull request #2\.$/m],
  ["two merges with one push", { env: ALL }, "1 2", /reviewed in pull request #1 #2\.$/m],
  ["the first push of a branch", { env: { BEFORE: "0".repeat(40) } }, "2", /#2\.$/m],
  ["an open pull request", { pull: { merged_at: null } }, "", /not the merge of a pull request/],
  ["a merge into another branch", { pull: { base: { ref: "next" } } }, "", /not the merge/],
  ["a pull request from a fork", { pull: { head: { sha: "head-2", repo: FORK } } }, "", /#2 is from a fork/],
  ["a review by a run of a fork", { run: { head_repository: FORK } }, "", /#2 has no successful review/],
  ["a review that failed", { run: { conclusion: "failure" } }, "", /#2 has no successful review/],
  ["a review of an earlier commit", { run: { head_sha: "head-0" } }, "", /#2 has no successful review/],
  ["a run of another event", { run: { event: "push" } }, "", /#2 has no successful review/],
  ["a review that has expired", { run: { artifact: "/gone" } }, "", /no longer has the review .* #2/],
  ["a review after the merge", { run: { written: "2026-01-15T10:00:00Z" } }, "", /#2 was written after/],
  ["a missing review of one of two", { env: ALL, run: { event: "push" } }, "1", /#2 has no successful/],
  ["a run by hand", { env: { GITHUB_EVENT_NAME: "workflow_dispatch" } }, "", /approved by hand/],
  ["a run of another branch", { env: { GITHUB_REF: "refs/heads/next" } }, "", /::error::.*on main/],
  ["a second attempt of the newest commit", { env: { GITHUB_RUN_ATTEMPT: "2" } }, "2", /#2\.$/m],
  ["a first attempt of an older commit", { env: { ...ALL, GITHUB_SHA: "second" } }, "1", /#1\.$/m],
  [
    "a second attempt of an older commit",
    { env: { GITHUB_RUN_ATTEMPT: "2", GITHUB_SHA: "second" } },
    "",
    /::error::.*Re-run the run of/,
  ],
];

test("a run of main applies only what was reviewed before the merge", () => {
  const folder = new Folder("repository");
  const git = gitIn(folder.path);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", folder.path);
  const commits: Record<string, string> = {};
  for (const name of ["first", "second", "third"]) {
    git("commit", "--quiet", "--allow-empty", `--message=${name}`);
    commits[name] = git("rev-parse", "HEAD");
  }
  const gh = `exec ${process.execPath} ${join(__dirname, "support/gh.mjs")} "${folder.path}" "$@"`;
  folder.write({ "artifact/review.json": "{}", "bin/gh": `#!/bin/sh\n${gh}\n`, "bin/sleep": "#!/bin/sh\n" });
  for (const name of ["gh", "sleep"]) chmodSync(folder.at(`bin/${name}`), 0o755);
  const repo = { full_name: REPOSITORY };
  const pullOf = (number: number, merge_commit_sha: string) => ({
    ...{ number, base: { ref: "main" }, head: { sha: `head-${number}`, repo } },
    ...{ merged_at: "2026-01-15T09:30:00Z", merge_commit_sha },
  });
  const runOf = (id: number) => ({
    ...{ id, event: "pull_request", head_sha: `head-${id}`, head_repository: repo, conclusion: "success" },
    ...{ artifact: folder.at("artifact"), written: "2026-01-15T09:00:00Z" },
  });
  const common = {
    ...{ PATH: `${folder.at("bin")}:${process.env.PATH}`, GH_TOKEN: "token", GITHUB_RUN_ATTEMPT: "1" },
    ...{ GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/main", GITHUB_REPOSITORY: REPOSITORY },
    ...{ GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/links.yml@refs/heads/main` },
    ...{ GITHUB_OUTPUT: folder.at("output"), GITHUB_STEP_SUMMARY: folder.at("summary") },
  };
  for (const [what, { pull, run, env }, approved, says] of CASES) {
    const pulls = [pullOf(1, commits.second!), { ...pullOf(2, commits.third!), ...pull }];
    const runs = [runOf(1), { ...runOf(2), ...run }];
    folder.write({ "github.json": JSON.stringify({ pulls, runs }), output: "", "approved/0": "" });
    const given = { ...common, BEFORE: "second", GITHUB_SHA: "third", ...env };
    const all = Object.entries(given).map(([name, text]) => [name, commits[text] ?? text]);
    const options = { cwd: folder.path, env: Object.fromEntries(all), encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("bash", [SCRIPT], options);
    expect(stdout + stderr + readFileSync(folder.at("output"), "utf8"), what).toMatch(says);
    const reviews = existsSync(folder.at("approved")) ? readdirSync(folder.at("approved")) : [];
    expect(reviews.join(" "), what).toBe(approved);
    rmSync(folder.at("approved"), { recursive: true, force: true });
  }
});
