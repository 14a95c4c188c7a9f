// Refresh and destroy run no program: what they meet is told by the resources' handlers, in full once, and no
// object is taken for gone or deleted because of it.
import { expect, test } from "vitest";
import { CONFIG, count, diagnostics, expectNoInnards, project } from "./one-error";

test("without a key, with a refused one and with an address that is refused, the reason is told once and nothing is deleted", async () => {
  const at = await project({ "link-management.yaml": CONFIG });
  await at.pulumi("up", "--yes");
  const before = (await at.state()).resources?.map(({ urn }) => urn);
  const { LINK_MANAGEMENT_API_KEY: key, LINK_MANAGEMENT_BASE_URL: address } = at.env;
  at.emulator.clearLog();

  const mistakes: [Record<string, string>, string][] = [
    [{ LINK_MANAGEMENT_API_KEY: "" }, "the API key in LINK_MANAGEMENT_API_KEY is empty"],
    [{ LINK_MANAGEMENT_API_KEY: "of-somebody-else" }, "the service refused the API key"],
    [{ LINK_MANAGEMENT_BASE_URL: "http://links.example.com" }, "would send the API key unencrypted"],
  ];
  const settings = { LINK_MANAGEMENT_API_KEY: key, LINK_MANAGEMENT_BASE_URL: address };
  const fails = async (command: string, message: string) => {
    const run = await at.try(command, "--yes");
    const told = diagnostics(run);
    expect(count(told, message), told).toBe(1);
    expectNoInnards(run);
    expect(run.code).not.toBe(0);
  };
  for (const [env, message] of mistakes) {
    Object.assign(at.env, settings, env);
    await fails("refresh", message);
  }
  Object.assign(at.env, settings);
  expect((await at.state()).resources?.map(({ urn }) => urn)).toEqual(before);
  await at.pulumi("preview", "--expect-no-changes");

  for (const [env, message] of mistakes) {
    Object.assign(at.env, settings, env);
    await fails("destroy", message);
  }
  expect(at.changes()).toEqual([]);
});
