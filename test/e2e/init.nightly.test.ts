// `init` from the tarball, for an account with 300 objects. test/commands/init.test.ts has its files and messages.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY, startEmulator } from "../../src/emulator/index";
import { localPackages, packed, run, userEnvironment } from "./support/package";
import { packageRoot } from "./support/project";

test("init leads from an empty folder to a clean preview, with the commands that it prints", async () => {
  const { folder, tarball } = await packed();
  const service = await startEmulator({ rateLimit: 100_000 });
  onTestFinished(() => service.close());
  const { pixels, channels, qrs } = service.account();
  for (let n = 0; n < 100; n++) {
    pixels.create({ type: "fbpixel", name: `Pixel ${n}`, tag: String(n) });
    channels.create({ name: `Channel ${n}` });
    qrs.create({ type: "link", data: `https://example.com/${n}`, name: `Code ${n}` });
  }
  const project = join(folder, "project");
  await mkdir(project);
  const { PULUMI_BACKEND_URL: _, ...env } = await userEnvironment(folder, service.url);
  const output = await run([process.execPath, join(packageRoot, "dist/commands/main.js"), "init"], project, {
    ...env,
    LINK_MANAGEMENT_API_KEY: DEMO_KEY,
  });
  const packageJson = join(project, "package.json");
  await writeFile(packageJson, localPackages(await readFile(packageJson, "utf8"), tarball));
  const [, next = ""] = output.split("Next:\n");
  const commands = next.trim().split(/\n */);
  expect(commands.indexOf("npx pulumi preview")).toBeLessThan(commands.indexOf("npx pulumi up"));
  expect(commands.length).toBeLessThanOrEqual(4);
  await run(["bash", "-e", "-c", commands.join("\n")], project, env);
  await run(["npx", "pulumi", "preview", "--refresh", "--expect-no-changes"], project, env);
  expect(service.log.filter(({ changes }) => changes)).toEqual([]);
});
