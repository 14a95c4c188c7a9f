// The examples, installed as by a user and applied to the emulator.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index";
import { localPackages, packed, run, userEnvironment } from "./support/package";
import { Command, packageRoot } from "./support/project";

test("examples/typescript applies unchanged, and is destroyed", async () => {
  const { project, service, env } = await installed("typescript");
  const pulumi = (...args: string[]) => run(["npx", "pulumi", ...args], project, env);
  await run(["npm", "run", "typecheck"], project, env);
  await pulumi("stack", "init", "example");
  await pulumi("config", "set", "--secret", "wifiPassword", "guests-only-7");
  await pulumi("up", "--yes");
  const { channels, qrs } = service.account();
  expect(channels.list()).toHaveLength(2);
  await pulumi("preview", "--refresh", "--expect-no-changes");
  await pulumi("destroy", "--yes");
  expect([...channels.list(), ...qrs.list()]).toEqual([]);
});

test("examples/many-accounts: its workflow applies what was reviewed, and reports drift", async () => {
  const names = ["acme", "globex"];
  const accounts = names.map((username) => ({ username, keys: [`key-of-${username}`] }));
  const { project, service, env } = await installed("many-accounts", { accounts });
  const summary = join(project, "summary.md");
  const output = join(project, "output");
  const jobs = { ...(await jobsOf(project, "links.yml")), ...(await jobsOf(project, "account.yml")) };
  const step = (job: string, id: string, name = "") => {
    const { run = "" } = jobs[job]?.steps.find((one) => one.id === id) ?? {};
    return new Command(["bash", "-e", "-c", run], project, {
      ...env,
      STACK: name,
      LINK_MANAGEMENT_API_KEY: `key-of-${name}`,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "acme/links",
      GITHUB_SHA: "0123abc",
    }).ended;
  };

  expect(await step("validate", "validate")).toMatchObject({ code: 0 });
  for (const name of names) {
    await run(["npx", "pulumi", "stack", "init", name, "--no-select"], project, env);
    expect(await step("plan", "review", name)).toMatchObject({ code: 0 });
    const review = await readFile(join(project, "review.md"), "utf8");
    expect(review.startsWith(`### ${name}`)).toBe(true);
    expect(review).toContain(`acme/links/blob/0123abc/accounts/${name}/link-management.yaml#L`);
    expect(service.account(name).channels.list()).toEqual([]);
    expect(await step("apply", "apply", name)).toMatchObject({ code: 0 });
    expect(service.account(name).channels.list()).toHaveLength(1);
    expect(service.account(name).pixels.list()).toHaveLength(2);
  }

  // Each account has its own answer.
  const [channel] = service.account("acme").channels.list();
  service.account("acme").channels.update(channel!.id, { color: "#000000" });
  for (const [name, code] of [
    ["acme", 7],
    ["globex", 0],
  ] as const) {
    expect(await step("plan", "review", name)).toMatchObject({ code: 0 });
    expect(await step("plan", "drift", name)).toMatchObject({ code });
  }
  expect((await readFile(output, "utf8")).trim().split("\n").at(-1)).toMatch(
    /^headline=globex, .*: no changes$/,
  );
  // The last review is of the other account.
  expect(await step("apply", "apply", "acme")).toMatchObject({ code: 3 });
  expect(service.account("acme").channels.list()).toMatchObject([{ color: "#000000" }]);
});

interface Job {
  readonly steps: readonly { readonly id?: string; readonly run?: string }[];
}

async function jobsOf(project: string, file: string): Promise<Record<string, Job>> {
  return parse(await readFile(join(project, ".github/workflows", file), "utf8")).jobs;
}

/** An example in a folder of its own, as after `npm install`, and a service without a rate limit. */
async function installed(name: string, options: EmulatorOptions = {}) {
  const service = await startEmulator({ rateLimit: 100_000, ...options });
  onTestFinished(() => service.close());
  const { folder, tarball } = await packed();
  const project = join(folder, name);
  const filter = (path: string) => !/node_modules|package-lock/.test(path.slice(packageRoot.length));
  await cp(join(packageRoot, "examples", name), project, { recursive: true, filter });
  const manifest = join(project, "package.json");
  await writeFile(manifest, localPackages(await readFile(manifest, "utf8"), tarball));
  const env = { ...(await userEnvironment(folder, service.url)), PULUMI_BACKEND_URL: `file://${folder}` };
  await run(["npm", "install"], project, env);
  return { project, service, env };
}
