// The plugin without the CLI. plugin.nightly.test.ts has programs in Pulumi YAML.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Plugin, urnOf } from "../plugin/support";
import { Project, packageRoot } from "./support/project";

const executable = join(packageRoot, "plugin/pulumi-resource-link-management");

test("what is built creates an object", async () => {
  const { service, env } = await Project.create();
  const child = spawn(executable, [], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, "data");
  const plugin = Plugin.connect(Number(port));
  await plugin.call("configure", { args: {} });
  await plugin.add(urnOf("Pixel", "ads"), { type: "fbpixel", name: "Ads", tag: "1" });
  expect(service.account().pixels.list()).toMatchObject([{ name: "Ads" }]);
});
