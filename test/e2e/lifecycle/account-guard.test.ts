// A key of another account, or another installation of the service, changes nothing.
import { describe, expect, onTestFinished, test } from "vitest";
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { startEmulator } from "../support/emulator";
import type { Project, Run } from "../support/project";
import { type Config, changed, configured, diagnostics, upOf, yaml } from "./support";

const CONFIG = {
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
  domains: { go: { domain: "https://go.example.com" } },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }] } },
} satisfies Config;
/** An update and a delete to do. */
const CHANGED: Config = {
  pixels: { ads: { type: "fbpixel", name: "Shop", tag: "1" } },
  channels: CONFIG.channels,
};
/** And a create, which alone has no account recorded. */
const WITH_NEW = changed(CHANGED, { pixels: { new: { type: "forum", name: "New", tag: "2" } } });

/** Refused, told once with everything that must be named, and without a stack trace. */
function expectRefusal({ code, output }: Run, named: string[]): void {
  expect(code, output).not.toBe(0);
  expect(output).not.toMatch(/^\s+at .+:\d+/m);
  const lines = diagnostics(output).split("\n");
  expect(
    lines.filter((line) => named.every((name) => line.includes(name))),
    output,
  ).toHaveLength(1);
}

async function remembered(project: Project) {
  const { resources = [] } = await project.state();
  return new Map(resources.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs }]));
}

/** No command changes either account or the state. */
async function expectAllRefused(project: Project, emulators: Emulator[], named: string[]): Promise<void> {
  const before = await remembered(project);
  const revisions = () => emulators.map(({ store }) => store.revision);
  const was = revisions();

  await project.config(yaml(WITH_NEW));
  expectRefusal(await project.try("preview"), named);
  expectRefusal(await project.try("up", "--yes"), named);
  expectRefusal(await project.try("up", "--yes", "--refresh"), named);
  await project.config(yaml(CHANGED));
  expectRefusal(await project.try("up", "--yes", "--skip-preview"), named);
  expectRefusal(await project.try("refresh", "--preview-only"), named);
  expectRefusal(await project.try("refresh", "--yes", "--skip-preview"), named);
  expect(await remembered(project)).toEqual(before);

  expectRefusal(await project.try("destroy", "--yes"), named);
  // The engine forgets what is deleted with its parent before it asks to delete the parent.
  for (const urn of before.keys()) if (urn.includes("ChannelItem")) before.delete(urn);
  expect(await remembered(project)).toEqual(before);
  expect(revisions()).toEqual(was);
}

describe("the account guard", () => {
  test("refuses every command with a key of another account, and takes a renewed key of the same one", async () => {
    const project = await configured(CONFIG, {
      accounts: [
        { username: "acme", keys: [DEMO_KEY, "renewed-key"] },
        { username: "other", keys: ["other-key"], registered: "2025-02-02 12:00:00" },
      ],
    });
    await upOf(project);

    project.env.LINK_MANAGEMENT_API_KEY = "other-key";
    await expectAllRefused(
      project,
      [project.emulator],
      ["2024-01-15 09:30:00", "other", "2025-02-02 12:00:00"],
    );

    project.env.LINK_MANAGEMENT_API_KEY = "renewed-key";
    await project.config(yaml(CONFIG));
    const { revision } = project.emulator.store;
    await upOf(project);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
    expect(project.emulator.store.revision).toBe(revision);
  });

  test("refuses another installation whose account has the same id", async () => {
    const project = await configured(CONFIG);
    await upOf(project);

    const accounts = [{ username: "acme", keys: [DEMO_KEY], registered: "2025-02-02 12:00:00" }];
    const other = await startEmulator({ accounts, rateLimit: 100_000 });
    onTestFinished(() => other.close());
    project.env.LINK_MANAGEMENT_BASE_URL = other.url;
    await expectAllRefused(
      project,
      [project.emulator, other],
      ["2024-01-15 09:30:00", "2025-02-02 12:00:00"],
    );
  });

  test("registers nothing when the config expects another account", async () => {
    const project = await configured({ account: { expect: { username: "other" } }, ...CONFIG });
    for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const { code, output } = await project.try(...command);
      expect(code, output).not.toBe(0);
      expect(output).toMatch(/acme.*other|other.*acme/);
      expect(output).not.toMatch(/^\s+at .+:\d+/m);
      expect(output).not.toContain("link-management:Pixel");
    }
    const requests = project.emulator.log.map(({ method, path }) => `${method} ${path}`);
    expect(requests).toEqual(["GET /api/account", "GET /api/account"]);
    const urns = [...(await remembered(project)).keys()];
    expect(urns.filter((urn) => urn.includes("link-management:"))).toEqual([]);
  });
});
