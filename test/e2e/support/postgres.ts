// A PostgreSQL server of its own: in a temporary folder, on a free port of the loopback interface.
import { execFileSync, spawnSync } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { globSync } from "tinyglobby";
import { onTestFinished } from "vitest";
import { freePort } from "./package";

/** The folder of the server's programs, or `undefined` if PostgreSQL is not installed. Debian adds it to no PATH. */
export function postgresFolder(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  folders.push(...globSync("/usr/lib/postgresql/*/bin", { onlyDirectories: true }));
  return folders.find((folder) => spawnSync(join(folder, "initdb"), ["--version"]).status === 0);
}

/** Stopped and removed at the end of the test. @returns the address as a Pulumi backend */
export async function startPostgres(programs: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "link-management-postgres-"));
  const user = await owner(folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), ["-D", join(folder, "data"), ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      ...user,
    });
  const port = await freePort();
  run("initdb", "--username=pulumi", "--auth=trust", "--no-sync");
  run("pg_ctl", "start", "-w", "-l", join(folder, "log"), "-o", `-p ${port} -h 127.0.0.1 -k ${folder} -F`);
  onTestFinished(async () => {
    run("pg_ctl", "stop", "-w", "-m", "immediate");
    await rm(folder, { recursive: true, force: true });
  });
  return `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable`;
}

/** The server refuses to run as root. */
async function owner(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ["-u", "-g"].map((option) => Number(execFileSync("id", [option, "nobody"])));
  await chown(folder, uid, gid);
  return { uid, gid };
}
