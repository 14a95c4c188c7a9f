// The result of every bad input: one error with its location and the next step, and nothing changed.
import { expect, onTestFinished } from "vitest";
import type { EmulatorOptions } from "../../../src/emulator/index";
import { Project, type Run } from "../support/project";

/** Several resources of several kinds. Each could report the same mistake. */
export const CONFIG = `pixels:
  ads: { type: fbpixel, name: Shop ads, tag: "1" }
  more: { type: gapixel, name: More ads, tag: "2" }
domains:
  go: { domain: https://go.example.com }
qrCodes:
  menu: { type: link, data: https://example.com/menu }
channels:
  spring: { name: Spring, items: [{ qr: menu }, { link: 4711 }] }
campaigns:
  launch: { name: Launch, links: [4711] }
`;

/** The same as a program. */
export const PROGRAM = `const { Campaign, CampaignLink, Channel, ChannelItem, Domain, Pixel, QrCode } = require("pulumi-link-management");
new Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1" });
new Pixel("more", { type: "gapixel", name: "More ads", tag: "2" });
new Domain("go", { domain: "https://go.example.com" });
const menu = new QrCode("menu", { type: "link", data: "https://example.com/menu" });
const spring = new Channel("spring", { name: "Spring" });
new ChannelItem("spring/menu", { channel: spring, itemType: "qr", item: menu });
new ChannelItem("spring/4711", { channel: spring, itemType: "links", item: 4711 });
const launch = new Campaign("launch", { name: "Launch" });
new CampaignLink("launch/4711", { campaign: launch, link: 4711 });
`;

export const ENTRY_POINTS: [string, Record<string, string>][] = [
  ["a config file", { "link-management.yaml": CONFIG }],
  ["a program", { "index.js": PROGRAM }],
];

/** A project with its own emulator, removed at the end of the test. `undefined` in `env` removes a variable. */
export async function project(
  files: Record<string, string>,
  env: Record<string, string | undefined> = {},
  emulator?: EmulatorOptions,
): Promise<Project> {
  const created = await Project.create({ files, emulator });
  onTestFinished(() => created.remove());
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete created.env[name];
    else created.env[name] = value;
  }
  return created;
}

/** The diagnostics of an output. Above them, the progress has the same lines. */
export function diagnostics({ output }: Run): string {
  const start = output.lastIndexOf("\nDiagnostics:");
  expect(start, `no diagnostics in:\n${output}`).toBeGreaterThan(-1);
  const end = output.indexOf("\nResources:", start);
  return output.slice(start, end === -1 ? undefined : end);
}

export const count = (text: string, part: string): number => text.split(part).length - 1;

/** Resources in flight when the first one failed refer to its error only. */
const REFERRAL = /\n.*:\n\s+error: stopped: see the earlier error \(.*\)\n/g;

/** @param parts of the error, each exactly once */
export function expectOneError(run: Run, ...parts: string[]): void {
  const reported = diagnostics(run).replace(REFERRAL, "");
  for (const part of parts) expect(count(reported, part), `"${part}" in:\n${reported}`).toBe(1);
  expect(reported.match(/\berror:/gi), reported).toHaveLength(1);
  expectNoInternals(run);
  expect(run.code).not.toBe(0);
}

/** Nothing that only a maintainer of this package understands. */
export function expectNoInternals({ output }: Run): void {
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain("node_modules/");
  expect(output).not.toMatch(/unhandled|undefined|\[object /i);
}
