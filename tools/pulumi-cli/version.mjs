// The pinned version of the CLI and its folder in the cache. Follows lib/resolve.js and lib/cache.js of the npm package
// `pulumi`, because both share the cache.

import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A failure that the user can fix. The message is complete without a stack. */
export class SetupError extends Error {
  name = "SetupError";
}

/** The pinned version, without a leading "v". PULUMI_VERSION takes precedence over package.json. */
export function pinnedVersion(projectDir, env) {
  if (env.PULUMI_VERSION) return env.PULUMI_VERSION;
  const manifest = path.join(projectDir, "package.json");
  const { devDependencies, dependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  const version = devDependencies?.pulumi ?? dependencies?.pulumi;
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? "")) {
    throw new SetupError(
      `${manifest} must pin an exact version of "pulumi" in devDependencies, but has ${JSON.stringify(version)}`,
    );
  }
  return version;
}

/** The folder in the cache that contains `bin`. */
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
