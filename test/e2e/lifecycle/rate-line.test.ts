// The line about the rate limit, as the CLI shows it: live on a terminal, at most once a minute anywhere else.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { run } from "../support/project";
import { program, project } from "./support";

/** One more than a window has, in a window long enough to count down in. */
const WINDOW = { rateLimit: 10, windowMs: 8000, dialect: { resetFormat: "epochMs" } } as const;
/** The preview waits for its fourth request, the update for a list and the creates. */
const THREE_AT_ONCE = { rateLimit: 3, windowMs: 6000, dialect: { resetFormat: "epochMs" } } as const;

/** So few that among four requests one waits for a whole window. */
const TWO_AT_ONCE = { rateLimit: 2, windowMs: 8000, dialect: { resetFormat: "epochMs" } } as const;
/** So long that the rest waits for more than a minute after the first ones. */
const MORE_THAN_A_MINUTE = { ...WINDOW, windowMs: 66_000 };

const TWELVE_PIXELS =
  'for (let i = 0; i < 12; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });';

const THREE_KINDS = `
  new Pixel("ads", { type: "forum", name: "Ads", tag: "1" });
  new Domain("go", { domain: "https://go.example.com" });
  new Channel("spring", { name: "Spring" });
`;

const secondsShown = (output: string): number[] =>
  [...output.matchAll(/rate limit: (?:about )?\d+ requests? left, next window in (\d+) s/g)].map(([, s]) =>
    Number(s),
  );

/** Only what the CLI needs: the variables of a CI service would turn its live display off. */
function environmentOfTerminal({ env }: Project): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter((name) =>
    /^(PATH|HOME|TMPDIR|PULUMI_.*|LINK_MANAGEMENT_.*)$/.test(name),
  );
  return { ...Object.fromEntries(names.map((name) => [name, env[name]])), TERM: "xterm" };
}

async function onTerminal(app: Project, words: string): Promise<string> {
  const command = `stty rows 50 cols 200; exec pulumi ${words} --color never`;
  const terminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"];
  const { code, output } = await run(terminal, app.folder, environmentOfTerminal(app));
  expect(code, output).toBe(0);
  return output;
}

async function hasScript({ folder, env }: Project): Promise<boolean> {
  try {
    return (await run(["script", "--version"], folder, env)).stdout.includes("util-linux");
  } catch {
    return false;
  }
}

describe("while requests wait for the rate limit", () => {
  test("a command without a terminal has no line in the first minute of each of its phases", async () => {
    const app = await project(program(THREE_KINDS), THREE_AT_ONCE);
    const output = await app.pulumi("up", "--yes");
    expect(app.emulator.log.length).toBeGreaterThan(2 * THREE_AT_ONCE.rateLimit);
    expect(output).not.toContain("rate limit");
  });

  test("a command without a terminal has a line after a minute, and one a minute", async () => {
    const app = await project(program(TWELVE_PIXELS), MORE_THAN_A_MINUTE);
    const output = await app.pulumi("up", "--yes", "--skip-preview");
    expect(secondsShown(output)).toHaveLength(1);
    expect(output).toContain("rate limit: about 4 requests left");
    expect(output.split("Resources:")[1]).not.toContain("rate limit");
  });

  test("a terminal shows a line that counts down, and is gone at the end", async ({ skip }) => {
    const app = await project(program(TWELVE_PIXELS), WINDOW);
    if (!(await hasScript(app))) skip("no `script` of util-linux, which gives the CLI a terminal");
    const output = await onTerminal(app, "up --yes --skip-preview");
    const seconds = [...new Set(secondsShown(output))];
    expect(seconds.length).toBeGreaterThanOrEqual(4);
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
    expect(output.slice(output.lastIndexOf("Resources:"))).not.toContain("rate limit");
  });

  test("a refresh and a destroy know from the state what is left", async ({ skip }) => {
    const app = await project(program(THREE_KINDS), TWO_AT_ONCE);
    if (!(await hasScript(app))) skip("no `script` of util-linux, which gives the CLI a terminal");
    await app.pulumi("up", "--yes", "--skip-preview");
    for (const command of ["refresh", "destroy"]) {
      const output = await onTerminal(app, `${command} --yes --skip-preview`);
      expect(secondsShown(output).length, output).toBeGreaterThanOrEqual(1);
      expect(output).not.toMatch(/requests? waits?/);
    }
  });
});
