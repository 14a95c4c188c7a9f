// The example of a program, installed as by a user and applied to the emulator.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY, startEmulator } from "../../src/emulator/index";
import { codeOf, localPackages, packed, run, userEnvironment } from "./support/package";
import { packageRoot } from "./support/project";

test("examples/typescript applies unchanged, and is destroyed", async () => {
  const { project, service, env } = await installed("typescript");
  const pulumi = (...args: string[]) => run(["npx", "pulumi", ...args], project, env);
  const [page = ""] = codeOf("examples/typescript/README.md", "A TypeScript program", "sh");
  const script = page
    .replace("https://links.example.com", service.url)
    .replace("API_KEY=…", `API_KEY=${DEMO_KEY}`)
    .replace("file://~", `file://${project}`)
    .replace("wifiPassword …", "wifiPassword guests-only-7");
  await run(["bash", "-e", "-c", script], project, env);
  await run(["npm", "run", "typecheck"], project, env);
  const { channels, qrs } = service.account();
  expect(channels.list()).toHaveLength(2);
  await pulumi("preview", "--expect-no-changes");
  await pulumi("destroy", "--yes");
  expect([...channels.list(), ...qrs.list()]).toEqual([]);
});

/** An example in a folder of its own, as after `npm install`, and a service without a rate limit. */
async function installed(name: string) {
  const service = await startEmulator({ rateLimit: 100_000 });
  onTestFinished(() => service.close());
  const { folder, tarball } = await packed();
  const project = join(folder, name);
  const filter = (path: string) => !/node_modules|package-lock/.test(path.slice(packageRoot.length));
  await cp(join(packageRoot, "examples", name), project, { recursive: true, filter });
  const manifest = join(project, "package.json");
  await writeFile(manifest, localPackages(await readFile(manifest, "utf8"), tarball));
  const env = { ...(await userEnvironment(folder, service.url)), PULUMI_BACKEND_URL: `file://${project}` };
  return { project, service, env };
}
