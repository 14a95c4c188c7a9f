// The same version of the CLI, built from its Go modules, for machines that reach a Go module proxy but not the
// official download. go.mod and go.sum of both modules are part of this repository, so the sources are pinned.

import { chmodSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./child.mjs";
import { PARTS } from "./inspect.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const CLI_MODULE = path.join(here, "cli");
const HOST_MODULE = path.join(here, "language-nodejs");

const CLI_PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const HOST_PACKAGE = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

export const BuildWay = {
  name: "build",
  title: "A build with Go",
  get remedy() {
    return `install Go ${goDirective()} or newer and let it reach a Go module proxy (about 4 GB of disk while it builds)`;
  },

  /** Returns why it did not work, or undefined. */
  async install({ version, root, temp, env, projectDir, onProgress, signal }) {
    if (process.platform === "win32") return "only Linux and macOS are supported";
    if (version !== buildableVersion()) {
      return `${CLI_MODULE}/go.mod is for ${buildableVersion()}, not for ${version} (see the comment in it)`;
    }
    const dynamic = resolveDynamicProvider(projectDir);
    if (!dynamic) return `the npm package "@pulumi/pulumi" is not installed in ${projectDir} (npm ci)`;

    // A work space file above us or flags for another target would change what is built. Go's own temporary folder lies
    // in the stage, because a killed go leaves it behind.
    const goEnv = { ...env, GOWORK: "off", CGO_ENABLED: "0", GOOS: "", GOARCH: "", GOTMPDIR: temp };
    const goBuild = (cwd, step, args) =>
      build(cwd, ["go", ...args], { env: goEnv, signal, step, onProgress });

    const missing = await whyNoGo(goEnv, signal);
    if (missing) return missing;

    const bin = path.join(root, "bin");
    const libexec = path.join(root, "libexec");
    for (const dir of [bin, libexec]) mkdirSync(dir, { recursive: true });
    const failed =
      (await goBuild(CLI_MODULE, `building the Pulumi CLI ${version} with Go`, [
        ...["-tags", "osusergo,grpcnotrace", "-ldflags", `-s -w -X ${VERSION_VARIABLE}=v${version}`],
        ...["-o", path.join(bin, PARTS.cli), CLI_PACKAGE],
      ])) ??
      (await goBuild(HOST_MODULE, "building its language host for Node with Go", [
        ...["-ldflags", "-s -w", "-o", path.join(libexec, PARTS.languageHost), HOST_PACKAGE],
      ]));
    if (failed) return failed;

    installScript(path.join(here, "pulumi-language-nodejs.sh"), path.join(bin, PARTS.languageHost));
    installScript(dynamic, path.join(bin, PARTS.dynamic));
    return undefined;
  },
};

/** The version that go.mod pins; a test keeps it equal to the one in package.json. */
export function buildableVersion() {
  return /github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/.exec(goMod())[1];
}

const goMod = () => readFileSync(path.join(CLI_MODULE, "go.mod"), "utf8");
const goDirective = () => /^go (\S+)/m.exec(goMod())[1];

/** Asked inside the module, go also says when it is older than the module needs and may not fetch a newer one. */
async function whyNoGo(env, signal) {
  try {
    const { code, lastLines } = await run("go", ["env", "GOVERSION"], { cwd: CLI_MODULE, env, signal });
    return code === 0 ? undefined : lastLines.at(-1);
  } catch (error) {
    if (error.code === "ENOENT") return "Go is not installed";
    throw error;
  }
}

async function build(cwd, [go, ...args], { env, signal, step, onProgress }) {
  onProgress({ kind: "step", step });
  let modules = 0;
  let packages = 0;
  const onLine = (line) => {
    if (line.startsWith("go: downloading ")) modules++;
    else packages++;
    const detail = packages ? `${packages} packages compiled` : `${modules} modules fetched`;
    onProgress({ kind: "step", step, detail });
  };
  // -v names each package as it is compiled; -buildvcs=false, because a copy of this folder may lack git.
  const flags = ["-v", "-mod=readonly", "-buildvcs=false", "-trimpath"];
  const { code, lastLines } = await run(go, ["build", ...flags, ...args], { cwd, env, signal, onLine });
  return code === 0 ? undefined : `go build ended with ${code}\n${lastLines.slice(-5).join("\n")}`;
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
