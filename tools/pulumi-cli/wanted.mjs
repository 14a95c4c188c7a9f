// Which version of the CLI is wanted and where it belongs: the same answers as the npm package `pulumi` gives
// (its lib/resolve.js and lib/cache.js), because both must meet in one cache.

import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A failure that its reader can do something about: the message says it all. */
export class SetupError extends Error {
  name = "SetupError";
}

/** The version as the cache spells it: without a leading "v". */
export function wantedVersion(projectDir, env) {
  if (env.PULUMI_VERSION) return env.PULUMI_VERSION;
  const manifest = path.join(projectDir, "package.json");
  const { devDependencies, dependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  const pinned = devDependencies?.pulumi ?? dependencies?.pulumi;
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(pinned ?? "")) {
    throw new SetupError(
      `${manifest} must pin an exact version of "pulumi" in devDependencies, but has ${JSON.stringify(pinned)}`,
    );
  }
  return pinned;
}

/** The folder that holds `bin`. */
export function installRoot(version, env) {
  const home = env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  return path.resolve(home, "versions", version);
}

/** Negative, zero or positive, as for sort(). A pre-release comes before its release. */
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => {
    const [core, ...pre] = version.replace(/^v/, "").split("+")[0].split("-");
    return { core: core.split(".").map(Number), pre: pre.join("-") };
  });
  for (let i = 0; i < 3; i++) {
    const difference = (left.core[i] ?? 0) - (right.core[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.pre === right.pre) return 0;
  if (!left.pre || !right.pre) return left.pre ? -1 : 1;
  return left.pre < right.pre ? -1 : 1;
}
