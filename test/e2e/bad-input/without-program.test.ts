// Refresh and destroy run no program: what they meet is told by the resources' handlers, in full once, and no
// object is taken for gone or deleted because of it.
import { expect, test } from "vitest";
import { CONFIG, count, diagnostics, expectNoInnards, project } from "./one-error";

test("without a key and with a refused one the reason is told once and nothing is deleted", async () => {
  const at = await project({ "link-management.yaml": CONFIG });
  await at.pulumi("up", "--yes");
  const before = (await at.state()).resources?.map(({ urn }) => urn);
  const key = at.env.LINK_MANAGEMENT_API_KEY;
  at.emulator.clearLog();
  const fails = async (command: string, wrongKey: string, message: string) => {
    at.env.LINK_MANAGEMENT_API_KEY = wrongKey;
    const run = await at.try(command, "--yes");
    at.env.LINK_MANAGEMENT_API_KEY = key;
    const told = diagnostics(run);
    expect(count(told, message), told).toBe(1);
    expectNoInnards(run);
    expect(run.code).not.toBe(0);
  };

  await fails("refresh", "", "the API key in LINK_MANAGEMENT_API_KEY is empty");
  await fails("refresh", "of-somebody-else", "the service refused the API key");
  expect((await at.state()).resources?.map(({ urn }) => urn)).toEqual(before);
  await fails("destroy", "", "the API key in LINK_MANAGEMENT_API_KEY is empty");
  await fails("destroy", "of-somebody-else", "the service refused the API key");
  expect(at.changes()).toEqual([]);
});
