// Where the guard takes its knowledge from: the state of the whole stack, and what the config expects.
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme, configured, program, project as projectOf, upOf, urnOf, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";
import { expectRefusal, OTHER_REGISTERED, REGISTERED, remembered } from "./refusal";
import { ACCOUNTS, ANOTHER_ACCOUNT, startElsewhere, tryWith, WRONG } from "./wrong";

const UP = ["up", "--yes", "--skip-preview"];
const ADS = { type: "fbpixel", name: "Shop ads", tag: "1" };
const MORE = { type: "gapixel", name: "More ads", tag: "2" };

/** An account that is not the one of the key. */
const EXPECTED = { expect: { username: "other" } };

const sent = ({ emulator }: Project) => emulator.log.map(({ method, path }) => `${method} ${path}`);

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
  test("the first preview is refused with any wrong key or service, and without changes with the right ones", async () => {
    const elsewhere = await startElsewhere();
    onTestFinished(() => elsewhere.close());
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    await importPixels(project, [
      { name: "ads", id: String(id), args: ADS, account: `1 registered ${REGISTERED}` },
    ]);
    const before = await remembered(project);

    for (const { env, named } of WRONG) {
      expectRefusal(await tryWith(env(elsewhere), project, ["preview"]), named);
    }
    await project.config(yaml({ pixels: { more: MORE } }));
    const { env, named } = ANOTHER_ACCOUNT;
    expectRefusal(await tryWith(env(elsewhere), project, UP), named);
    expect(await remembered(project)).toEqual(before);

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
    expectRefusal(await project.try(...UP), [
      "more than one account",
      REGISTERED,
      OTHER_REGISTERED,
      "pulumi state delete",
    ]);
    await project.pulumi("state", "delete", urnOf("Pixel", "more"), "--yes");
    await project.pulumi("preview", "--expect-no-changes");
    expect(project.changes()).toEqual([]);
  });

  test("a record that cannot be read stops what is new too, though its own entry left the config", async () => {
    const project = await configured({ pixels: { ads: ADS } }, { accounts: ACCOUNTS });
    const { id } = acme(project).pixels.create(ADS);
    const account = 5 as unknown as string;
    await importPixels(project, [{ name: "ads", id: String(id), args: ADS, account }]);
    await project.config(yaml({ pixels: { more: MORE } }));
    project.env.LINK_MANAGEMENT_ACCOUNT = "acme";
    const named = [urnOf("Pixel", "ads"), '"marks" in the state', "pulumi state delete"];
    expectRefusal(await project.try(...UP), named);
    expectRefusal(await project.try("destroy", "--yes"), named.slice(1));
    expect(project.changes()).toEqual([]);
  });
});

describe("a program", () => {
  const pixel = (key: string) => program(`new Pixel(${JSON.stringify(key)}, ${JSON.stringify(ADS)});`);

  test("whose resources were all renamed is refused with a key of another account", async () => {
    const project = await projectOf(pixel("old"), { accounts: ACCOUNTS });
    await upOf(project);
    const before = await remembered(project);
    await project.write(pixel("new"));
    project.env.LINK_MANAGEMENT_API_KEY = "other-key";
    project.emulator.clearLog();
    expectRefusal(await project.try("preview"), ANOTHER_ACCOUNT.named);
    expectRefusal(await project.try(...UP), ANOTHER_ACCOUNT.named);
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account"]);
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

describe("when the config expects another account", () => {
  test("a new stack registers nothing", async () => {
    const project = await configured({ account: EXPECTED, pixels: { ads: ADS } });
    for (const command of [["preview"], UP]) {
      const run = await project.try(...command);
      expectRefusal(run, ["acme", "other"]);
      expect(run.output).not.toContain("link-management:Pixel");
    }
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account"]);
    expect([...(await remembered(project)).keys()]).toEqual([]);
  });

  test("a stack that holds resources changes, makes and deletes none", async () => {
    const old = { type: "forum", name: "Old", tag: "3" };
    const project = await configured({ pixels: { ads: ADS, old } }, { accounts: ACCOUNTS });
    await upOf(project);
    const before = await remembered(project);
    await project.config(yaml({ account: EXPECTED, pixels: { ads: { ...ADS, name: "Shop" }, more: MORE } }));
    project.emulator.clearLog();
    for (const command of [["preview"], ["up", "--yes"], UP]) {
      expectRefusal(await project.try(...command), ["acme", "other"]);
    }
    expect(sent(project)).toEqual(["GET /api/account", "GET /api/account", "GET /api/account"]);
    expect(await remembered(project)).toEqual(before);
  });
});
