// `npm run pictures`: takes the picture of the README, of a real run on the emulator. Needs Chromium,
// pngquant and the fonts of page.css (on Debian: apt-get install chromium pngquant fonts-liberation fonts-dejavu).
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { marked } from "marked";
import { root } from "./dist.mjs";
import { DEMO_KEY, emulatorEnvironment, startEmulator } from "./emulator.mjs";

/** Of the emulator, also as Markdown has it: with references for characters. */
const ADDRESS = /127((\.|&#46;)[01]){3}(:|&#58;)\d+/g;
const folder = await mkdtemp(join(tmpdir(), "pictures-"));
const configFile = join(folder, "links.yaml");
// With the real limit of 30 requests per minute, the script would have to wait.
const emulator = await startEmulator({
  rateLimit: 1000,
  preset: "observed",
  accounts: [{ username: "bluebird", keys: [DEMO_KEY] }],
});
const env = { ...(await emulatorEnvironment(folder, emulator)), LINK_MANAGEMENT_FILE: "links.yaml" };
const { channels, qrs } = emulator.account();
try {
  await createProject();
  await pulumi("stack", "init", "bluebird");
  // One object after the other: their ids are the same in every run.
  await pulumi("up", "--yes", "--skip-preview", "--parallel", "1");
  qrs.update(qrs.list()[0].id, { scans: 1204 });
  channels.update(channels.list()[0].id, { name: "April" });
  await changeConfig();
  await takePicture(await review());
} finally {
  await emulator.close();
  await rm(folder, { recursive: true });
}

async function createProject() {
  const main = "node_modules/pulumi-link-management/dist/program.js";
  const project = "name: links\nruntime: { name: nodejs, options: { typescript: false } }\n";
  await mkdir(join(folder, "node_modules/@pulumi"), { recursive: true });
  await symlink(root, join(folder, "node_modules/pulumi-link-management"));
  await symlink(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ main }));
  await writeFile(join(folder, "Pulumi.yaml"), project);
  await copyFile(join(root, "tools/pictures/links.yaml"), configFile);
}

/** What a pull request changes. */
async function changeConfig() {
  const config = await readFile(configFile, "utf8");
  await writeFile(configFile, config.replace("G-7K2P", "G-9M3T").replace("type: text", "type: link"));
}

async function run(command, args) {
  return (await promisify(execFile)(command, args, { cwd: folder, env })).stdout;
}

function pulumi(...args) {
  return run("pulumi", [...args, "--non-interactive"]);
}

async function review() {
  const main = join(root, "dist/commands/main.js");
  const sourceUrl = "https://github.com/bluebird/links/blob/main";
  await run(process.execPath, [main, "review", "--output", "review.md", "--source-url", sourceUrl]);
  // Every run has another one.
  return (await readFile(join(folder, "review.md"), "utf8")).replace(ADDRESS, "links.example.com");
}

/** As high as its content. */
async function takePicture(markdown) {
  const css = await readFile(join(root, "tools/pictures/page.css"), "utf8");
  const page = join(folder, "page.html");
  const picture = join(root, `docs/images/review.png`);
  const measure = "document.title = document.documentElement.offsetHeight";
  const head = `<!doctype html><meta charset="utf-8"><title></title><style>${css}</style>`;
  await writeFile(page, `${head}<body onload="${measure}">${marked.parse(markdown)}`);
  const [, height] = /<title>(\d+)/.exec(await chromium(page, "--dump-dom"));
  await chromium(page, `--window-size=800,${height}`, `--screenshot=${picture}`);
  await run("pngquant", ["32", "--nofs", "--force", "--ext", ".png", picture]);
}

function chromium(page, ...options) {
  const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const start = ["--headless", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-quic"];
  const look = ["--force-device-scale-factor=2", "--disable-lcd-text", "--hide-scrollbars"];
  const profile = `--user-data-dir=${join(folder, "browser")}`;
  return run("chromium", [...start, ...offline, ...look, profile, ...options, `file://${page}`]);
}
