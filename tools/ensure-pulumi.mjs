#!/usr/bin/env node
// Finds or installs the Pulumi CLI that package.json pins, and prints the folder to add to PATH. Order: the cache, which
// the npm package `pulumi` shares, the same version on PATH, the official download, a build with Go.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const version = require("../package.json").devDependencies.pulumi;
const sources = fileURLToPath(new URL("pulumi-cli", import.meta.url));
const target = resolve(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "versions", version);
const hostScript = "pulumi-language-nodejs";
const yamlHost = "pulumi-language-yaml";
const providerScript = "pulumi-resource-pulumi-nodejs";

/** Returns the folder of the CLI and its language host. If every way fails, the error says what to do. */
export async function ensurePulumi() {
  const bin = join(target, "bin");
  if (isUsable(bin)) return bin;
  const onPath = pathFolders()
    .filter((folder) => existsSync(join(folder, "pulumi")))
    // A link such as /usr/local/bin/pulumi points to the folder of the language host.
    .map((folder) => dirname(realpathSync(join(folder, "pulumi"))))
    .find(isUsable);
  if (onPath) return onPath;
  await install();
  return bin;
}

/** As `ensurePulumi`, with the language host of Pulumi YAML, by which the plugin is tested. A download has it already. */
export async function ensureYamlHost() {
  const bin = await ensurePulumi();
  const host = join(bin, yamlHost);
  if (existsSync(host)) return bin;
  say("Building the language host of Pulumi YAML: about 2 minutes on 2 cores, only once");
  const staged = `${host}.${process.pid}`;
  goBuild("language-yaml", `github.com/pulumi/pulumi-yaml/cmd/${yamlHost}`, staged, ["-ldflags", "-s -w"]);
  renameSync(staged, host);
  return bin;
}

function isUsable(bin) {
  if (!existsSync(join(bin, hostScript))) return false;
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = spawnSync(join(bin, "pulumi"), ["version"], { env, encoding: "utf8", timeout: 20_000 });
  return stdout?.trim() === `v${version}`;
}

/** The folders of PATH, without those in which `pulumi` is the command of the npm package: it would download the CLI. */
function pathFolders() {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => {
    const file = join(folder, "pulumi");
    return isAbsolute(folder) && !(existsSync(file) && realpathSync(file).includes("/node_modules/"));
  });
}

async function install() {
  const failures = [];
  for (const way of [download, build]) {
    // Renamed when it is complete, so that a killed run leaves no partial CLI behind.
    const staged = `${target}.${process.pid}`;
    mkdirSync(staged, { recursive: true });
    try {
      await way(staged);
      if (!isUsable(join(staged, "bin"))) throw new Error(`the installed CLI does not print v${version}`);
      publish(staged);
      return;
    } catch (error) {
      failures.push(`  ${way.name}: ${error.message}`);
    } finally {
      rmSync(staged, { recursive: true, force: true });
    }
  }
  throw new Error(
    [
      `The Pulumi CLI ${version} could not be installed:`,
      ...failures,
      "Do one of these:",
      "  allow this machine to download from get.pulumi.com and github.com",
      "  install Go, and allow it a Go module proxy and 4 GB of disk",
      `  put the Pulumi CLI ${version} on PATH`,
    ].join("\n"),
  );
}

/** Another process may have installed the CLI meanwhile, and may use it. */
function publish(staged) {
  if (isUsable(join(target, "bin"))) return;
  rmSync(target, { recursive: true, force: true });
  renameSync(staged, target);
}

/** Runs the installer of the npm package `pulumi`. */
async function download(staged) {
  say(`Downloading the Pulumi CLI ${version}`);
  const { installCLI } = require("pulumi/lib/download");
  await installCLI(version, staged, {
    fetchText,
    execScript: (script, args) =>
      run("/bin/sh", [script, ...args], {
        cwd: staged,
        // The installer asks the `pulumi` on PATH for its version.
        env: { ...process.env, PATH: pathFolders().join(delimiter) },
        timeout: 600_000,
      }),
  });
}

/** With a time-out: a firewall may drop packets, and the installer would wait for minutes. */
async function fetchText(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch((error) => {
    throw new Error(`${url}: ${error.cause?.message ?? error.message}`);
  });
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.text();
}

/** Builds the modules in the folder pulumi-cli. */
function build(staged) {
  const goMod = readFileSync(join(sources, "cli/go.mod"), "utf8");
  if (!goMod.includes(`github.com/pulumi/pulumi/pkg/v3 v${version}`)) {
    throw new Error(
      "tools/pulumi-cli/cli/go.mod is for another version: update it as its first comment says",
    );
  }
  const provider = require.resolve(`@pulumi/pulumi/${providerScript}`);
  const bin = join(staged, "bin");
  mkdirSync(bin);

  say(`The download failed. Building ${version} with Go: about 5 minutes on 2 cores, only once`);
  const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
  goBuild("cli", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", join(bin, "pulumi"), [
    ...["-tags", "osusergo,grpcnotrace", "-ldflags", `-s -w -X ${versionVariable}=v${version}`],
  ]);
  say("Building its language host for Node: less than a minute");
  const host = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
  goBuild("language-nodejs", host, join(staged, "libexec", hostScript), ["-ldflags", "-s -w"]);

  copyFileSync(join(sources, `${hostScript}.sh`), join(bin, hostScript));
  copyFileSync(provider, join(bin, providerScript));
}

function goBuild(module, name, output, flags) {
  // A copy of this folder may be no git repository.
  run("go", ["build", "-mod=readonly", "-buildvcs=false", "-trimpath", ...flags, "-o", output, name], {
    cwd: join(sources, module),
    // A workspace file or another target would change the build.
    env: { ...process.env, GOWORK: "off", CGO_ENABLED: "0", GOOS: "", GOARCH: "" },
  });
}

/** Runs a program that must succeed. Its last lines explain a failure. */
function run(command, args, options) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error?.code === "ENOENT") throw new Error(`${command} is not installed`);
  if (error) throw error;
  if (status === 0) return;
  const lines = `${stdout}${stderr}`.trim().split("\n");
  throw new Error(`${command} failed\n${lines.slice(-5).join("\n")}`);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await ensurePulumi()}\n`);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
