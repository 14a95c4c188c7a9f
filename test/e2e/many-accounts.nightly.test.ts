// Many accounts: one project, one stack per account, and the state in PostgreSQL, so that many runners work side by side.
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { EmulatorOptions } from "../../src/emulator/index";
import { postgresFolder, startPostgres } from "./support/postgres";
import { Command, type Config, Project, type Run } from "./support/project";

const NAMES = Array.from({ length: 20 }, (_, n) => `account-${n + 1}`);
const UP = ["up", "--yes", "--skip-preview"];
const RATE_LIMIT = 30;
/** Its entries need more requests than a window allows. */
const LARGE = "account-1";

const postgres = postgresFolder();
if (!postgres) console.warn("Skipped: PostgreSQL is not installed (on Debian: apt-get install postgresql).");

test.skipIf(!postgres)("20 accounts are applied at once, and none waits for another", async () => {
  const { project, start } = await startStacks(NAMES);
  const runs = await Promise.all(NAMES.map(async (name) => ({ name, ...(await start(name, ...UP).ended) })));
  const failed = runs.filter(({ code }) => code !== 0).map(({ name, output }) => `${name}: ${output}`);
  expect(failed).toEqual([]);
  expect(runs.filter(({ output }) => output.includes("rate limit")).map(({ name }) => name)).toEqual([LARGE]);
  expect(project.service.log.filter(({ limited }) => limited)).toEqual([]);

  for (const name of NAMES) {
    const { channels, pixels, qrs } = project.service.account(name);
    const [code] = qrs.list();
    expect(channels.list()).toMatchObject([{ name, items: [{ type: "qr", id: code?.id }] }]);
    expect(pixels.list()).toHaveLength(name === LARGE ? 1 + RATE_LIMIT : 1);
  }
  const stacks: { name: string; resourceCount: number }[] = JSON.parse(
    await project.ok("stack", "ls", "--json"),
  );
  const applied = stacks.filter(({ resourceCount }) => resourceCount > 0);
  expect(applied.map(({ name }) => name).sort()).toEqual(NAMES.toSorted());
});

test.skipIf(!postgres)("a second runner of a stack is refused", async () => {
  let second: Promise<Run> | undefined;
  const { project, start } = await startStacks(["acme"], {
    // While the first one creates, the second one comes.
    intercept: async ({ method }, serve) => {
      if (method === "POST") second ??= start("acme", ...UP).ended;
      await second;
      return serve();
    },
  });
  expect(await start("acme", ...UP).ended).toMatchObject({ code: 0 });
  expect(await second).toMatchObject({ code: 1, output: expect.stringContaining("currently locked") });
  expect(project.service.account("acme").channels.list()).toHaveLength(1);
});

/** A service with an account for each name, and a project with a stack for each. */
async function startStacks(names: readonly string[], options: EmulatorOptions = {}) {
  const project = await Project.create({
    ...options,
    rateLimit: RATE_LIMIT,
    accounts: names.map((username) => ({ username, keys: [keyOf(username)] })),
    files: Object.fromEntries([...names.flatMap(filesOf), ["shared/pixels.yaml", stringify(SHARED)]]),
    env: {
      PULUMI_BACKEND_URL: await startPostgres(postgres!),
      // An empty one counts as given.
      PULUMI_CONFIG_PASSPHRASE: "",
      // Otherwise `stack ls` hangs.
      PULUMI_DIY_BACKEND_PARALLEL: "2",
    },
  });
  const start = (name: string, ...args: string[]) =>
    new Command(
      ["pulumi", ...args, "--stack", name, "--non-interactive", "--color", "never"],
      project.folder,
      {
        ...project.env,
        LINK_MANAGEMENT_API_KEY: keyOf(name),
      },
    );
  for (const name of names) await project.ok("stack", "init", name, "--no-select");
  return { project, start };
}

const keyOf = (name: string) => `key-of-${name}`;

const SHARED = { pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } } };

function filesOf(name: string): [string, string][] {
  const pixels = Array.from({ length: name === LARGE ? RATE_LIMIT : 0 }, (_, n) => [
    `extra-${n}`,
    { type: "bing", name: `Extra ${n}`, tag: String(n) },
  ]);
  const config: Config = {
    account: { expect: { username: name } },
    include: ["../../shared/*.yaml"],
    pixels: Object.fromEntries(pixels),
    qrCodes: { menu: { type: "link", data: `https://example.com/${name}` } },
    channels: { main: { name, items: [{ qr: "menu" }] } },
  };
  const file = `accounts/${name}/links.yaml`;
  return [
    [file, stringify(config)],
    [`Pulumi.${name}.yaml`, stringify({ config: { "link-management:file": file } })],
  ];
}
