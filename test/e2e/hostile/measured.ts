// A node process of its own, with what it used at its end.
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "../support/child";

export interface Measured {
  readonly code: number | string;
  readonly output: string;
  /** Most memory that it had at once. */
  readonly peakMiB: number;
  /** Time of the processor: waiting for a busy machine does not count. */
  readonly seconds: number;
}

export async function measured(args: readonly string[], cwd: string): Promise<Measured> {
  const file = join(tmpdir(), `usage-${randomUUID()}.json`);
  const command = [process.execPath, "--require", join(__dirname, "note-usage.cjs"), ...args];
  const child = new Child(command, { cwd, env: { ...process.env, USAGE_FILE: file } });
  try {
    const code = await child.ended();
    const usage = await readFile(file, "utf8").catch(() => {
      throw new Error(`it ended with ${code} before it reported its usage:\n${child.output.slice(0, 2000)}`);
    });
    return { code, output: child.output, ...JSON.parse(usage) };
  } finally {
    await rm(file, { force: true });
  }
}
