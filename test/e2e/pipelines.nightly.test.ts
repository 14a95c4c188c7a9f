// examples/pipelines: the other cases of pipelines.test.ts, and GitLab's pipeline.
import { describe, expect, test } from "vitest";
import { GitHub } from "./support/github-actions";
import { GitLabCi } from "./support/gitlab-ci";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = CONFIG.replace("#22AA66", "#0066CC");
const SUMMER = "  summer: { name: Summer }\n";
const CODE = 'qrCodes:\n  menu: { type: link, data: "https://example.com/menu" }\n';

describe("GitHub: a pull request", () => {
  test("with an invalid file has the errors in its comment, and its merge applies nothing", async () => {
    const { github, account } = await start();
    const pull = await github.reviewed(CONFIG.replace("name: Spring", "nam: Spring"));
    expect(pull.review).toMatchObject({ code: 1 });
    expect(pull.review.log).toMatch(/::error file=link-management.yaml,line=\d+/);
    expect(github.comment(pull)).toMatch(/failed[\s\S]*yaml&#58;\d+[\s\S]*nam/);
    const merged = await github.mergeAndPush(pull);
    expect(merged).toMatchObject({ code: 1, summary: expect.stringMatching(/failed[\s\S]*nam/) });
    expect(account.channels.list()).toEqual([]);
  });

  test("from a fork is validated only, without secrets", async () => {
    const { repository, github } = await start();
    const pull = await github.openFromFork(CONFIG.replace("name: Spring", "nam: Spring"));
    repository.service.clearLog();
    expect(await github.review(pull)).toMatchObject({ code: 1, log: expect.stringContaining("line=") });
    expect(github.comment(pull)).toBeUndefined();
    expect(repository.service.log).toEqual([]);
  });
});

describe("GitHub: a run of main", () => {
  test("a change of the account after the review is not applied, until somebody approves its fingerprint", async () => {
    const { repository, github, colors } = await start();
    await github.mergeAndPush(await github.reviewed(CONFIG));
    const pull = await github.reviewed(BLUE);
    const { channels } = repository.service.account();
    channels.update(channels.list()[0]!.id, { color: "#AA0000" });

    const refused = await github.mergeAndPush(pull);
    expect(refused).toMatchObject({
      code: 3,
      summary: expect.stringContaining(`pull request #${pull.number}`),
    });
    expect(refused.summary).toMatch(/Nothing was applied[\s\S]*spring[\s\S]*AA0000/);
    expect(colors()).toEqual(["#AA0000"]);

    const [, fingerprint = ""] = /Fingerprint\s+(\w+)/.exec(refused.summary) ?? [];
    expect(await github.dispatch({ fingerprint }, `pull-${pull.number}`)).toMatchObject({
      code: 1,
      summary: expect.stringContaining("Run the workflow on main"),
    });
    expect(colors()).toEqual(["#AA0000"]);
    expect(await github.dispatch({ fingerprint })).toMatchObject({ code: 0 });
    expect(colors()).toEqual(["#0066CC"]);
  });

  test("a direct push and a pull request from a fork are not applied", async () => {
    const { repository, github, colors } = await start();
    const direct = await github.push(await repository.commitConfig(BLUE));
    expect(direct).toMatchObject({
      code: 7,
      summary: expect.stringContaining("not the merge of a pull request"),
    });
    expect(direct.summary).toMatch(/Spring[\s\S]*Fingerprint/);

    const pull = await github.openFromFork(`${BLUE}# A comment\n`);
    expect(await github.review(pull)).toMatchObject({ code: 0 });
    expect(github.comment(pull)).toBeUndefined();
    expect(await github.mergeAndPush(pull)).toMatchObject({
      code: 7,
      summary: expect.stringContaining("from a fork"),
    });
    expect(colors()).toEqual([]);
  });

  test("without changes needs no approval", async () => {
    const { repository, github } = await start();
    await github.mergeAndPush(await github.reviewed(CONFIG));
    repository.service.clearLog();
    const pull = await github.reviewed(`${CONFIG}# A comment\n`);
    expect(github.comment(pull)).toContain("no changes");
    expect(await github.mergeAndPush(pull)).toMatchObject({ code: 0 });
    expect(await github.push(await repository.commitConfig(CONFIG))).toMatchObject({ code: 0 });
    expect(repository.service.log.filter(({ changes }) => changes)).toEqual([]);
  });

  test("applies its own commit, if two were merged shortly after each other", async () => {
    const { github, account, colors } = await start();
    await github.mergeAndPush(await github.reviewed(CONFIG));
    const blue = await github.reviewed(BLUE);
    const renamed = await github.reviewed(CONFIG.replace("Shop ads", "Ads"));
    const commits = [await github.merge(blue), await github.merge(renamed)] as const;
    const names = () => account.pixels.list().map(({ name }) => name);
    expect(await github.push(commits[0])).toMatchObject({ code: 0 });
    expect([...colors(), ...names()]).toEqual(["#0066CC", "Shop ads"]);
    expect(await github.push(commits[1])).toMatchObject({ code: 0 });
    expect([...colors(), ...names()]).toEqual(["#0066CC", "Ads"]);

    // To run the first one again would undo the second one.
    const again = await github.push(commits[0], 2);
    expect(again).toMatchObject({ code: 1, summary: expect.stringContaining(commits[1]) });
    expect(names()).toEqual(["Ads"]);
  });

  test("applies all pull requests that a merge queue has merged with one push", async () => {
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
    for (const pull of [pixel, code]) expect(await github.lateComment(pull)).toContain(made!.link);
  });

  test("without the review of one of two pull requests, it shows the rows of that one", async () => {
    const { repository, github, account } = await start();
    const before = await repository.git("rev-parse", "main");
    const pixel = await github.reviewed(CONFIG.replace("Shop ads", "Ads"));
    const code = await github.open(CONFIG + CODE);
    await github.merge(pixel);
    const refused = await github.push(await github.merge(code), 1, before);
    expect(refused).toMatchObject({ code: 3, summary: expect.stringContaining(`#${code.number} has no`) });
    expect(refused.log).toContain("qrCodes.menu");
    expect(refused.log).not.toContain("pixels.ads");
    expect(refused.summary).toMatch(/pixels.ads[\s\S]*Fingerprint/);
    expect(account.qrs.list()).toEqual([]);
  });

  test("a review that was written after the merge approves nothing", async () => {
    const { github, colors } = await start();
    const pull = await github.open(BLUE);
    const commit = await github.merge(pull);
    expect(await github.review(pull)).toMatchObject({ code: 0 });
    expect(await github.push(commit)).toMatchObject({
      code: 7,
      summary: expect.stringMatching(/after the merge[\s\S]*Fingerprint/),
    });
    expect(colors()).toEqual([]);
  });

  test("does not count the review of a fork, or one that has expired", async () => {
    const { github, account } = await start();
    const pull = await github.reviewed(CONFIG);
    const unreviewed = await github.open(`${CONFIG}# A comment\n`);
    await github.addRunOfFork(unreviewed.head.sha, pull.review.artifact);
    expect(await github.mergeAndPush(unreviewed)).toMatchObject({
      code: 7,
      summary: expect.stringContaining("no successful review"),
    });
    await github.expire(pull.review);
    expect(await github.mergeAndPush(pull)).toMatchObject({
      code: 7,
      summary: expect.stringContaining("no longer has the review"),
    });
    expect(await github.dispatch({ fingerprint: "0".repeat(32) })).toMatchObject({ code: 3 });
    expect(await github.dispatch({ fingerprint: "the one above" })).toMatchObject({
      code: 3,
      summary: expect.stringMatching(/Nothing was applied[\s\S]*Fingerprint/),
    });
    expect(account.channels.list()).toEqual([]);
  });

  test("that failed can run again, and applies the rest", async () => {
    const { repository, github, account } = await start();
    const pull = await github.reviewed(CONFIG + SUMMER);
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
});

test("GitHub: the night fails on drift and on config that was not applied, and lists what nobody manages", async () => {
  const { repository, github, account, colors } = await start();
  await github.mergeAndPush(await github.reviewed(CONFIG));
  account.channels.create({ name: "Winter" });
  const unmanaged = await github.night();
  expect(unmanaged).toMatchObject({ code: 0, summary: expect.stringContaining("Winter") });

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

test("GitLab applies what was reviewed, only the newest commit, and nothing else", async () => {
  const { repository, account, colors } = await start();
  const gitlab = new GitLabCi(repository);
  const changeByHand = (color: string) => account.channels.update(account.channels.list()[0]!.id, { color });
  expect(await gitlab.run("push")).toMatchObject({ plan: { code: 0 }, apply: { code: 0 } });
  expect(colors()).toEqual(["#22AA66"]);

  await repository.commitConfig(BLUE);
  const request = await gitlab.run("merge_request");
  expect(request).toMatchObject({ plan: { code: 0 }, apply: { code: "skipped" } });
  expect(gitlab.review()).toMatch(/1 update(.|\n)*channels.+spring.+color/);
  const refused = await gitlab.run("push", () => changeByHand("#AA0000"));
  expect(refused).toMatchObject({ apply: { code: 3, log: expect.stringMatching(/spring.*#AA0000/) } });
  const outdated = await gitlab.run("push", () => repository.commitConfig(CONFIG));
  expect(outdated).toMatchObject({ apply: { code: 1, log: expect.stringContaining("newest commit") } });
  expect(colors()).toEqual(["#AA0000"]);
  expect(await gitlab.run("schedule")).toMatchObject({ drift: { code: 7 } });
  expect(await gitlab.run("web")).toMatchObject({ plan: { code: 0 }, apply: { code: 0 } });
  expect(colors()).toEqual(["#22AA66"]);

  await repository.commitConfig(CONFIG.replace("name: Spring", "nam: Spring"));
  repository.service.clearLog();
  expect(await gitlab.run("fork")).toMatchObject({
    validate: { code: 1, log: expect.stringMatching(/link-management.yaml:\d+/) },
    plan: { code: "skipped" },
  });
  expect(repository.service.log).toEqual([]);
});

async function start() {
  const repository = await Repository.create();
  const github = await GitHub.create(repository);
  const account = repository.service.account();
  return { repository, github, account, colors: () => account.channels.list().map(({ color }) => color) };
}
