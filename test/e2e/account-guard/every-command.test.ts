// A key or a service that is not the stack's: no command changes an account or the state.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../../src/emulator/index";
import { type Config, changed, upOf, urnOf, yaml } from "../lifecycle/support";
import { Project } from "../support/project";
import { expectRefusal, remembered } from "./refusal";
import { ACCOUNTS, ANOTHER_ACCOUNT, startElsewhere, tryWith, WRONG } from "./wrong";

const CONFIG = {
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
  domains: { go: { domain: "https://go.example.com" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }] } },
} satisfies Config;
/** An update and a delete to do. */
const CHANGED: Config = {
  pixels: { ads: { type: "fbpixel", name: "Shop", tag: "1" } },
  channels: CONFIG.channels,
};
/** And a create, which alone has no account recorded. */
const WITH_NEW = changed(CHANGED, { pixels: { new: { type: "forum", name: "New", tag: "2" } } });
/** No entry of the state is left, so that nothing but creates and deletes is to do. */
const RENAMED: Config = {
  pixels: { other: { type: "forum", name: "Other", tag: "3" } },
  channels: { summer: { name: "Summer", items: [{ link: 4711 }] } },
};

type Command = [Config, string[]];

/** A forced replacement is created before anything of its record is compared. */
const FORCED: Command = [CONFIG, ["up", "--yes", "--skip-preview", "--replace", urnOf("Pixel", "ads")]];
const DRIFT: Command = [CONFIG, ["refresh", "--preview-only"]];

/** Each way in which a resource can reach its provider. */
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
let elsewhere: Emulator;
let before: Awaited<ReturnType<typeof remembered>>;

beforeAll(async () => {
  const files = { "link-management.yaml": yaml(CONFIG) };
  project = await Project.create({ files, emulator: { accounts: ACCOUNTS } });
  elsewhere = await startElsewhere();
  await upOf(project);
  before = await remembered(project);
});
afterAll(async () => {
  await project?.remove();
  await elsewhere?.close();
});

describe.each(WRONG)("with $what", (wrong) => {
  const commands = wrong === ANOTHER_ACCOUNT ? ALL : ONE_OF_EACH;
  const cases = commands.map(([config, command]) => [command.join(" "), config, command] as const);
  test.each(cases)("`pulumi %s` is refused and sends no change", async (_, config, command) => {
    const services = [project.emulator, elsewhere];
    await project.config(yaml(config));
    for (const service of services) service.clearLog();
    expectRefusal(await tryWith(wrong.env(elsewhere), project, command), wrong.named);
    // A preview may have looked at a list before an old resource told of its account.
    const sent = services.flatMap(({ log }) => log).filter(({ method }) => method !== "GET");
    expect(sent).toEqual([]);
    expect(await remembered(project)).toEqual(before);
  });
});

test("a renewed key of the same account works", async () => {
  project.env.LINK_MANAGEMENT_API_KEY = "renewed-key";
  await project.config(yaml(CONFIG));
  project.emulator.clearLog();
  await project.pulumi("up", "--yes", "--refresh", "--expect-no-changes");
  expect(project.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
});
