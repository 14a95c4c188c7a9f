// Many objects at once, of which the service rejects one.
import { expect, test } from "vitest";
import { type Config, Project } from "./support/project";

const COUNT = 20;
const UP = ["up", "--yes", "--skip-preview", "--parallel", "100"];

/** A section with an entry for each number. */
const section = (entry: (n: number) => Config): Config =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [`e${n}`, entry(n)]));
const CONFIG = {
  pixels: section((n) => ({ type: "forum", name: `P${n}`, tag: `${n}` })),
  qrCodes: section((n) => ({ type: "link", data: `https://example.com/${n}` })),
  channels: section((n) => ({ name: `C${n}`, items: [{ qr: `e${n}` }] })),
};

test("with --continue-on-error, a rejected object stops only what depends on it", async () => {
  const project = await Project.create({ config: CONFIG });
  const { pixels, qrs, channels } = project.service.account();
  const isOfSeven = ({ body }: { body?: unknown }) => (body as Config | undefined)?.name === "C7";
  project.faults.rule({ on: isOfSeven, reject: "no more channels", times: 1 });
  const first = await project.pulumi(...UP, "--continue-on-error");
  expect(first.code).toBe(1);
  expect(first.output).toMatch(/channels\.e7 .*no more channels/);
  expect([pixels, qrs, channels].map((all) => all.list().length)).toEqual([COUNT, COUNT, COUNT - 1]);
  expect(channels.list().flatMap(({ items }) => items)).toHaveLength(COUNT - 1);
});
