// Two stacks of one project on one account, with a config file each. The files share some objects. No command of one
// stack changes an object of the other, unless an option asks for it.
import { expect, test } from "vitest";
import { runAndKill } from "./killed/interruption";
import { skipWithoutProc } from "./killed/processes";
import { acme, type Config, changed, configured, writes, yaml } from "./lifecycle/support";
import type { Project, Run } from "./support/project";

const SHARED = {
  pixel: { type: "fbpixel", name: "Shop ads", tag: "1" },
  domain: { domain: "https://go.example.com" },
  channel: { name: "Spring", items: [{ link: 4711 }] },
  campaign: { name: "Launch", slug: "launch", public: true, links: [4711] },
};
const FIRST: Config = {
  pixels: { ads: SHARED.pixel, board: { type: "forum", name: "Board", tag: "2" } },
  domains: { go: SHARED.domain },
  channels: { spring: SHARED.channel },
  campaigns: { launch: SHARED.campaign },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
};
/** The same objects under other keys. Nothing identifies the QR code. */
const SECOND: Config = {
  pixels: { shop: SHARED.pixel },
  domains: { main: SHARED.domain },
  channels: { season: SHARED.channel },
  campaigns: { start: SHARED.campaign },
  qrCodes: { card: { type: "link", data: "https://example.com/menu" } },
};
const OWN: Config = {
  pixels: {
    forum: { type: "forum", name: "Forum", tag: "3" },
    past: { type: "forum", name: "Past", tag: "4" },
  },
  channels: { winter: { name: "Winter", items: [{ link: 4711 }, { qr: "card" }] } },
  qrCodes: SECOND.qrCodes!,
};
const YES = ["--yes", "--skip-preview"];

/** A stack of the project, and its config file. */
class Stack {
  readonly #project: Project;
  readonly #name: string;
  readonly #file: string;

  constructor(project: Project, name: string, file: string) {
    this.#project = project;
    this.#name = name;
    this.#file = file;
  }

  config(config: Config): Promise<void> {
    return this.#project.write({ [this.#file]: yaml(config) });
  }

  try(...args: string[]): Promise<Run> {
    return this.#project.try(...args, "--stack", this.#name);
  }

  run(...args: string[]): Promise<string> {
    return this.#project.pulumi(...args, "--stack", this.#name);
  }

  async adopting(...args: string[]): Promise<Run> {
    this.#project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
    const run = await this.try(...args);
    delete this.#project.env.LINK_MANAGEMENT_ON_EXISTING;
    return run;
  }

  async expectNoDrift(): Promise<void> {
    await this.run("refresh", "--preview-only", "--expect-no-changes");
    await this.run("preview", "--expect-no-changes");
  }
}

async function twoStacks(second: Config): Promise<{ project: Project; first: Stack; second: Stack }> {
  const project = await configured(FIRST);
  await project.write({ "second.yaml": yaml(second) });
  await project.pulumi("stack", "init", "second", "--no-select");
  await project.pulumi("config", "set", "link-management:file", "second.yaml", "--stack", "second");
  const first = new Stack(project, "test", "link-management.yaml");
  await first.run("up", ...YES);
  project.emulator.clearLog();
  return { project, first, second: new Stack(project, "second", "second.yaml") };
}

/** Every object of the account, with its kind. */
function snapshotOf(project: Project): object[] {
  const { pixels, domains, qrs, channels, campaigns } = acme(project);
  const all = Object.entries({ pixels, domains, qrs, channels, campaigns });
  return all.flatMap(([kind, collection]) => collection.list().map((object) => ({ kind, ...object })));
}

const pixelId = (project: Project, tag: string) =>
  acme(project)
    .pixels.list()
    .find((pixel) => pixel.tag === tag)?.id;

