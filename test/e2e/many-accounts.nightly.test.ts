// Many accounts: examples/many-accounts with one stack per account, and the state in PostgreSQL, so that many runners work
// side by side.
import { execFileSync } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { ServiceRequest } from "../support/emulator";
import { GitHub } from "./support/github-actions";
import { run } from "./support/package";
import { Repository, type Texts } from "./support/pipeline";
import { postgresFolder, startPostgres } from "./support/postgres";
import { packageRoot } from "./support/project";

const postgres = postgresFolder();
if (!postgres) console.warn("Skipped: PostgreSQL is not installed (on Debian: apt-get install postgresql).");

const COUNT = Number(process.env.MANY_ACCOUNTS ?? 300);
const fileOf = (name: string) => `accounts/${name}/link-management.yaml`;
const keyOf = (name: string) => `key-of-${name}`;
const newKeyOf = (name: string) => `new-key-of-${name}`;

test.skipIf(!postgres)(
  `the workflow reviews and applies ${COUNT} accounts, each with its own limit, whatever happens to one of them`,
  { timeout: 3 * 3_600_000 },
  async () => {
    const names = ["acme", ...Array.from({ length: COUNT - 1 }, (_, n) => `brand-${n + 1}`)];
    // The last third differs. Ten of those lose a code, and somebody changes another one.
    const equal = names.slice(0, (COUNT * 2) / 3);
    const others = names.slice(equal.length);
    const [drifted = "", ...rest] = others;
    const lossy = rest.slice(0, 10);
    const failing = equal.at(-1)!;
    const configsOf = (of: readonly string[], sections: object = {}): Texts => {
      const configOf = (username: string) =>
        stringify({ account: { expect: { username } }, include: "../../shared/*.yaml", ...sections });
      return Object.fromEntries(of.map((name) => [fileOf(name), configOf(name)]));
    };
    const channels = { main: { name: "Main", color: "#22AA66" } };
    const { repository, stackFile } = await manyAccounts(names, configsOf(names));
    const { service, faults } = repository;
    const github = await GitHub.create(repository);

    // A direct push: a person approves it by its hash.
    const qrCodes = { menu: { type: "link", data: "https://example.com/menu" } };
    const before = configsOf([drifted, ...lossy], { channels, qrCodes });
    const pushed = await github.push(await repository.commitConfig(before));
    expect(pushed).toMatchObject({ code: 123, summary: expect.stringContaining("not the merge of a pull") });
    const [, hash = ""] = /the hash `(\w+)`/.exec(pushed.summary) ?? [];
    const accounts = [drifted, ...lossy].join(" ");
    expect(await github.dispatch({ accounts, hash: "0" })).toMatchObject({ code: 3 });
    expect(service.account(drifted).channels.list()).toEqual([]);
    expect(await github.dispatch({ accounts, hash })).toMatchObject({ code: 0 });

    const pixels = { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } };
    // A new key counts in its own pull request and its own apply, although the last update recorded the old one.
    const isOld = ({ headers }: ServiceRequest) => headers.authorization === `Bearer ${keyOf(lossy[0]!)}`;
    faults.rule({ on: isOld, reject: true });
    const pull = await github.open({
      "shared/pixels.yaml": stringify({ pixels }),
      [`Pulumi.${lossy[0]}.yaml`]: stackFile(lossy[0]!, newKeyOf(lossy[0]!)),
      ...configsOf(others, { channels }),
    });
    const { review } = pull;
    expect(review, review.log).toMatchObject({ code: 0 });
    expect(github.comment(pull)).toContain(`### ${COUNT} accounts`);

    const [channel] = service.account(drifted).channels.list();
    service.account(drifted).channels.update(channel!.id, { color: "#AA0000" });
    const isFailing = ({ account, method }: ServiceRequest) =>
      account?.user.username === failing && method === "POST";
    faults.rule({ on: isFailing, reject: true });
    const applied = await github.merge(pull);
    expect(applied).toMatchObject({ code: 123 });
    expect(applied.summary).toContain(`**Failed** (see the log): ${failing}\n`);
    expect(applied.summary).toContain(`**Not applied**: ${drifted}\n`);
    for (const name of names) {
      const isDone = name !== failing && name !== drifted;
      expect(service.account(name).pixels.list()).toHaveLength(isDone ? 1 : 0);
      if (lossy.includes(name)) expect(service.account(name).qrs.list()).toEqual([]);
    }
    expect(service.log.filter(({ status }) => status === 429)).toEqual([]);
    for (const { log } of [review, applied]) expect(log).not.toContain("rate limit");
  },
);

