// What the guard compares: the accounts in the state of the whole stack, and the account that the config expects.
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme, configured, program, project as projectOf, upOf, urnOf, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";
import { expectRejection, OTHER_REGISTERED, REGISTERED, recorded } from "./rejection";
import { ACCOUNTS, ANOTHER_ACCOUNT, runWith, startOtherService, WRONG } from "./wrong";

const UP = ["up", "--yes", "--skip-preview"];
const ADS = { type: "fbpixel", name: "Shop ads", tag: "1" };
const MORE = { type: "gapixel", name: "More ads", tag: "2" };

/** Another account than the one of the key. */
const EXPECTED = { expect: { username: "other" } };

const sent = ({ emulator }: Project) => emulator.log.map(({ method, path }) => `${method} ${path}`);

interface Imported {
  name: string;
  id: string;
  args: Record<string, string>;
  account: string;
}

/** Like an import file that an earlier version generated, with the account in its outputs. */
async function importPixels(project: Project, pixels: Imported[]): Promise<void> {
  const __provider =
    'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").pixel';
  const resources = pixels.map(({ name, id, args, account }) => ({
    type: "pulumi-nodejs:dynamic/link-management:Pixel",
    name,
    id,
    inputs: { ...args, __provider },
    outputs: {
      ...args,
      __provider,
      marks: JSON.stringify({ account, holder: `import-${name}`, writtenAt: 0 }),
    },
  }));
  await project.write({ "import.json": JSON.stringify({ resources }) });
  await project.pulumi(
    ...["import", "--file", join(project.folder, "import.json"), "--yes", "--skip-preview"],
    ...["--generate-code=false", "--protect=false"],
  );
}

describe("after an import", () => {
  test("the first preview is rejected with a wrong key or service, and has no changes with the right ones", async () => {
    const otherService = await startOtherService();
    onTestFinished(() => otherService.close());
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    await importPixels(project, [
      { name: "ads", id: String(id), args: ADS, account: `1 registered ${REGISTERED}` },
    ]);
    const before = await recorded(project);

    for (const { env, parts } of WRONG) {
      expectRejection(await runWith(env(otherService), project, ["preview"]), parts);
    }
    await project.config(yaml({ pixels: { more: MORE } }));
    const { env, parts } = ANOTHER_ACCOUNT;
    expectRejection(await runWith(env(otherService), project, UP), parts);
    expect(await recorded(project)).toEqual(before);

    await project.config(yaml({ pixels: { ads: ADS } }));
    await project.pulumi("preview", "--expect-no-changes");
    expect(project.changes()).toEqual([]);
  });

  test("a stack with resources of two accounts is rejected with both names, until one account is removed", async () => {
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    await importPixels(project, [
      { name: "ads", id: String(id), args: ADS, account: `1 registered ${REGISTERED}` },
      { name: "more", id: "7", args: MORE, account: `2 registered ${OTHER_REGISTERED}` },
    ]);
    expectRejection(await project.try(...UP), [
      "several accounts",
      REGISTERED,
      OTHER_REGISTERED,
      "pulumi state delete",
    ]);
    await project.pulumi("state", "delete", urnOf("Pixel", "more"), "--yes");
    await project.pulumi("preview", "--expect-no-changes");
    expect(project.changes()).toEqual([]);
  });

  test("damaged metadata stops new resources, too, although its own entry left the config", async () => {
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    const account = 5 as unknown as string;
    await importPixels(project, [{ name: "ads", id: String(id), args: ADS, account }]);
    await project.config(yaml({ pixels: { more: MORE } }));
    project.env.LINK_MANAGEMENT_ACCOUNT = "acme";
    const parts = [urnOf("Pixel", "ads"), "in the state is damaged", "pulumi state delete"];
    expectRejection(await project.try(...UP), parts);
    expectRejection(await project.try("destroy", "--yes"), parts.slice(1));
    expect(project.changes()).toEqual([]);
  });
});

describe("a program", () => {
  const pixel = (key: string) => program(`new Pixel(${JSON.stringify(key)}, ${JSON.stringify(ADS)});`);

  test("whose resources were all renamed is rejected with a key of another account", async () => {
    const project = await projectOf(pixel("old"), { accounts: ACCOUNTS });
    await upOf(project);
    const before = await recorded(project);
    await project.write(pixel("new"));
    project.env.LINK_MANAGEMENT_API_KEY = "other-key";
    project.emulator.clearLog();
    expectRejection(await project.try("preview"), ANOTHER_ACCOUNT.parts);
    expectRejection(await project.try(...UP), ANOTHER_ACCOUNT.parts);
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account"]);
    expect(await recorded(project)).toEqual(before);
  });

  test("registers nothing if the engine cannot return the state", async () => {
    const state = `require("node:fs").rmSync(".state/.pulumi/stacks/test/test.json");`;
    const project = await projectOf(program(`${state}\nnew Pixel("ads", ${JSON.stringify(ADS)});`));
    expectRejection(await project.try("preview"), [
      "the engine did not return the state of the stack",
      "Run again",
    ]);
    expect(project.emulator.log).toEqual([]);
  });
});

describe("when the config expects another account", () => {
  test("a new stack registers nothing", async () => {
    const project = await configured({ account: EXPECTED, pixels: { ads: ADS } });
    for (const command of [["preview"], UP]) {
      const run = await project.try(...command);
      expectRejection(run, ["acme", "other"]);
      expect(run.output).not.toContain("link-management:Pixel");
    }
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account"]);
    expect([...(await recorded(project)).keys()]).toEqual([]);
  });

  test("a stack with resources changes, creates and deletes none", async () => {
    const old = { type: "forum", name: "Old", tag: "3" };
    const project = await configured({ pixels: { ads: ADS, old } }, { accounts: ACCOUNTS });
    await upOf(project);
    const before = await recorded(project);
    await project.config(yaml({ account: EXPECTED, pixels: { ads: { ...ADS, name: "Shop" }, more: MORE } }));
    project.emulator.clearLog();
    for (const command of [["preview"], ["up", "--yes"], UP]) {
      expectRejection(await project.try(...command), ["acme", "other"]);
    }
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account", "GET /api/account"]);
    expect(await recorded(project)).toEqual(before);
  });
});
