// examples/pipelines: their scripts, as users copy them, in a repository with the real CLI against the emulator.
import { expect, test } from "vitest";
import { GitHubActions } from "./support/github-actions";
import { GitLabCi } from "./support/gitlab-ci";
import { CONFIG, Repository } from "./support/pipeline";

test.each([
  ["GitHub Actions", GitHubActions],
  ["GitLab CI", GitLabCi],
])("%s applies what was reviewed, and nothing else", async (_, Platform) => {
  const repository = await Repository.create();
  const platform = new Platform(repository);
  const { channels } = repository.service.account();
  const spring = () => channels.list().find(({ name }) => name === "Spring")!;
  const changeByHand = (color: string) => {
    channels.update(spring().id, { color });
  };

  // A new account.
  expect(await platform.run("push")).toMatchObject({ plan: { code: 0 }, apply: { code: 0 } });
  expect(spring()).toMatchObject({ color: "#22AA66" });

  await repository.commitConfig(CONFIG.replace("#22AA66", "#0066CC"));
  const pullRequest = await platform.run("pull_request");
  expect(pullRequest).toMatchObject({ plan: { code: 0 }, apply: { code: "skipped" } });
  expect(platform.review()).toMatch(/1 update(.|\n)*channels.+spring.+color/);

  // Somebody changes what the plan was to change.
  const refused = await platform.run("push", () => changeByHand("#AA0000"));
  expect(refused).toMatchObject({ plan: { code: 0 }, apply: { code: 3 } });
  expect(refused.apply!.log).toMatch(/channels\.spring.*#AA0000/);
  expect(spring()).toMatchObject({ color: "#AA0000" });

  expect(await platform.run("push")).toMatchObject({ plan: { code: 0 }, apply: { code: 0 } });
  expect(spring()).toMatchObject({ color: "#0066CC" });

  changeByHand("#BB0000");
  const night = await platform.run("schedule");
  expect(night).toMatchObject({ drift: { code: 7 } });
  expect(night.drift!.summary || night.drift!.log).toMatch(/channels.+spring.+color.+BB0000/);
});

test("a fork's pull request is validated only, without secrets", async () => {
  const repository = await Repository.create();
  const github = new GitHubActions(repository);
  const { plan } = await github.run("fork");
  expect(plan).toMatchObject({ code: 0, summary: expect.stringContaining("no secrets") });
  expect(github.review()).toBeUndefined();
  expect(await new GitLabCi(repository).run("fork")).toMatchObject({
    validate: { code: 0 },
    plan: { code: "skipped" },
  });
  expect(repository.service.log).toEqual([]);

  await repository.commitConfig(CONFIG.replace("name: Spring", "nam: Spring"));
  expect((await github.run("fork")).plan).toMatchObject({
    code: 1,
    log: expect.stringMatching(/::error file=link-management.yaml,line=\d+/),
  });
  expect((await new GitLabCi(repository).run("fork")).validate).toMatchObject({
    code: 1,
    log: expect.stringMatching(/link-management.yaml:\d+/),
  });
});

test("a plan without changes needs no approval, and a failed preview says so in the pull request", async () => {
  const repository = await Repository.create();
  const github = new GitHubActions(repository);
  await github.run("push");
  expect(await github.run("push")).toMatchObject({ plan: { code: 0 }, apply: { code: "skipped" } });

  const { channels } = repository.service.account();
  channels.create({ name: "Summer" });
  await repository.commitConfig(`${CONFIG}  summer: { name: Summer }\n`);
  expect((await github.run("pull_request")).plan).toMatchObject({
    code: 1,
    log: expect.stringContaining("channels.summer"),
  });
  expect(github.review()).toMatch(/failed[\s\S]*channels&#46;summer/);

  // An invalid file, too: the comment of the last commit does not stay.
  await repository.commitConfig(CONFIG.replace("name: Spring", "nam: Spring"));
  expect((await github.run("pull_request")).plan).toMatchObject({ code: 1 });
  expect(github.review()).toMatch(/failed[\s\S]*yaml&#58;\d+[\s\S]*nam/);
});
