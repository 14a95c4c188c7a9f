// examples/pipelines: the scripts of GitHub's workflow in a repository with the real CLI against the emulator. The other
// cases run at night.
import { expect, test } from "vitest";
import { GitHub } from "./support/github-actions";
import { CONFIG, Repository } from "./support/pipeline";

const BLUE = `${CONFIG.replace("#22AA66", "#0066CC")}qrCodes: { menu: { type: link, data: "https://example.com/menu" } }\n`;

test("a merge applies what its pull request has reviewed", async () => {
  const repository = await Repository.create();
  const github = await GitHub.create(repository);
  const { channels, qrs } = repository.service.account();
  const colors = () => channels.list().map(({ color }) => color);
  const pull = await github.open(BLUE);
  // A comment has a limit, and the summary has every row.
  expect(pull.review).toMatchObject({
    code: 0,
    summary: expect.stringMatching(/New\n[\s\S]*Fingerprint\s+\w+/),
  });
  expect(github.comment(pull)).toMatch(/Spring/);
  expect(colors()).toEqual([]);
  const merged = await github.merge(pull);
  expect(merged).toMatchObject({ code: 0 });
  expect(colors()).toEqual(["#0066CC"]);
  // Where people look for the address that they print.
  const [made] = qrs.list();
  for (const text of [merged.summary, github.comment(pull, "main")])
    expect(text).toContain(`menu: ${made!.link}`);
});
