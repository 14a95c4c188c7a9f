// `init`: the files of a new project, for the account of the key.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { argsOf, check } from "../config/support/config";
import { Folder } from "../config/support/folder";
import { startAccount } from "./support/account";
import { run } from "./support/run";

const ROOT = join(__dirname, "../..");
const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const CONFIG = "link-management.yaml";

async function init() {
  const started = await startAccount();
  const folder = new Folder();
  const start = () => run(["init"], folder.path, started.env);
  const read = (file: string) => readFileSync(folder.at(file), "utf8");
  return { ...started, folder, start, read };
}

/** The files of this package that a config names in its first lines. */
const namedIn = (text: string) =>
  [...text.matchAll(/(?:\.\/|# .*)node_modules\/pulumi-link-management\/(\S+)/g)].map(
    ([, file = ""]) => file,
  );

test("writes a project with the objects of the account, and says what comes next", async () => {
  const { start, read, account, requests } = await init();
  account.channels.create({ name: "Spring" });
  const { code, stdout } = await start();
  expect(code).toBe(0);
  expect(stdout).toMatch(/acme[\s\S]*npm install\n.*stack init acme\n.*preview\n.*up\n/);
  expect(argsOf(read(CONFIG))).toMatchObject({ spring: { name: "Spring" } });
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("an empty account: versions that were tested together, the address, examples, and no key", async () => {
  const { start, folder, read, env } = await init();
  folder.write({ ".gitignore": "dist" });
  await start();
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  expect({ ...dependencies, ...devDependencies }).toMatchObject({
    "pulumi-link-management": own.version,
    "@pulumi/pulumi": own.devDependencies["@pulumi/pulumi"],
    pulumi: own.devDependencies.pulumi,
  });
  expect(parse(read("Pulumi.yaml"))).toMatchObject({
    runtime: { name: "nodejs" },
    backend: { url: "file://.?metadata=skip" },
    config: { "link-management:baseUrl": env.LINK_MANAGEMENT_BASE_URL },
  });
  expect(check(read(CONFIG))).toMatchObject({ problems: [], expect: { username: "acme" } });
  expect(read(CONFIG)).toContain("# pixels:");
  expect(read(".gitignore")).toMatch(/^dist\nnode_modules\/\n\.pulumi\/\n/);
  for (const file of readdirSync(folder.path, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(
        env.LINK_MANAGEMENT_API_KEY,
      );
});

test("without a key, the template is valid with all its examples, and begins as a later export", async () => {
  const { folder, read, requests, env } = await init();
  const { code, stdout } = await run(["init"], folder.path);
  expect({ code, requests: requests() }).toEqual({ code: 0, requests: [] });
  expect(stdout).toMatch(/LINK_MANAGEMENT_API_KEY.*not set/);
  const text = read(CONFIG);
  const entries = text.split("\n#\n")[1]!.replace(/^# /gm, "");
  for (const config of [text, entries]) expect(check(config).problems).toEqual([]);
  expect(Object.keys(parse(entries)).length).toBeGreaterThan(4);
  expect(namedIn(text)).toHaveLength(2);
  for (const file of namedIn(text)) expect(existsSync(join(ROOT, file)), file).toBe(true);
  await run(["export", "--force"], folder.path, env);
  expect(namedIn(read(CONFIG))).toEqual(namedIn(text));
});

test("overwrites nothing, and writes nothing with a rejected key", async () => {
  const { start, folder, env, requests } = await init();
  expect((await run(["init"], folder.path, { ...env, LINK_MANAGEMENT_API_KEY: "wrong" })).code).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
  const sent = requests().length;
  folder.write({ "package.json": "{}" });
  expect(await start()).toMatchObject({ code: 2, stderr: expect.stringContaining("package.json") });
  expect([readdirSync(folder.path), requests().length]).toEqual([["package.json"], sent]);
});
