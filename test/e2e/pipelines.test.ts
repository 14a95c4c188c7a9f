// examples/pipelines: the scripts of GitHub's workflow in a repository with the real CLI against the emulator. The other
// cases run at night.
import { expect, test } from "vitest";
import { GitHub } from "./support/github-actions";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = CONFIG.replace("#22AA66", "#0066CC");

test("a merge applies what its pull request has reviewed", async () => {
  const { github, colors } = await start();
  const pull = await github.reviewed(BLUE);
  expect(pull.review).toMatchObject({ code: 0, summary: github.comment(pull) });
  expect(github.comment(pull)).toMatch(/Spring/);
  expect(colors()).toEqual([]);
  expect(await github.mergeAndPush(pull)).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#0066CC"]);
});

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

  const [, fingerprint = ""] = /Fingerprint: `(\w+)`/.exec(refused.summary) ?? [];
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

async function start() {
  const repository = await Repository.create();
  const github = await GitHub.create(repository);
  const { channels } = repository.service.account();
  return { repository, github, colors: () => channels.list().map(({ color }) => color) };
}
