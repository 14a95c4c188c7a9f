// examples/pipelines: the scripts of GitHub's workflow in a repository with the real CLI against the emulator. The other
// cases run at night.
import { expect, test } from "vitest";
import { GitHub } from "./support/github-actions";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = CONFIG.replace("#22AA66", "#0066CC");

test("a merge applies what its pull request has reviewed", async () => {
  const repository = await Repository.create();
  const github = await GitHub.create(repository);
  const { channels } = repository.service.account();
  const colors = () => channels.list().map(({ color }) => color);
  const pull = await github.reviewed(BLUE);
  // A comment has a limit, and the summary has every row.
  expect(pull.review).toMatchObject({
    code: 0,
    summary: expect.stringMatching(/New\n[\s\S]*Fingerprint\s+\w+/),
  });
  expect(github.comment(pull)).toMatch(/Spring/);
  expect(colors()).toEqual([]);
  expect(await github.mergeAndPush(pull)).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#0066CC"]);
});
