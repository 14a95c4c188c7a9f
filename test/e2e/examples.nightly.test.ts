// The examples, installed as by a user and applied to the emulator.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { localPackages, packed, run, userEnvironment } from "./support/package";
import { packageRoot } from "./support/project";

test.each(["config-repo", "typescript"])("examples/%s applies unchanged, and is destroyed", async (name) => {
  const service = await startEmulator({ rateLimit: 100_000 });
  onTestFinished(() => service.close());
  const { folder, tarball } = await packed();
  const project = join(folder, name);
  const filter = (path: string) =>
    !/node_modules|package-lock|Pulumi\.\w+\.yaml/.test(path.slice(packageRoot.length));
  await cp(join(packageRoot, "examples", name), project, { recursive: true, filter });
  const manifest = join(project, "package.json");
  await writeFile(manifest, localPackages(await readFile(manifest, "utf8"), tarball));
  const env = { ...(await userEnvironment(folder, service.url)), PULUMI_BACKEND_URL: `file://${folder}` };
  const pulumi = (...args: string[]) => run(["npx", "pulumi", ...args], project, env);

  await run(["npm", "install"], project, env);
  if (name === "typescript") await run(["npm", "run", "typecheck"], project, env);
  await pulumi("stack", "init", "example");
  if (name === "typescript") await pulumi("config", "set", "--secret", "wifiPassword", "guests-only-7");
  await pulumi("up", "--yes");
  const { channels, qrs } = service.account();
  expect(channels.list()).toHaveLength(2);
  await pulumi("preview", "--refresh", "--expect-no-changes");
  await pulumi("state", "unprotect", "--all", "--yes");
  await pulumi("destroy", "--yes");
  expect([...channels.list(), ...qrs.list()]).toEqual([]);
});
