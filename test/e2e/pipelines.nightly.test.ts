// examples/pipelines: the other cases of pipelines.test.ts, and GitLab's jobs. approval.test.ts has what a run of
// main may apply.
import { expect, test } from "vitest";
import { FORK, GitHub } from "./support/github-actions";
import { runJob } from "./support/gitlab-ci";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = CONFIG.replace("#22AA66", "#0066CC");
const WRONG = CONFIG.replace("name: Spring", "nam: Spring");

test("an invalid file is in the comment, and a fork gets no secrets", async () => {
  const { repository, github } = await start();
  const pull = await github.open(WRONG);
  expect(pull.review).toMatchObject({ code: 1 });
  expect(pull.review.log).toMatch(/::error file=link-management.yaml,line=\d+/);
  expect(github.comment(pull)).toMatch(/failed[\s\S]*yaml&#58;\d+[\s\S]*nam/);

  repository.service.clearLog();
  const forked = await github.open(WRONG, FORK);
  expect(forked.review).toMatchObject({ code: 1, log: expect.stringContaining("line=") });
  expect(github.comment(forked)).toBeUndefined();
  expect(repository.service.log).toEqual([]);
});

test("a plan that nobody has reviewed is not applied until somebody approves it, and fails the night", async () => {
  const { repository, github, account, colors } = await start();
  const direct = await github.push(await repository.commitConfig(CONFIG));
  expect(direct).toMatchObject({ code: 7, summary: expect.stringContaining("not the merge of a pull") });
  expect(colors()).toEqual([]);
  const [, fingerprint = ""] = /Spring[\s\S]*Fingerprint\s+(\w+)/.exec(direct.summary) ?? [];
  expect(await github.dispatch({ fingerprint })).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#22AA66"]);

  const pull = await github.open(BLUE);
  account.channels.update(account.channels.list()[0]!.id, { color: "#AA0000" });
  account.channels.create({ name: "Winter" });
  repository.service.clearLog();
  const refused = await github.merge(pull);
  expect(refused).toMatchObject({ code: 3, summary: expect.stringContaining(`request #${pull.number}`) });
  expect(refused.summary).toMatch(/Nothing was applied[\s\S]*spring[\s\S]*AA0000/);
  const night = await github.night();
  expect(night).toMatchObject({ code: 7, summary: expect.stringMatching(/AA0000[\s\S]*0066CC/) });
  expect(night.summary).toContain("Winter");
  expect(repository.service.log.filter(({ changes }) => changes)).toEqual([]);
});

test("GitLab applies what was reviewed, only the newest commit, and reports drift", async () => {
  const { repository, account, colors } = await start();
  const job = runJob.bind(undefined, repository);
  expect(await job("apply", await job("plan"))).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#22AA66"]);

  await repository.commitConfig(BLUE);
  const reviewed = await job("plan");
  expect(reviewed.log).toMatch(/1 update(.|\n)*channels.+spring.+color/);
  account.channels.update(account.channels.list()[0]!.id, { color: "#AA0000" });
  const refused = await job("apply", reviewed);
  expect(refused).toMatchObject({ code: 3, log: expect.stringMatching(/spring.*#AA0000/) });
  expect(await job("drift")).toMatchObject({ code: 7 });
  const outdated = await job("plan");
  await repository.commitConfig(WRONG);
  expect(await job("apply", outdated)).toMatchObject({
    code: 1,
    log: expect.stringContaining("newest commit"),
  });
  expect(colors()).toEqual(["#AA0000"]);
  const invalid = await job("validate");
  expect(invalid).toMatchObject({ code: 1, log: expect.stringMatching(/link-management.yaml:\d+/) });
});

async function start() {
  const repository = await Repository.create();
  const github = await GitHub.create(repository);
  const account = repository.service.account();
  return { repository, github, account, colors: () => account.channels.list().map(({ color }) => color) };
}
