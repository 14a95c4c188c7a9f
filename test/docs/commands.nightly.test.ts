// Every block of commands in the README, the docs and the examples runs as it is written: here, or in the test that the
// table names.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY, type PresetName, startEmulator } from "../../src/emulator/index";
import {
  blocksByHeading,
  codeOf,
  initFrom,
  packed,
  userEnvironment,
  useTarball,
} from "../e2e/support/package";
import { Command, packageRoot } from "../e2e/support/project";

/** The tests of the blocks that do not run here, by page and heading. All headings of the recipes are in one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md: Quick start": "test/e2e/installed.test.ts",
  "docs/recipes.md": "test/docs/recipes.nightly.test.ts",
};

const ran = new Set<string>();

/** The blocks of commands below a heading, such as `docs/plugin.md: Begin`. */
function blocksIn(place: string): string[] {
  ran.add(place);
  const [page = "", heading = ""] = place.split(": ");
  return codeOf(page, heading, "sh");
}

test("in a project", async () => {
  const { folder, tarball, env, service } = await start();
  // So its id is the one of the pages.
  service.account().qrs.create({ type: "link", data: "https://example.com/by-hand", name: "By hand" });
  await cp(join(packageRoot, "templates/project"), folder, { recursive: true });
  await useTarball(tarball, folder);
  await writeFile(join(folder, "link-management.yaml"), codeOf("README.md", "Quick start", "yaml")[0]!);
  await shell("npm install; npx pulumi stack init acme; npx pulumi up --yes", folder, env);
  // Its first command may ask.
  const page = (place: string, answer = "") =>
    shell(answering(blocksIn(place).join("\n"), answer), folder, env);

  expect(await page("docs/config-file.md: Checking the file")).toContain("0 errors");
  const shown = await page("docs/operations.md: show");
  expect(shown).toContain('"name": "By hand"');
  expect(shown).toContain('"type": "qr"');
  expect(await page("docs/operations.md: A right key is rejected")).toContain('"username":"acme"');
  expect(await page("docs/operations.md: After a crash")).toContain("onExisting: { id: 101 }");
  await page("docs/pipelines.md: Pipelines");
  expect(await page("docs/pipelines.md: Review")).toContain("no changes");
  expect(await readFile(join(folder, "review.json"), "utf8")).toContain("fingerprint");
  await page("docs/operations.md: Settings", "another-key");
  expect(await shell("npx pulumi config get link-management:apiKey", folder, env)).toContain("another-key");
});

test("with the plugin", async () => {
  const { ensureYamlHost } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  await ensureYamlHost();
  const { folder, tarball, env: user, service } = await start();
  const env = { ...user, PATH: `${process.env.PULUMI_TEST_BIN}:${user.PATH}` };
  service.account().pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const [yaml = ""] = codeOf("docs/plugin.md", "Begin", "yaml");
  await writeFile(join(folder, "Pulumi.yaml"), yaml);
  const [install = "", add = ""] = blocksIn("docs/plugin.md: Begin");
  await shell(
    install.replace("install --omit=peer pulumi-link-management", `install --omit=peer ${tarball}`),
    folder,
    env,
  );
  await shell("pulumi stack init acme; pulumi up --yes", folder, env);
  expect(service.account().channels.list()[0]?.items).toHaveLength(1);
  // A CLI that is built with Go has no generator of SDKs, so it only finds the package. generated-sdk.nightly.test.ts generates one.
  await shell(add.replace("package add", "package get-schema"), folder, env);

  const [one = "", many = ""] = blocksIn("docs/plugin.md: Import");
  const more = service.account().channels.create({ name: "Autumn" });
  service.clearLog();
  expect(await shell(`${one} --yes`, folder, env)).toMatch(/type: *link-management:Pixel/);
  // What it prints, with another name.
  const ads =
    '  ads: { type: link-management:Pixel, properties: { type: fbpixel, name: Ads, tag: "1" }, options: { protect: true } }\n';
  const autumn = "  autumn: { type: link-management:Channel, properties: { name: Autumn } }\n";
  await writeFile(join(folder, "Pulumi.yaml"), `${yaml}\n${ads}${autumn}`);
  const [preview = "", importing = ""] = many.split("\n");
  await shell(preview, folder, env);
  const objects = JSON.parse(await readFile(join(folder, "objects.json"), "utf8"));
  for (const resource of objects.resources) if (resource.name === "autumn") resource.id = String(more.id);
  await writeFile(join(folder, "objects.json"), JSON.stringify(objects));
  await shell(`${importing} --yes`, folder, env);
  expect(service.log.filter(({ changes }) => changes)).toEqual([]);
});