/** A repository with the example, a service with so many accounts, and their stacks in PostgreSQL. */
async function manyAccounts(names: readonly string[], configs: Readonly<Texts>) {
  const accounts = names.map((username) => ({ username, keys: [keyOf(username), newKeyOf(username)] }));
  // The limit of one account would make all of them wait together.
  const repository = await Repository.empty({ accounts, rateLimit: 30 });
  const { source, env, service } = repository;
  env.PULUMI_DIY_BACKEND_PARALLEL = "2";
  const backend = await startPostgres(postgres!);
  const examples = join(packageRoot, "examples");
  await cp(join(examples, "many-accounts"), source, { recursive: true });
  for (const one of ["approval.sh", "addresses.sh", "as-code.sh"])
    await cp(join(examples, "pipelines/.github", one), join(source, ".github", one));
  for (const one of ["accounts", "shared", "node_modules", "Pulumi.acme.yaml", "Pulumi.globex.yaml"])
    await rm(join(source, one), { recursive: true, force: true });
  const project = await readFile(join(source, "Pulumi.yaml"), "utf8");
  const stackFile = await stacks(repository, backend, names);
  await repository.commitConfig({
    ...configs,
    "shared/labels.yaml": "pixels: {}\n",
    "Pulumi.yaml": project
      .replace("s3://acme-pulumi-state", backend)
      .replace("https://links.example.com", service.url),
    ...Object.fromEntries(names.map((name) => [`Pulumi.${name}.yaml`, stackFile(name)])),
  });
  return { repository, stackFile };
}

/**
 * Encrypts all keys with one command, and copies one state: 300 times `stack init` takes long.
 * @returns the config of a stack
 */
async function stacks(
  { source, env, settings }: Repository,
  backend: string,
  names: readonly string[],
): Promise<(name: string, key?: string) => string> {
  const pulumi = (...args: string[]) =>
    run([join(process.env.PULUMI_TEST_BIN!, "pulumi"), ...args, "--stack", "template"], source, {
      ...env,
      ...settings.secrets,
      PULUMI_BACKEND_URL: backend,
    });
  await pulumi("stack", "init", "--no-select");
  const keys = names.flatMap((name) => [keyOf(name), newKeyOf(name)]);
  await pulumi("config", "set-all", ...keys.flatMap((key) => ["--secret", `keys:${key}=${key}`]));
  const template = await readFile(join(source, "Pulumi.template.yaml"), "utf8");
  await rm(join(source, "Pulumi.template.yaml"));
  const [, encryptionsalt] = /^encryptionsalt: (.*)$/m.exec(template)!;
  const all = names.map((name) => `'${name}'`).join(", ");
  const copy = `INSERT INTO pulumi_state (key, data)
    SELECT replace(key, 'template', name), replace(data::text, 'template', name)::json
    FROM pulumi_state, unnest(ARRAY[${all}]) AS name WHERE key LIKE '%template%'`;
  execFileSync("psql", ["--quiet", "--dbname", backend, "--command", copy]);
  return (name, key = keyOf(name)) => {
    const [, secure] = new RegExp(`keys:${key}:\\s+secure: (.*)`).exec(template)!;
    const config = { "link-management:file": fileOf(name), "link-management:apiKey": { secure } };
    return stringify({ encryptionsalt, config });
  };
}
