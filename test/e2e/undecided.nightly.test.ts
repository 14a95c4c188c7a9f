// Creates without a clear result, with the real Pulumi CLI.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const UP = ["up", "--yes", "--skip-preview"];
/** One response lost, one request lost, one clear, one protected. */
const CHANNELS = ["response", "request", "clear", "guarded"];

test("one up fails, the next one ends with one object each after 40 s, and the third one shows nothing", async () => {
  const channel = (name: string) => ({ name, ...(name === "guarded" && { options: { protect: true } }) });
  const config = { channels: Object.fromEntries(CHANNELS.map((name) => [name, channel(name)])) };
  const project = await Project.create({ config: {} });
  await project.ok(...UP);
  await project.config(config);
  const lost = (name: string, when: "before" | "after") =>
    project.faults.rule({
      on: ({ path, body }) => path === "/api/channel/add" && (body as { name?: string }).name === name,
      times: 1,
      fault: "reset",
      when,
    });
  lost("response", "after");
  lost("request", "before");
  lost("guarded", "after");
  const first = await project.pulumi(...UP, "--parallel", "4");
  expect(first.code, first.output).toBe(1);
  expect(first.output).toContain("pulumi up --refresh");
  const before = await project.state();
  for (const name of ["response", "request", "guarded"])
    expect(before[`Channel ${name}`]).toMatchObject({ id: "undecided" });

  const from = Date.now();
  await project.ok(...UP, "--refresh", "--parallel", "4");
  expect(Date.now() - from).toBeGreaterThan(35_000);
  const { channels } = project.service.account();
  expect(
    channels
      .list()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...CHANNELS].sort());
  const after = await project.state();
  const ids = CHANNELS.map((name) => Number(after[`Channel ${name}`]!.id)).sort();
  expect(ids).toEqual(
    channels
      .list()
      .map(({ id }) => id)
      .sort(),
  );
  await project.ok("preview", "--refresh", "--expect-no-changes");
});
