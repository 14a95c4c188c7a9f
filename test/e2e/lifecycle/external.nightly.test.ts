// Objects that a program only reads (`get`).
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { METADATA } from "../../../src/kind/metadata";
import { expectNoInternals } from "../bad-input/one-error";
import type { Project } from "../support/project";
import { acme, diagnostics, ids, program, project as projectOf, upOf } from "./support";

const ADS = { type: "forum", name: "Ads", tag: "1" };
const PIXEL = JSON.stringify(ADS);
const READ = 'exports.tag = Pixel.get("shared", "101").tag;';

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
  expect(await upOf(project)).toMatch(/tag: +"1"/);
  expect(await metadataOf(project)).toEqual({
    id: "101",
    account: expect.stringContaining("1 registered"),
    external: true,
  });
  const preview = await project.pulumi("preview", "--refresh", "--diff", "--expect-no-changes");
  expect(preview).not.toMatch(/^ +[-+~] /m);

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

test("an object that a program reads survives a destroy, and the end of the entry that managed it", async () => {
  const project = await projectOf(program(`new Pixel("ads", ${PIXEL});`));
  await upOf(project);
  project.emulator.clearLog();
  await project.write(program(READ));
  await project.pulumi("up", "--yes");
  expect(await ids(project)).toEqual({ "Pixel shared": "101" });
  await project.pulumi("destroy", "--yes");
  expect(project.changes()).toEqual([]);
  expect(acme(project).pixels.list()).toMatchObject([ADS]);

  await project.write(program('Pixel.get("ads", 999);'));
  const { code, output } = await project.try("up", "--yes");
  expect(code).not.toBe(0);
  expect(diagnostics(output)).toContain(
    "the account of the API key has no Pixel 999, which the program reads. Correct the key or the id",
  );
  expectNoInternals({ code, output, stdout: "" });
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
