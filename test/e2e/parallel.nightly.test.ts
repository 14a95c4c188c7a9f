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
  // The stack is a resource, too.
  const [, creates] = /(\d+) to create/.exec(await project.ok("preview")) ?? [];
  project.service.clearLog();
  const first = await project.pulumi(...UP, "--continue-on-error");
  expect(first.code).toBe(1);
  expect(first.output).toMatch(/channels\.e7 .*no more channels/);
  expect([pixels, qrs, channels].map((all) => all.list().length)).toEqual([COUNT, COUNT, COUNT - 1]);
  // All but the item of the rejected channel.
  expect(project.service.log.filter(({ method }) => method === "POST")).toHaveLength(Number(creates) - 2);

  project.writes();
  await project.ok(...UP);
  const created = [
    "POST /api/channel/add",
    expect.stringMatching(/^POST \/api\/channel\/120\/assign\/qr\/\d+$/),
  ];
  expect(project.writes()).toEqual(created);

  // A rejected replacement keeps the code and its item.
  const ids = async () =>
    Object.entries(await project.state())
      .map(([label, { id }]) => `${label} ${id}`)
      .sort();
  const before = await ids();
  await project.config({ ...CONFIG, qrCodes: { ...CONFIG.qrCodes, e3: { type: "text", data: "3" } } });
  project.faults.rule({ on: "POST /api/qr/add", reject: true });
  const last = await project.pulumi(...UP, "--continue-on-error");
  expect(last.output).toContain("qrCodes.e3");
  expect(last.output).not.toContain("channels.e3");
  expect(await ids()).toEqual(before);
  const { qrCodes } = JSON.parse(await project.ok("stack", "output", "--json"));
  expect(qrCodes.e4.link).toBe(qrs.list().find(({ data }) => data === "https://example.com/4")?.link);
});
