// Where the guard takes its knowledge from: the state of the whole stack, and what the config expects.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { acme, configured, program, project as projectOf, urnOf, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";
import { expectRefusal, OTHER_REGISTERED, REGISTERED, remembered } from "./refusal";

const ACCOUNTS = [
  { username: "acme", keys: [DEMO_KEY] },
  { username: "other", keys: ["other-key"], registered: OTHER_REGISTERED },
];
const ADS = { type: "fbpixel", name: "Shop ads", tag: "1" };
const MORE = { type: "gapixel", name: "More ads", tag: "2" };

interface Imported {
  name: string;
  id: string;
  args: Record<string, string>;
  account: string;
}

/** As a generated import file has it, with the account in what is recorded. */
async function importPixels(project: Project, pixels: Imported[]): Promise<void> {
  const __provider =
    'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").pixel';
  const resources = pixels.map(({ name, id, args, account }) => ({
    type: "pulumi-nodejs:dynamic/link-management:Pixel",
    name,
    id,
    inputs: { ...args, __provider },
    outputs: { ...args, __provider, account, holder: `import-${name}`, writtenAt: 0 },
  }));
  await project.write({ "import.json": JSON.stringify({ resources }) });
  await project.pulumi(
    ...["import", "--file", join(project.folder, "import.json"), "--yes", "--skip-preview"],
    ...["--generate-code=false", "--protect=false"],
  );
}

describe("after an import", () => {
  test("the first preview is refused with a key of another account, and without changes with the right one", async () => {
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    await importPixels(project, [
      { name: "ads", id: String(id), args: ADS, account: `1 registered ${REGISTERED}` },
    ]);
    const before = await remembered(project);

    project.env.LINK_MANAGEMENT_API_KEY = "other-key";
    expectRefusal(await project.try("preview"), [REGISTERED, "other", OTHER_REGISTERED]);
    await project.config(yaml({ pixels: { more: MORE } }));
    expectRefusal(await project.try("up", "--yes", "--skip-preview"), [REGISTERED, OTHER_REGISTERED]);
    expect(await remembered(project)).toEqual(before);

    project.env.LINK_MANAGEMENT_API_KEY = DEMO_KEY;
    await project.config(yaml({ pixels: { ads: ADS } }));
    await project.pulumi("preview", "--expect-no-changes");
    expect(project.changes()).toEqual([]);
  });

  test("a stack with resources of two accounts is refused with both named, until one of them is taken out", async () => {
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    await importPixels(project, [
      { name: "ads", id: String(id), args: ADS, account: `1 registered ${REGISTERED}` },
      { name: "more", id: "7", args: MORE, account: `2 registered ${OTHER_REGISTERED}` },
    ]);
    expectRefusal(await project.try("up", "--yes", "--skip-preview"), [
      "more than one account",
      REGISTERED,
      OTHER_REGISTERED,
      "pulumi state delete",
    ]);
    await project.pulumi("state", "delete", urnOf("Pixel", "more"), "--yes");
    await project.pulumi("preview", "--expect-no-changes");
    expect(project.changes()).toEqual([]);
  });
});

describe("a program", () => {
  const pixel = (key: string) => program(`new Pixel(${JSON.stringify(key)}, ${JSON.stringify(ADS)});`);

  test("whose resources were all renamed is refused with a key of another account", async () => {
    const project = await projectOf(pixel("old"), { accounts: ACCOUNTS });
    await project.pulumi("up", "--yes", "--skip-preview");
    const before = await remembered(project);
    await project.write(pixel("new"));
    project.env.LINK_MANAGEMENT_API_KEY = "other-key";
    const { revision } = project.emulator.store;
    expectRefusal(await project.try("preview"), [REGISTERED, "other", OTHER_REGISTERED]);
    expectRefusal(await project.try("up", "--yes", "--skip-preview"), [REGISTERED, OTHER_REGISTERED]);
    expect(project.emulator.store.revision).toBe(revision);
    expect(await remembered(project)).toEqual(before);
  });

  test("registers nothing when the engine cannot tell the state", async () => {
    const state = `require("node:fs").rmSync(".state/.pulumi/stacks/test/test.json");`;
    const project = await projectOf(program(`${state}\nnew Pixel("ads", ${JSON.stringify(ADS)});`));
    expectRefusal(await project.try("preview"), [
      "the engine did not tell on which account",
      "nothing was changed",
      "LINK_MANAGEMENT_ACCOUNT",
    ]);
    expect(project.emulator.log).toEqual([]);
  });
});

test("nothing is registered when the config expects another account", async () => {
  const project = await configured({ account: { expect: { username: "other" } }, pixels: { ads: ADS } });
  for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
    const run = await project.try(...command);
    expectRefusal(run, ["acme", "other"]);
    expect(run.output).not.toContain("link-management:Pixel");
  }
  const requests = project.emulator.log.map(({ method, path }) => `${method} ${path}`);
  expect(requests).toEqual(["GET /api/account", "GET /api/account"]);
  expect([...(await remembered(project)).keys()]).toEqual([]);
});
