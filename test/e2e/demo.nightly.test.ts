// `npm run demo` without its build: the root of the repository as a config repo, from its first up to its end.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./support/package";
import { Command, packageRoot } from "./support/project";

test("the demo completes, shows drift, and leaves nothing behind", async () => {
  const status = () => run(["git", "status", "--porcelain"], packageRoot, process.env);
  const before = await status();
  const command = [process.execPath, "tools/demo.mjs"];
  const { code, output } = await new Command(command, packageRoot, process.env).ended;
  expect(code, output).toBe(0);
  expect(output).toContain('"#000000" => "#22AA66"');
  for (const name of [".pulumi-demo", "Pulumi.demo.yaml"])
    expect(existsSync(join(packageRoot, name))).toBe(false);
  expect(await status()).toBe(before);
});
