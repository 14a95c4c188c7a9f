// `npm publish` in a copy of the tree, against a registry of the test: what it refuses, its dry run, and its tag.
import { appendFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { gitIn } from "./support/git";
import { copyTree, run } from "./support/package";
import { Command } from "./support/project";

const { version } = require("../../package.json") as { version: string };

test("a release needs a clean main, its changes and a new version, and runs CI before it publishes and tags", async () => {
  const folder = temporaryFolder();
  const { published, env } = await startRegistry(join(folder, ".npmrc"));
  const tree = join(folder, "tree");
  await copyTree(tree);
  // The CI of the copy says that it runs, and fails if its npm is told to change nothing.
  await writeFile(join(tree, ".ci/run"), 'echo "CI runs"; [ -z "${npm_config_dry_run:-}" ]\n');
  const git = gitIn(tree);
  const publish = (...args: string[]) => new Command(["npm", "publish", ...args], tree, env).ended;
  git("init", "--quiet", "--initial-branch=feature");
  git("add", "--all");
  git("commit", "--quiet", "--message=first");
  git("tag", `v${version}`);
  const addresses = ["repository", "homepage", "bugs"];
  await run(["npm", "pkg", "delete", ...addresses], tree, env);
  await writeFile(join(tree, "CHANGELOG.md"), "# Changes\n\n## Unreleased\n");

  const refused = await publish();
  expect(refused.code).not.toBe(0);
  const words = ["commit", "main", "section", "tag", "README", ...addresses, "OWNER"];
  const reasons = refused.output.matchAll(new RegExp(`^release: .*?(${words.join("|")})`, "gm"));
  expect([...reasons].map(([, word]) => word)).toEqual(words);
  expect(refused.output).not.toContain("CI runs");

  git("tag", "--delete", `v${version}`);
  git("checkout", "--quiet", "-b", "main");
  await appendFile(join(tree, "CHANGELOG.md"), `\n## ${version}\n`);
  for (const name of addresses)
    await run(["npm", "pkg", "set", `${name}=https://git.example.com/links.git`], tree, env);
  await run(["sed", "-i", "s/your-organization/acme/", "plugin/schema.json"], tree, env);
  await run(["sed", "-i", "s/not published yet//", "README.md"], tree, env);
  git("commit", "--quiet", "--all", "--message=release");
  const dry = await publish("--dry-run");
  expect(dry).toMatchObject({
    code: 0,
    output: expect.stringMatching(/CI runs[\s\S]* dist\/index\.js[\s\S]*package size/),
  });
  expect({ published, tags: git("tag") }).toEqual({ published: [], tags: "" });

  expect(await publish()).toMatchObject({ code: 0 });
  expect(published).toEqual(["/pulumi-link-management"]);
  expect(git("tag", "--points-at", "main")).toBe(`v${version}`);
});

/** Accepts every package. @param userconfig the file for its token */
async function startRegistry(userconfig: string) {
  const published: string[] = [];
  const server = createServer(({ method, url = "" }, response) => {
    if (method === "PUT") published.push(url);
    response.writeHead(method === "PUT" ? 201 : 404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await writeFile(userconfig, `//${host}:_authToken=token\n`);
  const settings = { npm_config_registry: `http://${host}`, npm_config_userconfig: userconfig };
  return { published, env: { ...process.env, ...settings } };
}