test("the preview of the second stack names every shared object and stops, and so does its up", async () => {
  const { project, first, second } = await twoStacks(SECOND);
  const before = snapshotOf(project);
  const preview = await second.try("preview");
  expect(preview.code).not.toBe(0);
  expect(preview.output).toContain("4 entries cannot be created. Nothing was changed.");
  for (const entry of ["pixels.shop", "domains.main", "channels.season", "campaigns.start"]) {
    expect(preview.output).toMatch(
      new RegExp(`${entry} \\(second\\.yaml:.*\\): already exists \\(id 101\\)`),
    );
  }
  expect((await second.try("up", "--yes")).code).not.toBe(0);
  expect(snapshotOf(project)).toEqual(before);

  // Without a preview, entries before the first shared one may be created.
  expect((await second.try("up", ...YES)).code).not.toBe(0);
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await first.expectNoDrift();
});

test("the second stack creates and destroys its own objects only", async () => {
  const { project, first, second } = await twoStacks(OWN);
  const before = snapshotOf(project);
  await second.run("up", "--yes");
  await second.expectNoDrift();
  await first.expectNoDrift();

  await first.config({ ...FIRST, pixels: { ads: SHARED.pixel } });
  const board = pixelId(project, "2");
  project.emulator.clearLog();
  await first.run("up", "--yes");
  expect(Object.keys(writes(project))).toEqual([`DELETE /api/pixel/${board}/delete`]);
  await second.expectNoDrift();
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before.filter((object) => !("tag" in object) || object.tag !== "2"));
  await first.expectNoDrift();
});

test("after the destroy of the first stack the second one may create the objects, and the first one stops", async () => {
  const { project, first, second } = await twoStacks(SECOND);
  await first.run("destroy", ...YES);
  await second.run("up", "--yes");
  const before = snapshotOf(project);
  const stopped = await first.try("up", "--yes");
  expect(stopped.code).not.toBe(0);
  expect(stopped.output).toMatch(/pixels\.ads \(.*\): already exists \(id \d+\)/);
  await first.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await second.expectNoDrift();
});

test("a killed run of the second stack recovers without a change of the first one", async (context) => {
  skipWithoutProc(context);
  const { project, first, second } = await twoStacks(OWN);
  const before = snapshotOf(project);
  const up = ["up", ...YES, "--stack", "second"];
  await runAndKill(project, up, { nth: 3, timing: "after", victims: ["engine"] });
  await second.run("cancel", "--yes");
  const left = acme(project).qrs.list().slice(1);
  const onExisting = left[0] && { id: left[0].id };
  await second.config(changed(OWN, { qrCodes: { card: { options: { onExisting } } } }));

  expect((await second.try("preview")).output).not.toContain("id 101");
  project.emulator.clearLog();
  const { code, output } = await second.adopting("up", "--yes");
  expect(code, output).toBe(0);
  expect(Object.keys(writes(project)).filter((request) => !request.startsWith("POST"))).toEqual([]);
  await second.expectNoDrift();
  await first.expectNoDrift();
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await first.expectNoDrift();
});

test("a renamed key of the first stack adopts no object of the second one", async () => {
  const { project, first, second } = await twoStacks({ pixels: SECOND.pixels! });
  await second.config(
    changed({ pixels: SECOND.pixels! }, { pixels: { shop: { options: { onExisting: "duplicate" } } } }),
  );
  await second.run("up", "--yes");
  const duplicate = acme(project).pixels.list().at(-1);
  const before = snapshotOf(project);

  const { ads, ...others } = FIRST.pixels!;
  await first.config({ ...FIRST, pixels: { ...others, campaignAds: ads } });
  for (const run of [await first.try("up", "--yes"), await first.adopting("up", "--yes")]) {
    expect(run.code).not.toBe(0);
    expect(run.output).toMatch(
      /pixels\.campaignAds \(.*\): already managed by pixels\.ads \(id \d+\), which leaves the stack/,
    );
    expect(run.output).toContain("Set renamedFrom: ads");
    expect(snapshotOf(project)).toEqual(before);
  }
  await first.config({
    ...FIRST,
    pixels: { ...others, campaignAds: { ...(ads as object), renamedFrom: "ads" } },
  });
  await first.run("up", "--yes");
  expect(snapshotOf(project)).toEqual(before);
  await first.run("destroy", ...YES);
  expect(acme(project).pixels.list()).toEqual([duplicate]);
  await second.expectNoDrift();
});
