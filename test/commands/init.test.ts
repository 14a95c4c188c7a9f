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

async function init() {
  const started = await startAccount();
  const folder = new Folder();
  const start = () => run(["init"], folder.path, started.env);
  const read = (file: string) => readFileSync(folder.at(file), "utf8");
  return { ...started, folder, start, read };
}

test("writes a project with the objects of the account, and says what comes next", async () => {
  const { start, read, account, requests } = await init();
  account.channels.create({ name: "Spring" });
  const { code, stdout } = await start();
  expect(code).toBe(0);
  expect(stdout).toMatch(/acme[\s\S]*npm install\n.*stack init acme\n.*preview\n.*up\n/);
  expect(argsOf(read("link-management.yaml"))).toMatchObject({ spring: { name: "Spring" } });
  expect(check(read("link-management.yaml")).expect).toMatchObject({ username: "acme" });
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("names the versions that this package is tested with, the account and its address", async () => {
  const { start, read, env } = await init();
  await start();
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  expect(dependencies["pulumi-link-management"]).toBe(own.version);
  expect({ ...dependencies, ...devDependencies }).toMatchObject({
    "@pulumi/pulumi": own.devDependencies["@pulumi/pulumi"],
    pulumi: own.devDependencies.pulumi,
  });
  // An empty account gets the examples.
  const config = read("link-management.yaml");
  expect(check(config)).toMatchObject({ problems: [], expect: { username: "acme" } });
  expect(config).toContain("# pixels:");
  expect(parse(read("Pulumi.yaml"))).toMatchObject({
    runtime: { name: "nodejs" },
    backend: { url: "file://.?metadata=skip" },
    config: { "link-management:baseUrl": env.LINK_MANAGEMENT_BASE_URL },
  });
});

test("a .gitignore keeps its lines", async () => {
  const { start, folder, read } = await init();
  folder.write({ ".gitignore": "dist" });
  expect(await start()).toMatchObject({ code: 0 });
  expect(read(".gitignore")).toMatch(/^dist\nnode_modules\/\n\.pulumi\/\n/);
});

test("the config begins with the schema and the page that explains it, also after a later export", async () => {
  const { folder, read, account, env } = await init();
  const files = () => {
    const paths = read("link-management.yaml").matchAll(
      /(?:\.\/|# .*)node_modules\/pulumi-link-management\/(\S+)/g,
    );
    return [...paths].map(([, file = ""]) => file);
  };
  await run(["init"], folder.path);
  const first = files();
  expect(first).toHaveLength(2);
  for (const file of first) expect(existsSync(join(ROOT, file)), file).toBe(true);
  expect(JSON.parse(read(".vscode/extensions.json")).recommendations).toContain("redhat.vscode-yaml");
  account.channels.create({ name: "Spring" });
  await run(["export", "--force"], folder.path, env);
  expect(files()).toEqual(first);
});

test("without a key, the template is written, and it is valid with all its examples", async () => {
  const { folder, read, requests } = await init();
  const { code, stdout } = await run(["init"], folder.path);
  expect({ code, requests: requests() }).toEqual({ code: 0, requests: [] });
  expect(stdout).toMatch(/LINK_MANAGEMENT_API_KEY.*not set/);
  const text = read("link-management.yaml");
  expect(check(text).problems).toEqual([]);
  const [, comments = ""] = text.split("\n#\n");
  const entries = comments.replace(/^# /gm, "");
  expect(check(entries).problems).toEqual([]);
  expect(Object.keys(parse(entries)).length).toBeGreaterThan(4);
});

test("overwrites nothing, and sends nothing", async () => {
  const { start, folder, read, requests } = await init();
  folder.write({ "package.json": "{}" });
  const { code, stderr } = await start();
  expect(code).toBe(2);
  expect(stderr).toContain("package.json");
  expect([read("package.json"), existsSync(folder.at("Pulumi.yaml")), requests()]).toEqual(["{}", false, []]);
});

test("writes nothing with a rejected key, and the key into no file", async () => {
  const { folder, start, env } = await init();
  const { code } = await run(["init"], folder.path, { ...env, LINK_MANAGEMENT_API_KEY: "wrong" });
  expect(code).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
  await start();
  for (const file of readdirSync(folder.path, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(
        env.LINK_MANAGEMENT_API_KEY,
      );
});
