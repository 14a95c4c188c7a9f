// A project that gets the next version of the package.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../support/emulator";
import { packed, quickStartFiles, run, userEnvironment } from "./support/package";

const NEXT = "99.0.0";
const { version } = require("../../package.json") as { version: string };

test("an upgrade of the package changes neither objects nor state", async () => {
  const agents = new Set<unknown>();
  const service = await startEmulator({
    rateLimit: 100_000,
    intercept: ({ headers }, serve) => {
      agents.add(headers["user-agent"]);
      return serve();
    },
  });
  onTestFinished(() => service.close());
  const { folder, tarball } = await packed();
  const project = join(folder, "project");
  await mkdir(project);
  for (const [name, text] of Object.entries(quickStartFiles(tarball)))
    await writeFile(join(project, name), text);
  const env = { ...(await userEnvironment(folder, service.url)), PULUMI_BACKEND_URL: `file://${folder}` };
  const shell = (...commands: string[]) => run(["bash", "-e", "-c", commands.join("\n")], project, env);
  const resources = async () => {
    await shell("npx pulumi stack export --file state.json");
    const { deployment } = JSON.parse(await readFile(join(project, "state.json"), "utf8"));
    const all = deployment.resources.map(({ urn, id, inputs, outputs }: Record<string, unknown>) => [
      String(urn),
      { id, inputs, outputs },
    ]);
    return Object.fromEntries(all);
  };
  await shell("npm install", "npx pulumi stack init acme", "npx pulumi up");
  const before = await resources();
  expect([...agents]).toEqual([`pulumi-link-management/${version}`]);

  agents.clear();
  await shell(`npm install "${await asVersion(NEXT, tarball, folder)}"`);
  await shell("npx pulumi preview --expect-no-changes", "npx pulumi up --expect-no-changes");
  expect([...agents]).toEqual([`pulumi-link-management/${NEXT}`]);
  expect(await resources()).toEqual(before);
});

/** @returns the file of an equal package with another version */
async function asVersion(next: string, tarball: string, folder: string): Promise<string> {
  await run(["tar", "--extract", "--file", tarball, "--directory", folder], folder, process.env);
  const manifest = join(folder, "package/package.json");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace(`"${version}"`, `"${next}"`));
  await run(["npm", "pack", "--ignore-scripts", "./package"], folder, process.env);
  return join(folder, `pulumi-link-management-${next}.tgz`);
}
