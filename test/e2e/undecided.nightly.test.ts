// What is unclear, with the real Pulumi CLI.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const UP = ["up", "--yes", "--skip-preview"];
/** As in the template: every command refreshes. */
const PULUMI_YAML = `
name: test
runtime: { name: nodejs, options: { typescript: false } }
options: { refresh: always }
`;
/** One response lost, one request lost, one clear, one protected. */
const CHANNELS = ["response", "request", "clear", "guarded"];

test("one up fails, the next one ends with one object each after 40 s, and the third one shows nothing", async () => {
  const channel = (name: string) => ({ name, ...(name === "guarded" && { options: { protect: true } }) });
  const config = { channels: Object.fromEntries(CHANNELS.map((name) => [name, channel(name)])) };
  const project = await Project.create({ config: {}, files: { "Pulumi.yaml": PULUMI_YAML } });
  await project.ok(...UP);
  await project.config(config);
  // All of them are sent before the first one fails.
  project.faults.rule({ on: "POST /api/channel/add", delay: 2000 });
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
  const first = await project.pulumi(...UP);
  expect(first.code, first.output).toBe(1);
  expect(first.output).toContain("pulumi up --refresh");
  const before = await project.state();
  for (const name of ["response", "request", "guarded"])
    expect(before[`Channel ${name}`]).toMatchObject({ id: "undecided" });

  const from = Date.now();
  await project.ok(...UP);
  expect(Date.now() - from).toBeGreaterThan(35_000);
  const { channels } = project.service.account();
  const made = channels.list().map(({ name, id }) => [`Channel ${name}`, String(id)]);
  const recorded = Object.entries(await project.state()).map(([label, { id }]) => [label, id]);
  expect(recorded.sort()).toEqual(made.sort());
  expect(recorded).toHaveLength(CHANNELS.length);
  await project.ok("preview", "--expect-no-changes");
});
