// With the key of another account or another service, no command changes an account or the state.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../../src/emulator/index";
import { type Config, changed, upOf, urnOf, yaml } from "../lifecycle/support";
import { Project } from "../support/project";
import { expectRejection, recorded } from "./rejection";
import { ACCOUNTS, ANOTHER_ACCOUNT, runWith, startOtherService, WRONG } from "./wrong";

const CONFIG = {
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
  domains: { go: { domain: "https://go.example.com" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }] } },
} satisfies Config;
/** An update and a delete. */
const CHANGED: Config = {
  pixels: { ads: { type: "fbpixel", name: "Shop", tag: "1" } },
  channels: CONFIG.channels,
};
/** And a create, which alone has no account recorded. */
const WITH_NEW = changed(CHANGED, { pixels: { new: { type: "forum", name: "New", tag: "2" } } });
/** No entry of the state is left, so everything is a create or a delete. */
const RENAMED: Config = {
  pixels: { other: { type: "forum", name: "Other", tag: "3" } },
  channels: { summer: { name: "Summer", items: [{ link: 4711 }] } },
};

type Command = [Config, string[]];

/** The new object of a forced replacement is created before the state is compared. */
const FORCED: Command = [CONFIG, ["up", "--yes", "--skip-preview", "--replace", urnOf("Pixel", "ads")]];
const DRIFT: Command = [CONFIG, ["refresh", "--preview-only"]];

/** Every way to call the provider of a resource. */
const ALL: Command[] = [
  [WITH_NEW, ["preview"]],
  [WITH_NEW, ["up", "--yes", "--refresh"]],
  [CHANGED, ["up", "--yes", "--skip-preview"]],
  [RENAMED, ["preview"]],
  [RENAMED, ["up", "--yes", "--skip-preview"]],
  FORCED,
  DRIFT,
  [CONFIG, ["refresh", "--yes", "--skip-preview"]],
  [CONFIG, ["destroy", "--yes", "--skip-preview"]],
];
const ONE_OF_EACH: Command[] = [
  [WITH_NEW, ["preview"]],
  [RENAMED, ["up", "--yes", "--skip-preview"]],
  FORCED,
  DRIFT,
  [CONFIG, ["refresh", "--yes", "--skip-preview"]],
  [CONFIG, ["destroy", "--yes", "--skip-preview"]],
];

let project: Project;
let otherService: Emulator;
let before: Awaited<ReturnType<typeof recorded>>;

beforeAll(async () => {
  const files = { "link-management.yaml": yaml(CONFIG) };
  project = await Project.create({ files, emulator: { accounts: ACCOUNTS } });
  otherService = await startOtherService();
  await upOf(project);
  before = await recorded(project);
});
afterAll(async () => {
  await project?.remove();
  await otherService?.close();
});

describe.each(WRONG)("with $what", (wrong) => {
  const commands = wrong === ANOTHER_ACCOUNT ? ALL : ONE_OF_EACH;
  const cases = commands.map(([config, command]) => [command.join(" "), config, command] as const);
  test.each(cases)("`pulumi %s` is rejected and sends no change", async (_, config, command) => {
    const services = [project.emulator, otherService];
    await project.config(yaml(config));
    for (const service of services) service.clearLog();
    expectRejection(await runWith(wrong.env(otherService), project, command), wrong.parts);
    // A preview may have read a list before the account of a recorded resource is compared.
    const sent = services.flatMap(({ log }) => log).filter(({ method }) => method !== "GET");
    expect(sent).toEqual([]);
    expect(await recorded(project)).toEqual(before);
  });
});

test("a renewed key of the same account works", async () => {
  project.env.LINK_MANAGEMENT_API_KEY = "renewed-key";
  await project.config(yaml(CONFIG));
  project.emulator.clearLog();
  await project.pulumi("up", "--yes", "--refresh", "--expect-no-changes");
  expect(project.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
});
