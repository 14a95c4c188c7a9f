// Entries whose key changed, new stacks for an account, and forced replacements: no object is lost or duplicated.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import {
  type Config,
  configured,
  diagnostics,
  ids,
  objectCounts,
  upOf,
  urnOf,
  writes,
  yaml,
} from "./support";

const entries = (prefix: string): Config => ({
  pixels: { [`${prefix}ads`]: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
  domains: { [`${prefix}go`]: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  channels: { [`${prefix}spring`]: { name: "Spring", items: [{ link: 4711 }, { bio: 12 }] } },
  campaigns: { [`${prefix}launch`]: { name: "Launch", slug: "launch", public: true, links: [4711, 4712] } },
});

const ONE_OF_EACH = { pixels: 1, domains: 1, channels: 1, campaigns: 1 };
const ONE_DELETE_EACH = [
  "DELETE /api/campaign/101/delete",
  "DELETE /api/channel/101/delete",
  "DELETE /api/domain/101/delete",
  "DELETE /api/pixel/101/delete",
];

/** Nothing is created or deleted. A link, which no list shows, may be assigned again. */
function expectOnlyAssignments(project: Project): void {
  const sent = Object.keys(writes(project));
  expect(sent.filter((request) => !/^POST \/api\/campaign\/101\/assign\/471[12]$/.test(request))).toEqual([]);
  expect(objectCounts(project)).toEqual(ONE_OF_EACH);
}

describe("an object", () => {
  test("is adopted by a new stack only on request, and keeps its id", async () => {
    const project = await configured(entries(""));
    await upOf(project);
    const before = await ids(project);
    await project.pulumi("stack", "rm", "--force", "--yes");
    await project.pulumi("stack", "init", "test");

    project.emulator.clearLog();
    const keys = ["pixels.ads", "domains.go", "channels.spring", "campaigns.launch"];
    const rejected = await project.try("preview");
    expect(rejected.code).not.toBe(0);
    expect(diagnostics(rejected.output)).toContain("4 entries cannot be created. Nothing was changed.");
    for (const entry of keys) {
      expect(diagnostics(rejected.output)).toMatch(
        new RegExp(`${entry} \\(.*\\): already exists \\(id 101\\)`),
      );
    }
    expect(diagnostics(rejected.output)).toContain("run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up");

    project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
    const adopted = diagnostics(await upOf(project));
    expect(adopted).toContain("4 existing objects adopted, none changed");
    expectOnlyAssignments(project);
    expect(await ids(project)).toEqual(before);
  });

  test("without an identity, a QR code, keeps its id with its old key as an alias", async () => {
    const code = { type: "link", data: "https://example.com/menu" };
    const project = await configured({ qrCodes: { old: code } });
    await upOf(project);

    await project.config(yaml({ qrCodes: { new: { ...code, options: { aliases: ["old"] } } } }));
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(await ids(project)).toEqual({ "QrCode new": "101" });
    expect(objectCounts(project).qrs).toBe(1);
  });

  test("is never adopted from an entry that leaves the config: the error names renamedFrom", async () => {
    const project = await configured(entries("old-"));
    await upOf(project);
    const before = await ids(project);
    project.emulator.clearLog();

    await project.config(yaml(entries("new-")));
    for (const word of ["fail", "adopt", "overwrite"]) {
      project.env.LINK_MANAGEMENT_ON_EXISTING = word;
      const { code, output } = await project.try("preview");
      expect(code).not.toBe(0);
      expect(diagnostics(output)).toMatch(
        /pixels\.new-ads \(.*\): already managed by pixels\.old-ads \(id 101\), which leaves the stack\. Set renamedFrom: old-ads/,
      );
      const update = await project.try("up", "--yes", "--skip-preview");
      expect(update.code).not.toBe(0);
    }
    expect(writes(project)).toEqual({});
    expect(await ids(project)).toEqual(before);
    delete project.env.LINK_MANAGEMENT_ON_EXISTING;

    const renamed = Object.entries(entries("new-")).map(([section, all]) => [
      section,
      Object.fromEntries(
        Object.entries(all).map(([key, entry]) => [
          key,
          { ...(entry as object), renamedFrom: key.replace("new-", "old-") },
        ]),
      ),
    ]);
    await project.config(yaml(Object.fromEntries(renamed)));
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");

    project.emulator.clearLog();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(Object.keys(writes(project)).sort()).toEqual(ONE_DELETE_EACH);
  });

  test("replaced by force is created again before the old one is deleted", async () => {
    const project = await configured(entries(""));
    await upOf(project);

    project.emulator.clearLog();
    await project.pulumi("up", "--yes", "--replace", urnOf("Pixel", "ads"));
    expect(Object.keys(writes(project))).toEqual(["POST /api/pixel/add", "DELETE /api/pixel/101/delete"]);
    expect(await ids(project)).toMatchObject({ "Pixel ads": "102" });
    expect(objectCounts(project)).toEqual(ONE_OF_EACH);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
  });

  test("replaced by force whose duplicate the service rejects keeps its state, and the error names the way out", async () => {
    const project = await configured(entries(""));
    await upOf(project);
    const before = await ids(project);
    const { code, output } = await project.try(
      "up",
      "--yes",
      "--skip-preview",
      "--replace",
      urnOf("Domain", "go"),
    );
    expect(code).not.toBe(0);
    expect(diagnostics(output)).toContain("set deleteBeforeReplace: true");
    expect(objectCounts(project)).toEqual(ONE_OF_EACH);
    expect(await ids(project)).toEqual(before);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    const changed = entries("");
    Object.assign(changed.domains!.go as object, { options: { deleteBeforeReplace: true } });
    await project.config(yaml(changed));
    project.emulator.clearLog();
    await project.pulumi("up", "--yes", "--replace", urnOf("Domain", "go"));
    expect(Object.keys(writes(project))).toEqual(["DELETE /api/domain/101/delete", "POST /api/domain/add"]);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
  });
});
