// A key or a service that is not the stack's: no command changes an account or the state.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { type Config, changed, upOf, urnOf, yaml } from "../lifecycle/support";
import { startEmulator } from "../support/emulator";
import { Project } from "../support/project";
import { expectRefusal, OTHER_REGISTERED, REGISTERED, remembered } from "./refusal";

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

/** Each way in which a resource can reach its provider. */
const ALL: Command[] = [
  [WITH_NEW, ["preview"]],
  [WITH_NEW, ["up", "--yes", "--refresh"]],
  [CHANGED, ["up", "--yes", "--skip-preview"]],
  [RENAMED, ["preview"]],
  [RENAMED, ["up", "--yes", "--skip-preview"]],
  // A forced replacement is created before anything of its record is compared.
  [CONFIG, ["up", "--yes", "--skip-preview", "--replace", urnOf("Pixel", "ads")]],
  [CONFIG, ["refresh", "--preview-only"]],
  [CONFIG, ["refresh", "--yes", "--skip-preview"]],
  [CONFIG, ["destroy", "--yes", "--skip-preview"]],
];
const ONE_OF_EACH: Command[] = [
  [WITH_NEW, ["preview"]],
  [RENAMED, ["up", "--yes", "--skip-preview"]],
  [CONFIG, ["refresh", "--yes", "--skip-preview"]],
  [CONFIG, ["destroy", "--yes", "--skip-preview"]],
];

let project: Project;
/** Its account has the same id. */
let elsewhere: Emulator;
let before: Awaited<ReturnType<typeof remembered>>;

beforeAll(async () => {
  const accounts = [
    { username: "acme", keys: [DEMO_KEY, "renewed-key"] },
    { username: "other", keys: ["other-key"], registered: OTHER_REGISTERED },
  ];
  const files = { "link-management.yaml": yaml(CONFIG) };
  project = await Project.create({ files, emulator: { accounts } });
  elsewhere = await startEmulator({
    accounts: [{ username: "acme", keys: [DEMO_KEY], registered: OTHER_REGISTERED }],
    rateLimit: 100_000,
  });
  await upOf(project);
  before = await remembered(project);
});
afterAll(async () => {
  await project?.remove();
  await elsewhere?.close();
});

interface Wrong {
  what: string;
  env(): Record<string, string>;
  named: string[];
  commands: Command[];
}

const WRONG: Wrong[] = [
  {
    what: "a key of another account",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "other-key" }),
    named: [REGISTERED, "other", OTHER_REGISTERED],
    commands: ALL,
  },
  {
    what: "another installation, whose account has the same id",
    env: () => ({ LINK_MANAGEMENT_BASE_URL: elsewhere.url }),
    named: [REGISTERED, OTHER_REGISTERED],
    commands: ONE_OF_EACH,
  },
  {
    what: "a refused key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "of-somebody-else" }),
    named: ["the service refused the API key", "set it again with"],
    commands: ONE_OF_EACH,
  },
  {
    what: "an empty key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "" }),
    named: ["the API key in LINK_MANAGEMENT_API_KEY is empty"],
    commands: ONE_OF_EACH,
  },
];

describe.each(WRONG)("with $what", ({ env, named, commands }) => {
  const cases = commands.map(([config, command]) => [command.join(" "), config, command] as const);
  test.each(cases)("`pulumi %s` is refused and changes nothing", async (_, config, command) => {
    const revisions = () => [project.emulator, elsewhere].map(({ store }) => store.revision);
    const was = revisions();
    const right = { ...project.env };
    await project.config(yaml(config));
    Object.assign(project.env, env());
    const run = await project.try(...command);
    Object.assign(project.env, right);
    expectRefusal(run, named);
    expect(revisions()).toEqual(was);
    expect(await remembered(project)).toEqual(before);
  });
});

test("a renewed key of the same account works", async () => {
  project.env.LINK_MANAGEMENT_API_KEY = "renewed-key";
  await project.config(yaml(CONFIG));
  const { revision } = project.emulator.store;
  await project.pulumi("up", "--yes", "--refresh", "--expect-no-changes");
  expect(project.emulator.store.revision).toBe(revision);
});
