// A PULUMI_HOME with the CLI of the tests, which `npx pulumi` then uses instead of a download.
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "./package-root";

/** @returns `home` */
export async function homeOfCli(home: string): Promise<string> {
  const { version } = require(join(packageRoot, "node_modules/pulumi/package.json"));
  await mkdir(join(home, "versions", version), { recursive: true });
  await symlink(process.env.PULUMI_TEST_BIN ?? "", join(home, "versions", version, "bin"));
  return home;
}
