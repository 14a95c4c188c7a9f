// Builds the pinned version of the CLI from its Go modules, for machines that reach a Go module proxy but not the
// official download. The go.mod and go.sum files in this folder pin the sources.

import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PARTS } from "./inspect.mjs";
import { run } from "./run.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const CLI_MODULE = path.join(here, "cli");
const HOST_MODULE = path.join(here, "language-nodejs");
const WRAPPER = path.join(here, "pulumi-language-nodejs.sh");

const CLI_PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const HOST_PACKAGE = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

export const buildMethod = {
  name: "build",
  title: "Building with Go",
  get remedy() {
    return `install Go ${goDirective()} or newer, with access to a Go module proxy and about 4 GB of disk`;
  },

  /** Returns the reason for a failure, or undefined. */
  async install({ version, root, temp, env, projectDir, onProgress, signal }) {
    if (process.platform === "win32") return "only Linux and macOS are supported";
    if (version !== buildableVersion()) {
      return `${CLI_MODULE}/go.mod is for ${buildableVersion()}, not for ${version} (its first comment says how to update it)`;
    }
    const dynamicProvider = resolveDynamicProvider(projectDir);
    if (!dynamicProvider)
      return `the npm package "@pulumi/pulumi" is not installed in ${projectDir}: run npm ci`;

    // A Go workspace file or a cross-compilation target would change the build. A killed `go` leaves its temporary
    // folder behind, so it is inside the staging folder.
    const goEnv = { ...env, GOWORK: "off", CGO_ENABLED: "0", GOOS: "", GOARCH: "", GOTMPDIR: temp };
    const build = (cwd, step, args) => goBuild(cwd, args, { env: goEnv, signal, step, onProgress });

    const unusable = await whyGoIsUnusable(goEnv, signal);
    if (unusable) return unusable;

    const bin = path.join(root, "bin");
    const libexec = path.join(root, "libexec");
    for (const dir of [bin, libexec]) mkdirSync(dir, { recursive: true });
    const failed =
      (await build(CLI_MODULE, `building the Pulumi CLI ${version} with Go`, [
        ...["-tags", "osusergo,grpcnotrace", "-ldflags", `-s -w -X ${VERSION_VARIABLE}=v${version}`],
        ...["-o", path.join(bin, PARTS.cli), CLI_PACKAGE],
      ])) ??
      (await build(HOST_MODULE, "building the Node language host with Go", [
        ...["-ldflags", "-s -w", "-o", path.join(libexec, PARTS.languageHost), HOST_PACKAGE],
      ]));
    if (failed) return failed;

    installScript(WRAPPER, path.join(bin, PARTS.languageHost));
    installScript(dynamicProvider, path.join(bin, PARTS.dynamicProvider));
    return undefined;
  },
};

/** Replaces the script of an earlier build, which may ignore options of Pulumi.yaml. Running programs keep the old one. */
export function updateLanguageHost(root) {
  if (!existsSync(path.join(root, "libexec", PARTS.languageHost))) return;
  const installed = path.join(root, "bin", PARTS.languageHost);
  if (readFileSync(installed, "utf8") === readFileSync(WRAPPER, "utf8")) return;
  const staged = path.join(root, "libexec", `${PARTS.languageHost}.${process.pid}`);
  installScript(WRAPPER, staged);
  renameSync(staged, installed);
}

/** The version that go.mod pins. A test keeps it equal to the one in package.json. */
export function buildableVersion() {
  return /github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/.exec(goMod())[1];
}

const goMod = () => readFileSync(path.join(CLI_MODULE, "go.mod"), "utf8");
const goDirective = () => /^go (\S+)/m.exec(goMod())[1];

/** Runs in the module's folder: there, go also fails if it is too old for the module and cannot fetch a newer one. */
async function whyGoIsUnusable(env, signal) {
  try {
    const { code, lastLines } = await run("go", ["env", "GOVERSION"], { cwd: CLI_MODULE, env, signal });
    return code === 0 ? undefined : lastLines.at(-1);
  } catch (error) {
    if (error.code === "ENOENT") return "Go is not installed";
    throw error;
  }
}

async function goBuild(cwd, args, { env, signal, step, onProgress }) {
  onProgress({ kind: "step", step });
  let modules = 0;
  let packages = 0;
  const onLine = (line) => {
    if (line.startsWith("go: downloading ")) modules++;
    else packages++;
    const detail = packages ? `${packages} packages compiled` : `${modules} modules downloaded`;
    onProgress({ kind: "step", step, detail });
  };
  // -v prints each package as it is compiled. -buildvcs=false: a copy of this folder may not be a git repository.
  const flags = ["-v", "-mod=readonly", "-buildvcs=false", "-trimpath"];
  const { code, lastLines } = await run("go", ["build", ...flags, ...args], { cwd, env, signal, onLine });
  return code === 0 ? undefined : `go build failed with ${code}\n${lastLines.slice(-5).join("\n")}`;
}

function resolveDynamicProvider(projectDir) {
  try {
    const require = createRequire(path.join(projectDir, "package.json"));
    return require.resolve("@pulumi/pulumi/pulumi-resource-pulumi-nodejs");
  } catch {
    return undefined;
  }
}

function installScript(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}
