// `init`: the files of a new project, for the account of the key.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { argsOf, check } from "../config/support/config";
import { Folder } from "../config/support/folder";
import { startAccount } from "./support/account";
import { run } from "./support/run";

const ROOT = join(__dirname, "../..");
const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

async function init(...args: string[]) {
  const started = await startAccount();
  const folder = new Folder();
  const start = () => run(["init", ...args], folder.path, started.env);
  const read = (file: string) => readFileSync(folder.at(file), "utf8");
  return { ...started, folder, start, read };
}

test("writes a project with the objects of the account, and says what comes next", async () => {
  const { start, read, account, requests } = await init();
  account.channels.create({ name: "Spring" });
  const { code, stdout } = await start();
  expect(code).toBe(0);
  expect(stdout).toContain("acme");
  expect(stdout).toContain("npm install");
  expect(argsOf(read("link-management.yaml"))).toMatchObject({ spring: { name: "Spring" } });
  expect(check(read("link-management.yaml")).expect).toMatchObject({ username: "acme" });
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("names the versions that this package is tested with, and the address", async () => {
  const { start, read, env } = await init();
  await start();
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  expect(dependencies["pulumi-link-management"]).toBe(own.version);
  expect({ ...dependencies, ...devDependencies }).toMatchObject({
    "@pulumi/pulumi": own.devDependencies["@pulumi/pulumi"],
    pulumi: own.devDependencies.pulumi,
  });
  expect(parse(read("Pulumi.yaml"))).toMatchObject({
    runtime: { name: "nodejs" },
    backend: { url: "file://.?metadata=skip" },
    config: { "link-management:baseUrl": env.LINK_MANAGEMENT_BASE_URL },
  });
});

test("git ignores packages and state, and no file has the key", async () => {
  const { start, folder, read, env } = await init();
  await start();
  expect(read(".gitignore").split("\n")).toEqual(expect.arrayContaining(["node_modules/", ".pulumi/"]));
  for (const file of readdirSync(folder.path, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(
        env.LINK_MANAGEMENT_API_KEY,
      );
});

test.each([
  ["/node_modules\n.pulumi\nemulator.json", "/node_modules\n.pulumi\nemulator.json"],
  ["# Node\nnode_modules/\n", "# Node\nnode_modules/\n.pulumi/\nemulator.json\n"],
  ["dist", "dist\nnode_modules/\n.pulumi/\nemulator.json\n"],
])("a .gitignore keeps its lines and gets what it lacks: %j", async (before, after) => {
  const { start, folder, read } = await init();
  folder.write({ ".gitignore": before });
  expect(await start()).toMatchObject({ code: 0 });
  expect(read(".gitignore")).toBe(after);
});

test("the config begins with the page that explains it, also after a later export", async () => {
  const { folder, read, account, env } = await init();
  const page = () => {
    const [, , file = ""] =
      read("link-management.yaml").match(/^.*\n# .*(node_modules\/([^/]+\/\S+\.md))\n/) ?? [];
    return file.replace(`${own.name}/`, "");
  };
  await run(["init"], folder.path);
  expect(existsSync(join(ROOT, page())), page()).toBe(true);
  const first = page();
  account.channels.create({ name: "Spring" });
  await run(["export", "--force"], folder.path, env);
  expect(page()).toBe(first);
});

test("VS Code recommends the YAML extension, which finds the schema in the first line of the config", async () => {
  const { start, read } = await init();
  await start();
  expect(JSON.parse(read(".vscode/extensions.json")).recommendations).toContain("redhat.vscode-yaml");
  const [, file = ""] =
    read("link-management.yaml").match(/^# yaml-language-server: \$schema=\.\/(\S+)\n/) ?? [];
  expect(existsSync(join(ROOT, file.replace(`node_modules/${own.name}/`, ""))), file).toBe(true);
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

test("an empty account gets its name and the examples", async () => {
  const { start, read } = await init();
  await start();
  const text = read("link-management.yaml");
  expect(check(text)).toMatchObject({ problems: [], expect: { username: "acme" } });
  expect(text).toContain("# pixels:");
});

test("the next commands have a preview before the first up, and nothing that is set already", async () => {
  const { start } = await init();
  const { stdout } = await start();
  const [, commands = ""] = stdout.split("Next:\n");
  expect(commands.trim().split(/\n +/)).toEqual([
    "export PULUMI_CONFIG_PASSPHRASE=…",
    "npm install",
    "npx pulumi stack init acme",
    "npx pulumi preview",
    "npx pulumi up",
  ]);
});

test("wrong usage writes nothing", async () => {
  const { folder } = await init();
  const { code, stderr } = await run(["init", "--yes"], folder.path);
  expect({ code, files: readdirSync(folder.path) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain("--yes");
});

test("overwrites nothing, and sends nothing", async () => {
  const { start, folder, read, requests } = await init();
  folder.write({ "package.json": "{}" });
  const { code, stderr } = await start();
  expect(code).toBe(2);
  expect(stderr).toContain("package.json");
  expect([read("package.json"), existsSync(folder.at("Pulumi.yaml")), requests()]).toEqual(["{}", false, []]);
});

test.each([".gitignore", ".vscode", "Pulumi.yaml"])("follows no symbolic link: %s", async (name) => {
  const { start, folder, requests } = await init();
  const other = new Folder();
  other.write({ "a/b": "kept" });
  symlinkSync(other.at(name === ".vscode" ? "a" : "a/b"), folder.at(name));
  const { code, stderr } = await start();
  expect({ code, requests: requests() }).toEqual({ code: 2, requests: [] });
  expect(stderr).toContain(name);
  expect([readdirSync(folder.path), readdirSync(other.at("a"))]).toEqual([[name], ["b"]]);
  expect(readFileSync(other.at("a/b"), "utf8")).toBe("kept");
});

test("names a .gitignore that is a folder, and writes nothing", async () => {
  const { start, folder, requests } = await init();
  mkdirSync(folder.at(".gitignore"));
  const { code, stderr } = await start();
  expect({ code, requests: requests() }).toEqual({ code: 2, requests: [] });
  expect(stderr).toContain(".gitignore is a folder");
  expect(readdirSync(folder.path)).toEqual([".gitignore"]);
});

test("writes nothing with a rejected key", async () => {
  const { folder, env } = await init();
  const { code } = await run(["init"], folder.path, { ...env, LINK_MANAGEMENT_API_KEY: "wrong" });
  expect(code).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
});
