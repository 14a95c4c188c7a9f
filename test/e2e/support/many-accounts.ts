// A repository with the files of examples/many-accounts, a service with so many accounts, and their stacks in PostgreSQL.
import { execFileSync } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { run } from "./package";
import { Repository, type Texts } from "./pipeline";
import { startPostgres } from "./postgres";
import { packageRoot } from "./project";

export const keyOf = (name: string) => `key-of-${name}`;
/** Of the same account. */
export const newKeyOf = (name: string) => `new-key-of-${name}`;
export const fileOf = (name: string) => `accounts/${name}/link-management.yaml`;

/** @param programs the folder of those of PostgreSQL. @param configs the config file of each account */
export async function manyAccounts(
  programs: string,
  files: Readonly<Texts>,
  configs: Readonly<Texts>,
): Promise<Repository> {
  const names = Object.keys(configs);
  const accounts = names.map((username) => ({ username, keys: [keyOf(username), newKeyOf(username)] }));
  // The limit of one account would make all of them wait together.
  const repository = await Repository.empty({ accounts, rateLimit: 30 });
  const { source, env, service } = repository;
  env.PULUMI_DIY_BACKEND_PARALLEL = "2";
  const backend = await startPostgres(programs);
  const examples = join(packageRoot, "examples");
  await cp(join(examples, "many-accounts"), source, { recursive: true });
  for (const one of ["approval.sh", "addresses.sh", "as-code.sh"])
    await cp(join(examples, "pipelines/.github", one), join(source, ".github", one));
  for (const one of ["accounts", "shared", "node_modules", "Pulumi.acme.yaml", "Pulumi.globex.yaml"])
    await rm(join(source, one), { recursive: true, force: true });
  const project = await readFile(join(source, "Pulumi.yaml"), "utf8");
  await repository.write({
    ...files,
    "Pulumi.yaml": project
      .replace("s3://acme-pulumi-state", backend)
      .replace("https://links.example.com", service.url),
    ...Object.fromEntries(names.map((name) => [fileOf(name), configs[name]!])),
    ...(await stacks(repository, backend, names)),
  });
  await repository.commit();
  return repository;
}

/** Encrypts all keys with one command, and copies one state: 300 times `stack init` takes long. */
async function stacks(
  { source, env, settings }: Repository,
  backend: string,
  names: readonly string[],
): Promise<Texts> {
  const pulumi = (...args: string[]) =>
    run([join(process.env.PULUMI_TEST_BIN!, "pulumi"), ...args, "--stack", "template"], source, {
      ...env,
      ...settings.secrets,
      PULUMI_BACKEND_URL: backend,
    });
  await pulumi("stack", "init", "--no-select");
  const keys = names.flatMap((name) => ["--secret", `keys:${name}=${keyOf(name)}`]);
  await pulumi("config", "set-all", ...keys);
  const template = await readFile(join(source, "Pulumi.template.yaml"), "utf8");
  await rm(join(source, "Pulumi.template.yaml"));
  const [, salt] = /^encryptionsalt: (.*)$/m.exec(template)!;
  const all = names.map((name) => `'${name}'`).join(", ");
  const copy = `INSERT INTO pulumi_state (key, data)
    SELECT replace(key, 'template', name), replace(data::text, 'template', name)::json
    FROM pulumi_state, unnest(ARRAY[${all}]) AS name WHERE key LIKE '%template%'`;
  execFileSync("psql", ["--quiet", "--dbname", backend, "--command", copy]);
  const files = names.map((name) => {
    const [, secure] = new RegExp(`keys:${name}:\\s+secure: (.*)`).exec(template)!;
    const config = { "link-management:file": fileOf(name), "link-management:apiKey": { secure } };
    return [`Pulumi.${name}.yaml`, stringify({ encryptionsalt: salt, config })];
  });
  return Object.fromEntries(files);
}
