// A run that is killed between create and delete leaves two entries that name one object: the old one, which was to
// be deleted, and the new one. Nobody deletes the object while another entry holds it.
import { beforeEach, describe, expect, test } from "vitest";
import { ids, objectCounts, program, project, urnOf, writes } from "../lifecycle/support";
import type { Project } from "../support/project";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

/** The last one is made when all others are there, before anything is deleted: the moment to be killed. */
const stack = (prefix: string, withLast: boolean, launchOptions = "{}") =>
  program(`
const ads = new Pixel("${prefix}ads", { type: "fbpixel", name: "Shop ads", tag: "1" });
const go = new Domain("${prefix}go", { domain: "https://go.example.com" });
const spring = new Channel("${prefix}spring", { name: "Spring" });
const item = new ChannelItem("${prefix}spring/4711", { channel: spring, itemType: "links", item: 4711 });
const launch = new Campaign("${prefix}launch", { name: "Launch", slug: "launch", public: true }, ${launchOptions});
if (${withLast}) new Pixel("last", { type: "forum", name: "Last", tag: "2" }, { dependsOn: [ads, go, spring, item, launch] });
`);

const DELETES = [
  "DELETE /api/campaign/101/delete",
  "DELETE /api/channel/101/delete",
  "DELETE /api/domain/101/delete",
  "DELETE /api/pixel/101/delete",
  "DELETE /api/pixel/102/delete",
];
const MOMENT = { nth: 1, timing: "after", victims: ["engine"] } as const;
const EMPTY = { pixels: 0, domains: 0, qrs: 0, channels: 0, campaigns: 0 };

interface Leaving {
  what: string;
  /** The run that is killed, from a stack with the prefix "old-". */
  leave(project: Project): Promise<void>;
  prefix: string;
}

const LEAVINGS: readonly Leaving[] = [
  {
    what: "keys that were renamed",
    prefix: "new-",
    async leave(app) {
      await app.write(stack("new-", true));
      await runAndKill(app, ["up", "--yes", "--skip-preview"], MOMENT);
    },
  },
  {
    what: "objects that were replaced by force",
    prefix: "old-",
    async leave(app) {
      await app.write(stack("old-", true));
      const urns = [
        urnOf("Pixel", "old-ads"),
        urnOf("Domain", "old-go"),
        urnOf("Channel", "old-spring"),
        urnOf("Campaign", "old-launch"),
      ];
      const replace = urns.flatMap((urn) => ["--replace", urn]);
      await runAndKill(app, ["up", "--yes", "--skip-preview", ...replace], MOMENT);
    },
  },
];

describe("after a run that was killed between create and delete", () => {
  beforeEach(skipWithoutProc);

  for (const { what, leave, prefix } of LEAVINGS) {
    test(`${what} keep their objects in the next up, and a destroy deletes each once`, async () => {
      const app = await project(stack("old-", false));
      await app.pulumi("up", "--yes", "--skip-preview");
      await leave(app);
      await expectHeldTwice(app);

      await app.pulumi("cancel", "--yes");
      app.emulator.clearLog();
      await app.pulumi("up", "--yes", "--skip-preview");
      expect(Object.keys(writes(app))).toEqual([]);
      expect(objectCounts(app)).toEqual({ ...EMPTY, pixels: 2, domains: 1, channels: 1, campaigns: 1 });
      expect(await ids(app)).toEqual({
        [`Pixel ${prefix}ads`]: "101",
        [`Domain ${prefix}go`]: "101",
        [`Channel ${prefix}spring`]: "101",
        [`ChannelItem ${prefix}spring/4711`]: "101/links/4711",
        [`Campaign ${prefix}launch`]: "101",
        "Pixel last": "102",
      });
      await app.pulumi("refresh", "--preview-only", "--expect-no-changes");

      app.emulator.clearLog();
      await app.pulumi("destroy", "--yes", "--skip-preview");
      expect(Object.keys(writes(app)).sort()).toEqual(DELETES);
      expect(objectCounts(app)).toEqual(EMPTY);
    });
  }

  test("runs that are limited to old keys forget them, although they are shown no other entry", async () => {
    const app = await project(stack("old-", false));
    await app.pulumi("up", "--yes", "--skip-preview");
    await LEAVINGS[0]!.leave(app);
    await expectHeldTwice(app);
    await app.pulumi("cancel", "--yes");
    app.emulator.clearLog();

    const limitedTo = (...urns: string[]) => ["--skip-preview", ...urns.flatMap((urn) => ["--target", urn])];
    const [ads, go, launch] = [
      urnOf("Pixel", "old-ads"),
      urnOf("Domain", "old-go"),
      urnOf("Campaign", "old-launch"),
    ];
    const spring = [urnOf("ChannelItem", "old-spring/4711"), urnOf("Channel", "old-spring")];
    const updated = await app.pulumi("up", "--yes", ...limitedTo(ads, go));
    expect(updated).toContain(
      "Pixel 101 is held by another entry of this stack: forgotten here, not deleted",
    );
    const destroyed = await app.pulumi(
      "destroy",
      "--yes",
      ...limitedTo(launch, ...spring),
      "--stack",
      "test",
    );
    expect(destroyed).toContain("Campaign 101 is held by another entry of this stack");
    expect(Object.keys(writes(app))).toEqual([]);
    expect(Object.keys(await ids(app)).filter((name) => name.includes("old-"))).toEqual([]);

    await app.pulumi("destroy", "--yes", "--skip-preview");
    expect(Object.keys(writes(app)).sort()).toEqual(DELETES.slice(0, -1));
  });

  test("a destroy at once deletes once what both entries give up, and nothing that one of them retains", async () => {
    const app = await project(stack("old-", false));
    await app.pulumi("up", "--yes", "--skip-preview");
    await app.write(stack("new-", true, "{ retainOnDelete: true }"));
    await runAndKill(app, ["up", "--yes", "--skip-preview"], MOMENT);
    await expectHeldTwice(app);
    await app.pulumi("cancel", "--yes");
    app.emulator.clearLog();
    await app.pulumi("destroy", "--yes", "--skip-preview");
    // The last one was made, but the killed run could not note it.
    expect(Object.keys(writes(app)).sort()).toEqual(DELETES.slice(1, -1));
    expect(objectCounts(app)).toEqual({ ...EMPTY, pixels: 1, campaigns: 1 });
  });
});

/** The killed run got as far as it was meant to. */
async function expectHeldTwice(app: Project): Promise<void> {
  const { resources = [] } = await app.state();
  const pixels = resources.filter(({ urn }) => urn.includes(":Pixel::")).map(({ id }) => id);
  expect(pixels).toEqual(["101", "101"]);
}
