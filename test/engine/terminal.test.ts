import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { showsProgressLive } from "../../src/provider/terminal";

const ENV = { TERM: "xterm" };

/** The pid of a process that is called `pulumi` with these arguments and waits until the test is over. */
async function pulumi(args: readonly string[], where: "on a terminal" | "in a pipe"): Promise<number> {
  const wait = "console.log(String(process.pid)); setInterval(() => {}, 1e6)";
  const begin = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(wait)}, "--", ...${JSON.stringify(args)}], { argv0: "pulumi", stdio: "inherit" })`;
  const node = [process.execPath, "-e", begin];
  const quoted = node.map((word) => `'${word}'`).join(" ");
  const command = where === "in a pipe" ? node : ["script", "-q", "-e", "-c", quoted, "/dev/null"];
  const [file = "", ...rest] = command;
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const closed = once(child, "exit");
  onTestFinished(async () => {
    process.kill(-(child.pid as number), "SIGKILL");
    await closed;
  });
  for await (const chunk of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    const pid = /\d+/.exec(chunk);
    if (pid) return Number(pid[0]);
  }
  throw new Error("the command ended without its pid");
}

/** Why no terminal can be had here. */
function missing(): string | undefined {
  try {
    execFileSync("ps", ["-o", "ppid=,args=", "-p", String(process.pid)]);
    const isUsable = execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
    return isUsable ? undefined : "no `script` of util-linux, which makes a terminal";
  } catch (error) {
    return `${(error as Error).message}: no terminal can be made here`;
  }
}

test("a command on a terminal shows its progress live", async ({ skip }) => {
  const reason = missing();
  if (reason !== undefined) skip(reason);
  expect(await showsProgressLive(await pulumi(["up", "--yes"], "on a terminal"), ENV)).toBe(true);
});

test.for(["--non-interactive", "--diff", "--json", "-j"])(
  "with %s it writes line by line, also on a terminal",
  async (option, { skip }) => {
    const reason = missing();
    if (reason !== undefined) skip(reason);
    expect(await showsProgressLive(await pulumi(["up", option], "on a terminal"), ENV)).toBe(false);
  },
);

test("a command in a pipe writes line by line", async () => {
  expect(await showsProgressLive(await pulumi(["up", "--yes"], "in a pipe"), ENV)).toBe(false);
});

test("so does one in a CI service, on a dumb terminal, and one that is not found", async ({ skip }) => {
  const reason = missing();
  if (reason !== undefined) skip(reason);
  const pid = await pulumi(["up", "--yes"], "on a terminal");
  expect(await showsProgressLive(pid, { ...ENV, CI: "true" })).toBe(false);
  expect(await showsProgressLive(pid, { TERM: "dumb" })).toBe(false);
  expect(await showsProgressLive(1, ENV)).toBe(false);
});
