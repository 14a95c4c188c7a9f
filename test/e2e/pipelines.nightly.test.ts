// examples/pipelines: the other cases of pipelines.test.ts, and GitLab's jobs. approval.test.ts has what a run of
// main may apply.
import { expect, test } from "vitest";
import { FORK, GitHub } from "./support/github-actions";
import { runJob } from "./support/gitlab-ci";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = CONFIG.replace("#22AA66", "#0066CC");
const WRONG = CONFIG.replace("name: Spring", "nam: Spring");
const CODE = 'qrCodes:\n  menu: { type: link, data: "https://example.com/menu" }\n';

test("an invalid file is in the comment, its merge applies nothing, and a fork gets no secrets", async () => {
  const { repository, github, account } = await start();
  const pull = await github.reviewed(WRONG);
  expect(pull.review).toMatchObject({ code: 1 });
  expect(pull.review.log).toMatch(/::error file=link-management.yaml,line=\d+/);
  expect(github.comment(pull)).toMatch(/failed[\s\S]*yaml&#58;\d+[\s\S]*nam/);

  repository.service.clearLog();
  const forked = await github.open(WRONG, FORK);
  expect(await github.review(forked)).toMatchObject({ code: 1, log: expect.stringContaining("line=") });
  expect(github.comment(forked)).toBeUndefined();
  expect(repository.service.log).toEqual([]);

  const merged = await github.mergeAndPush(pull);
  expect(merged).toMatchObject({ code: 1, summary: expect.stringMatching(/failed[\s\S]*nam/) });
  expect(account.channels.list()).toEqual([]);
});

test("another plan than the reviewed one is not applied, until somebody approves its fingerprint", async () => {
  const { repository, github, account, colors } = await start();
  const direct = await github.push(await repository.commitConfig(CONFIG));
  expect(direct).toMatchObject({ code: 7, summary: expect.stringContaining("not the merge of a pull") });
  expect(direct.summary).toMatch(/Spring[\s\S]*Fingerprint/);
  expect(colors()).toEqual([]);
  const approve = ({ summary }: { readonly summary: string }) =>
    github.dispatch({ fingerprint: /Fingerprint\s+(\w+)/.exec(summary)![1]! });
  expect(await approve(direct)).toMatchObject({ code: 0 });

  const pull = await github.reviewed(BLUE);
  account.channels.update(account.channels.list()[0]!.id, { color: "#AA0000" });
  const refused = await github.mergeAndPush(pull);
  expect(refused).toMatchObject({ code: 3, summary: expect.stringContaining(`request #${pull.number}`) });
  expect(refused.summary).toMatch(/Nothing was applied[\s\S]*spring[\s\S]*AA0000/);
  expect(colors()).toEqual(["#AA0000"]);
  expect(await approve(refused)).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#0066CC"]);

  // What changes nothing needs no approval.
  repository.service.clearLog();
  expect(await github.push(await repository.commitConfig(`${BLUE}# A comment\n`))).toMatchObject({ code: 0 });
  expect(repository.service.log.filter(({ changes }) => changes)).toEqual([]);
});

test("a merge queue only validates, and one push applies all that it has merged", async () => {
  const { repository, github, account } = await start();
  const before = await repository.git("rev-parse", "main");
  const pixel = await github.reviewed(CONFIG.replace("Shop ads", "Ads"));
  const code = await github.reviewed(CONFIG + CODE);
  repository.service.clearLog();
  expect(await github.queue(code)).toMatchObject({ code: 0 });
  expect(repository.service.log).toEqual([]);
  await github.merge(pixel);
  expect(await github.push(await github.merge(code), 1, before)).toMatchObject({ code: 0 });
  expect(account.pixels.list()).toMatchObject([{ name: "Ads" }]);
  const [made] = account.qrs.list();
  for (const pull of [pixel, code]) expect(github.comment(pull, "main")).toContain(made!.link);
});

test("an apply that failed can run again, and applies the rest", async () => {
  const { repository, github, account } = await start();
  const pull = await github.reviewed(`${CONFIG}  summer: { name: Summer }\n`);
  const commit = await github.merge(pull);
  const isSummer = ({ body }: { body: unknown }) => JSON.stringify(body)?.includes("Summer");
  repository.faults.rule({ on: (request) => isSummer(request) ?? false, reject: true, times: 1 });
  expect(await github.push(commit)).toMatchObject({ code: 1, log: expect.stringContaining("Re-run") });
  const created = account.pixels.list().map(({ id }) => id);
  expect(created).toHaveLength(1);
  expect(await github.push(commit, 2)).toMatchObject({ code: 0 });
  expect(account.channels.list()).toHaveLength(2);
  expect(account.pixels.list().map(({ id }) => id)).toEqual(created);
});

test("the night fails on drift and on config that was not applied, and lists what nobody manages", async () => {
  const { repository, github, account, colors } = await start();
  await github.mergeAndPush(await github.reviewed(CONFIG));
  account.channels.create({ name: "Winter" });
  expect(await github.night()).toMatchObject({ code: 0, summary: expect.stringContaining("Winter") });

  account.channels.update(account.channels.list()[0]!.id, { color: "#AA0000" });
  repository.service.clearLog();
  expect(await github.night()).toMatchObject({
    code: 7,
    summary: expect.stringMatching(/hand[\s\S]*AA0000/),
  });
  account.channels.update(account.channels.list()[0]!.id, { color: "#22AA66" });
  await repository.commitConfig(BLUE);
  const unapplied = await github.night();
  expect(unapplied).toMatchObject({ code: 7, summary: expect.stringMatching(/0066CC[\s\S]*Fingerprint/) });
  expect(repository.service.log.filter(({ changes }) => changes)).toEqual([]);
  expect(colors()).toContain("#22AA66");
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
