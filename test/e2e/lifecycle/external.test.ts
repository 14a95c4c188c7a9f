// Objects that a program only reads (Pulumi's option `id`).
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { METADATA } from "../../../src/kind/metadata";
import type { Project } from "../support/project";
import { acme, ids, program, project as projectOf, upOf } from "./support";

const ADS = { type: "forum", name: "Ads", tag: "1" };
const PIXEL = JSON.stringify(ADS);
const READ = 'new Pixel("shared", {}, { id: "101" });';

const TWO_ACCOUNTS = {
  accounts: [
    { username: "acme", keys: [DEMO_KEY] },
    { username: "globex", keys: ["other-key"] },
  ],
};

async function metadataOf(project: Project): Promise<unknown> {
  const { outputs } = await project.resource("Pixel", "shared");
  return JSON.parse(String(outputs[METADATA]));
}

test("a read object is recorded with its account, and is not managed: another entry may adopt it", async () => {
  const project = await projectOf(program(READ), TWO_ACCOUNTS);
  acme(project).pixels.create(ADS);
  await upOf(project);
  expect(await metadataOf(project)).toEqual({
    id: "101",
    account: expect.stringContaining("1 registered"),
    external: true,
  });

  project.env.LINK_MANAGEMENT_API_KEY = "other-key";
  const { code, output } = await project.try("refresh", "--yes");
  project.env.LINK_MANAGEMENT_API_KEY = DEMO_KEY;
  expect(code, output).not.toBe(0);
  expect(output).toContain("wrong account");
  expect(await ids(project)).toEqual({ "Pixel shared": "101" });

  await project.write(program(`${READ} new Pixel("ads", ${PIXEL}, { onExisting: "adopt" });`));
  await project.pulumi("up", "--yes");
  expect(await ids(project)).toEqual({ "Pixel shared": "101", "Pixel ads": "101" });
  await project.pulumi("preview", "--refresh", "--expect-no-changes");
  expect(project.changes()).toEqual([]);
});

test("the entry that read an object may manage it from then on", async () => {
  const project = await projectOf(program(READ));
  acme(project).pixels.create(ADS);
  await upOf(project);
  await project.write(program(`new Pixel("shared", ${PIXEL}, { onExisting: { id: 101 } });`));
  await project.pulumi("up", "--yes");
  expect(await ids(project)).toEqual({ "Pixel shared": "101" });
  expect(await metadataOf(project)).not.toHaveProperty("external");
  expect(project.changes()).toEqual([]);
});