test("in a repository of many accounts", async () => {
  const { folder, tarball, env, service } = await start();
  const [copy = "", add = ""] = blocksIn("examples/many-accounts/README.md: Many accounts");
  // The published package, and the bucket that every account shares.
  await shell(copy.replace("install pulumi-link-management", `install ${tarball}`), folder, env);
  await useTarball(tarball, folder);
  const script = add.replace("PASSPHRASE=…", "PASSPHRASE=choose-one");
  const output = await shell(answering(script, "demo-key"), folder, { ...env, LINK_MANAGEMENT_API_KEY: "" });
  expect(output).toMatch(/create/);
  expect(service.log.filter(({ changes }) => changes)).toEqual([]);
});

test("with an account of 300 objects, which is adopted with reads only", async () => {
  const { folder, tarball, env, service } = await start();
  const { pixels, channels, qrs } = service.account();
  for (let n = 0; n < 100; n++) {
    pixels.create({ type: "fbpixel", name: `Pixel ${n}`, tag: String(n) });
    channels.create({ name: `Channel ${n}` });
    qrs.create({ type: "link", data: `https://example.com/${n}`, name: `Code ${n}` });
  }
  const writes = () =>
    service.log.filter(({ changes }) => changes).map(({ method, path }) => `${method} ${path}`);
  const [page = ""] = blocksIn("docs/getting-started.md: Getting started with an existing account");
  const [settings = "", , ...next] = page
    .replace("https://…", service.url)
    .replace("API_KEY=…", `API_KEY=${DEMO_KEY}`)
    .replace("PASSPHRASE=…", "PASSPHRASE=choose-one")
    .split("\n");
  const inFolder = (commands: string) => shell(`${settings}\n${commands}`, folder, env);
  const output = await inFolder([initFrom(tarball), ...next].join("\n"));
  expect(output.replace(/^ +/gm, "")).toContain(`Next:\n${next.join("\n")}\n`);
  await inFolder("npx pulumi preview --expect-no-changes");
  expect(writes()).toEqual([]);

  const { id } = channels.list()[0]!;
  channels.update(id, { name: "By hand" });
  const [, rest = ""] = (await readFile(join(packageRoot, "README.md"), "utf8")).split("## Daily work\n");
  const commands = [...rest.split("\n#")[0]!.matchAll(/`(npx [^`]*)`/g)];
  expect(commands.length).toBeGreaterThan(4);
  for (const [, command = ""] of commands) await inFolder(command);
  expect(writes()).toEqual([`PUT /api/channel/${id}/update`]);
});

test("in the example of a program, which is destroyed", async () => {
  const { folder, tarball, env, service } = await start("document");
  const filter = (path: string) => !/node_modules|package-lock/.test(path.slice(packageRoot.length));
  await cp(join(packageRoot, "examples/typescript"), folder, { recursive: true, filter });
  await useTarball(tarball, folder);
  const [page = ""] = blocksIn("examples/typescript/README.md: A TypeScript program");
  const script = page
    .replace("https://links.example.com", service.url)
    .replace("API_KEY=…", `API_KEY=${DEMO_KEY}`)
    .replace("file://~", `file://${folder}`)
    .replace("wifiPassword …", "wifiPassword guests-only-7");
  await shell(script, folder, env);
  const { channels, qrs } = service.account();
  expect(channels.list()).toHaveLength(2);
  const end = ["npm run typecheck", "npx pulumi preview --expect-no-changes", "npx pulumi destroy --yes"];
  await shell(end.join("\n"), folder, { ...env, PULUMI_BACKEND_URL: `file://${folder}` });
  expect([...channels.list(), ...qrs.list()]).toEqual([]);
});

// The last one: the others say what ran.
test("no block is left out", () => {
  const pages = globSync(["README.md", "docs/*.md", "examples/*/README.md"], { cwd: packageRoot });
  const places = pages.flatMap((page) =>
    [...blocksByHeading(page)]
      .filter(([, blocks]) => blocks.some(({ language }) => language === "sh"))
      .map(([heading]) => `${page}: ${heading}`),
  );
  const isElsewhere = (place: string) => Object.keys(ELSEWHERE).some((one) => place.startsWith(one));
  expect(places.filter((place) => !ran.has(place) && !isElsewhere(place))).toEqual([]);
});

async function start(preset: PresetName = "observed") {
  const { folder: base, tarball } = await packed();
  const service = await startEmulator({ rateLimit: 100_000, preset });
  onTestFinished(() => service.close());
  const folder = join(base, "project");
  await mkdir(folder);
  await mkdir(join(base, ".state"));
  return { folder, tarball, service, env: await userEnvironment(base, service.url) };
}

function answering(script: string, answer: string): string {
  return script.replace(/^.*config set --secret .*$/m, (line) => `exec <<< '${answer}'\n${line}`);
}

async function shell(script: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await new Command(["bash", "-e", "-c", script], folder, env).ended;
  expect(code, `${script}\n${output}`).toBe(0);
  return output;
}
