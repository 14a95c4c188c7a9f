// From an empty folder to a clean preview of an account with 300 objects: `init` of the packed package, and then the
// commands that it prints.
import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { kindOfSection, listedKinds } from "../../handlers/support/kinds";
import { Records } from "../../handlers/support/records";
import { homeOfCli } from "../support/cli-home";
import { startEmulator } from "../support/emulator";
import { writeLockFile } from "../support/example";
import { install, packedForFile } from "../support/package";
import { cliEnvironment, run } from "../support/project";

const built = packedForFile();
const OBJECTS = 300;
/** Of every kind but pixels. An export reads the items of each channel with one request. */
const OF_OTHER_KINDS = 6;
/** With `init`. */
const MAX_COMMANDS = 5;
/** Without `npm install`, which depends on the network and its cache. */
const MAX_SECONDS = 120;

test.each(["export", "no-export"])(
  "at most 5 commands and 2 minutes with --%s, and nothing is changed",
  async (choice) => {
    const emulator = await startEmulator({ rateLimit: 30 });
    onTestFinished(() => emulator.close());
    addObjects(emulator.store.account("acme"));
    const folder = join(built.folder, choice);
    const project = join(folder, "project");
    const tool = join(folder, "tool");
    for (const path of [project, tool]) await mkdir(path, { recursive: true });
    const modules = await install(tool, built.packed);
    const { PATH = "", ...cli } = cliEnvironment();
    const env = {
      ...cli,
      // Without the CLI: `init` gets it from npx.
      PATH: PATH.split(delimiter)
        .filter((path) => path !== process.env.PULUMI_TEST_BIN)
        .join(delimiter),
      PULUMI_HOME: await homeOfCli(join(folder, "home")),
      PULUMI_SKIP_CONFIRMATIONS: "true",
      PULUMI_CONFIG_PASSPHRASE: "four-words-of-a-pipeline",
      LINK_MANAGEMENT_API_KEY: DEMO_KEY,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    const seconds: number[] = [];
    const timed = async (command: string) => {
      const start = performance.now();
      const result = await run(["bash", "-e", "-c", command], project, env);
      if (command !== "npm install") seconds.push((performance.now() - start) / 1000);
      expect(result.code, `${command}\n${result.output}`).toBe(0);
      return result.output;
    };

    const init = join(modules, ".bin/link-management");
    const output = await timed(`${init} init --base-url ${emulator.url} --${choice} --pipeline gitlab`);
    expect(output).toContain("Created the stack acme.");
    // The package is not published, so the lock file names its tarball.
    await writeLockFile(project, built.packed);
    const [, next = ""] = output.split("Next:\n");
    const commands = next.trim().split(/\n */);
    expect(commands.length + 1).toBeLessThanOrEqual(MAX_COMMANDS);
    let last = "";
    for (const command of commands) last = await timed(command);
    // Without an export, the stack itself is new.
    const created = choice === "export" ? [] : ["1 to create"];
    expect(last.match(/\d+ to (create|update|delete|replace|refresh)/g) ?? []).toEqual(created);
    expect(emulator.log.filter(({ changes }) => changes)).toEqual([]);
    const total = seconds.reduce((sum, one) => sum + one, 0);
    process.stdout.write(
      `${choice}: ${seconds.map(Math.round).join(" + ")} s, ${emulator.log.length} requests\n`,
    );
    expect(total).toBeLessThan(MAX_SECONDS);
  },
);

function addObjects(account: ConstructorParameters<typeof Records>[0]): void {
  const counts = new Map(listedKinds.map((kind) => [kind, OF_OTHER_KINDS]));
  const pixels = kindOfSection("pixels");
  counts.set(pixels, OBJECTS - OF_OTHER_KINDS * (listedKinds.length - 1));
  for (const [kind, count] of counts)
    for (let n = 0; n < count; n++) new Records(account, kind).add(kind.args(n));
  for (const id of new Records(account, kindOfSection("channels")).ids)
    account.assignItem(Number(id), "links", account.links.list()[0]!.id);
}
