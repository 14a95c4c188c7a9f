// A changed key or address in the stack config: a refresh has those of the last update, so it fails, and names the command
// that ends this. Only the real engine knows the stack config of the last update.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { temporaryFolder } from "../support/temporary-folder";
import { Project } from "./support/project";

test("a new key, and then a new address, stop every refresh until the command of the error was run", async () => {
  const accounts = [{ username: "acme", keys: ["first-key", "second-key"], id: 1 }];
  // The other address has the same account and the same objects.
  const service = { rateLimit: 100_000, accounts, stateFile: join(temporaryFolder(), "emulator.json") };
  const project = await Project.create({
    ...service,
    files: {
      "Pulumi.yaml":
        "name: test\nruntime: { name: nodejs, options: { typescript: false } }\noptions: { refresh: always }\n",
    },
    config: { pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } } },
    env: { LINK_MANAGEMENT_API_KEY: "", LINK_MANAGEMENT_BASE_URL: "" },
  });
  const set = (name: string, ...rest: string[]) =>
    project.ok("config", "set", `link-management:${name}`, ...rest);
  const isStopped = async (...command: string[]) => {
    const { code, output } = await project.pulumi(...command);
    expect(code, output).not.toBe(0);
    expect(output).toContain("`pulumi refresh --run-program`");
  };
  const goesOn = async () => {
    await project.ok("refresh", "--run-program", "--yes");
    await project.ok("preview", "--expect-no-changes");
  };
  await set("apiKey", "first-key", "--secret");
  await set("baseUrl", project.service.url);
  await project.ok("up", "--yes", "--skip-preview");

  await set("apiKey", "second-key", "--secret");
  project.faults.rule({ on: ({ headers }) => headers.authorization === "Bearer first-key", reject: true });
  await isStopped("preview");
  await isStopped("up", "--yes", "--skip-preview");
  await goesOn();

  const moved = await startEmulator(service);
  onTestFinished(() => moved.close());
  project.faults.rule({ on: "*", respond: (response) => ({ ...response, status: 410, body: "It moved." }) });
  await set("baseUrl", moved.url);
  await set("movedFrom", new URL(project.service.url).host);
  await isStopped("preview");
  await goesOn();
  await project.ok("config", "rm", "link-management:movedFrom");
  await project.ok("up", "--yes", "--expect-no-changes");
  await project.ok("destroy", "--yes", "--skip-preview");
  expect(moved.account().pixels.list()).toEqual([]);
});
