// The package as its users get it: packed into a tarball, and installed from that.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaveFolder } from "./leavings";
import { packageRoot } from "./package-root";
import { run } from "./project";

export interface Packed {
  tarball: string;
  /** Paths in it. */
  files: string[];
}

/** A new folder, for a test file to remove at its end. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "link-management-"));
  const remove = async () => {
    await leaveFolder(path);
    await rm(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** What `npm publish` would send. It takes dist as it is, since tests run beside each other on one build. */
export async function pack(into: string): Promise<Packed> {
  const { stdout } = await npm(packageRoot, "pack", "--ignore-scripts", "--json", "--pack-destination", into);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(into, filename), files: files.map(({ path }) => path) };
}

/** Installs the tarball beside the SDK, as a user's package.json names both; the answer is the node_modules. */
export async function install(folder: string, { tarball }: Packed, ...options: string[]): Promise<string> {
  const { devDependencies } = require(join(packageRoot, "package.json"));
  const dependencies = {
    "@pulumi/pulumi": devDependencies["@pulumi/pulumi"],
    "pulumi-link-management": `file:${tarball}`,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await npm(folder, "install", ...options);
  return join(folder, "node_modules");
}

/** Runs npm, which must succeed; from its cache where it can. */
export async function npm(cwd: string, ...args: string[]) {
  const env = {
    ...process.env,
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const result = await run(["npm", ...args], cwd, env);
  if (result.code !== 0) throw new Error(`npm ${args.join(" ")}:\n${result.output}`);
  return result;
}
