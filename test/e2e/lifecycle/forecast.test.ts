// What a preview tells of its apply, against the apply.
import { expect, test } from "vitest";
import type { LogEntry } from "../../../src/emulator/index";
import { type Config, configured, diagnostics, yaml } from "./support";

const WINDOW_MS = 8000;

const config = (campaign: string, type: string): Config => ({
  pixels: { ads: { type, name: "Ads", tag: "1" } },
  channels: {
    spring: { name: "Spring", items: [{ link: 4711 }, { link: 4712 }] },
  },
  campaigns: Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `c${index}`,
      { name: `${campaign} ${index}`, links: index === 0 ? [4711] : [] },
    ]),
  ),
});

/** Requests and time of the forecast in an output. */
function forecast(output: string): { requests: number; ms: number } {
  const lines = diagnostics(output)
    .split("\n")
    .filter((line) => line.includes("takes about"));
  expect(lines, output).toHaveLength(1);
  const [, requests, seconds] = /takes about (\d+) requests and about (\d+) s \(/.exec(lines[0] ?? "") ?? [];
  expect(lines[0]).toMatch(/deletions, which a provider does not see in a preview, come on top$/);
  return { requests: Number(requests), ms: Number(seconds) * 1000 };
}

/** What the last process sent: each begins with the account. */
function lastProcess(log: readonly LogEntry[]): { requests: number; ms: number } {
  const sent = log.slice(log.findLastIndex(({ path }) => path === "/api/account"));
  return { requests: sent.length, ms: (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0) };
}

test("a preview tells how many requests and how much time its apply takes, and without changes nothing", async () => {
  const app = await configured(config("Launch", "forum"), {
    rateLimit: 30,
    windowMs: WINDOW_MS,
    dialect: { resetFormat: "epochMs" },
  });

  const told = forecast(await app.pulumi("preview"));
  await app.pulumi("up", "--yes", "--skip-preview");
  const made = lastProcess(app.emulator.log);
  expect(told.requests).toBe(made.requests);
  expect(Math.abs(told.ms - made.ms)).toBeLessThanOrEqual(WINDOW_MS);

  // Every campaign changes its name, and the pixel is replaced; the preview half of `up` tells it too.
  await app.config(yaml(config("Harvest", "pinboard")));
  // Only the first answer of a window tells how long it is; elsewhere the documented minute counts.
  app.emulator.resetRateLimit();
  const promised = forecast(await app.pulumi("up", "--yes"));
  const changed = lastProcess(app.emulator.log);
  expect(promised.requests).toBe(changed.requests);
  expect(Math.abs(promised.ms - changed.ms)).toBeLessThanOrEqual(WINDOW_MS);

  expect(await app.pulumi("preview")).not.toContain("takes about");
  expect(await app.pulumi("refresh", "--yes")).not.toContain("takes about");
  expect(await app.pulumi("destroy", "--preview-only")).not.toContain("takes about");
});
