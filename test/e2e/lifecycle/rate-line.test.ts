// The line about the rate limit, as the CLI shows it: live on a terminal, once a minute anywhere else.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { run } from "../support/project";
import { program, project } from "./support";

/** One more than a window has, in a window long enough to count down in. */
const WINDOW = { rateLimit: 10, windowMs: 8000, dialect: { resetFormat: "epochMs" } } as const;
/** The preview waits for its fourth request, the update for a list and the creates. */
const THREE_AT_ONCE = { rateLimit: 3, windowMs: 6000, dialect: { resetFormat: "epochMs" } } as const;

const waitingStack = () =>
  project(
    program(
      'for (let i = 0; i < 12; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });',
    ),
    WINDOW,
  );

const secondsShown = (output: string): number[] =>
  [...output.matchAll(/rate limit: \d+ requests? waits?, next window in (\d+) s/g)].map(([, s]) => Number(s));

/** Only what the CLI needs: the variables of a CI service would turn its live display off. */
function environmentOfTerminal({ env }: Project): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter((name) =>
    /^(PATH|HOME|TMPDIR|PULUMI_.*|LINK_MANAGEMENT_.*)$/.test(name),
  );
  return { ...Object.fromEntries(names.map((name) => [name, env[name]])), TERM: "xterm" };
}

async function hasScript({ folder, env }: Project): Promise<boolean> {
  try {
    return (await run(["script", "--version"], folder, env)).stdout.includes("util-linux");
  } catch {
    return false;
  }
}

describe("while requests wait for the rate limit", () => {
  test("a command without a terminal has one line a minute in each of its phases", async () => {
    const app = await project(
      program(`
        new Pixel("ads", { type: "forum", name: "Ads", tag: "1" });
        new Domain("go", { domain: "https://go.example.com" });
        new Channel("spring", { name: "Spring" });
      `),
      THREE_AT_ONCE,
    );
    const begun = performance.now();
    const output = await app.pulumi("up", "--yes");
    const most = 1 + Math.floor((performance.now() - begun) / 60_000);
    for (const phase of output.split(/^Updating/m)) {
      const lines = secondsShown(phase);
      expect(lines.length, output).toBeGreaterThanOrEqual(1);
      expect(lines.length, output).toBeLessThanOrEqual(most);
      expect(phase.split("Resources:")[1]).not.toContain("rate limit");
    }
    expect(output.split(/^Updating/m)).toHaveLength(2);
  });

  test("a terminal shows a line that counts down, and is gone at the end", async ({ skip }) => {
    const app = await waitingStack();
    if (!(await hasScript(app))) skip("no `script` of util-linux, which gives the CLI a terminal");
    const command = "stty rows 50 cols 200; exec pulumi up --yes --skip-preview --color never";
    const terminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"];
    const { code, output } = await run(terminal, app.folder, environmentOfTerminal(app));
    expect(code, output).toBe(0);
    const seconds = [...new Set(secondsShown(output))];
    expect(seconds.length).toBeGreaterThanOrEqual(4);
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
    expect(output.slice(output.lastIndexOf("Resources:"))).not.toContain("rate limit");
  });
});
