// The estimate of a preview, compared with its apply.
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

/** Requests and time of the estimate in an output. */
function estimateIn(output: string): { requests: number; ms: number } {
  const lines = diagnostics(output)
    .split("\n")
    .filter((line) => line.includes("apply: "));
  expect(lines, output).toHaveLength(1);
  const [, requests, seconds] = /apply: (\d+) requests, about (\d+) s$/.exec(lines[0]!) ?? [];
  return { requests: Number(requests), ms: Number(seconds) * 1000 };
}

/** What the last process sent. Each process begins with the account. */
function lastProcess(log: readonly LogEntry[]): { requests: number; ms: number } {
  const sent = log.slice(log.findLastIndex(({ path }) => path === "/api/account"));
  return { requests: sent.length, ms: (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0) };
}

test("a preview estimates the requests and the time of its apply, and is silent without changes", async () => {
  const app = await configured(config("Launch", "forum"), {
    rateLimit: 30,
    windowMs: WINDOW_MS,
    dialect: { resetFormat: "epochMs" },
  });

  const estimate = estimateIn(await app.pulumi("preview"));
  await app.pulumi("up", "--yes", "--skip-preview");
  const created = lastProcess(app.emulator.log);
  expect(estimate.requests).toBe(created.requests);
  expect(Math.abs(estimate.ms - created.ms)).toBeLessThanOrEqual(WINDOW_MS);

  // Every campaign changes its name, and the pixel is replaced. The preview of `up` has the estimate, too.
  await app.config(yaml(config("Harvest", "pinboard")));
  app.emulator.resetRateLimit();
  const second = estimateIn(await app.pulumi("up", "--yes"));
  const changed = lastProcess(app.emulator.log);
  expect(second.requests).toBe(changed.requests);
  expect(Math.abs(second.ms - changed.ms)).toBeLessThanOrEqual(WINDOW_MS);

  expect(await app.pulumi("preview")).not.toContain("apply: ");
  expect(await app.pulumi("refresh", "--yes")).not.toContain("apply: ");
  expect(await app.pulumi("destroy", "--preview-only")).not.toContain("apply: ");
});
