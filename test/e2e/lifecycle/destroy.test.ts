// `destroy`, with and without the config or program.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, configured, diagnostics, objectCounts, program, project, upOf, writes } from "./support";

const onlyLeftState = (output: string): string[] =>
  [...diagnostics(output).matchAll(/warning: (.+): only left the state/g)]
    .map(([, what]) => what ?? "")
    .sort();

const remove = ({ folder }: Project, file: string) => rm(join(folder, file));

describe("destroy", () => {
  test("empties the account, also without the config file, and warns that the account itself only left the state", async () => {
    const app = await configured({
      account: { email: "links@acme.example" },
      pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
      domains: { go: { domain: "https://go.example.com" } },
      qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
      channels: { spring: { name: "Spring", items: [{ qr: "menu" }, { link: 4711 }] } },
      campaigns: { launch: { name: "Launch", links: [4711, 4712] } },
    });
    await upOf(app);
    await remove(app, "link-management.yaml");

    app.emulator.clearLog();
    const output = await app.pulumi("destroy", "--yes");
    expect(objectCounts(app)).toEqual({});
    expect(Object.keys(writes(app)).sort()).toEqual([
      "DELETE /api/campaign/101/delete",
      "DELETE /api/channel/101/delete",
      "DELETE /api/domain/101/delete",
      "DELETE /api/pixel/101/delete",
      "DELETE /api/qr/101/delete",
    ]);
    expect(onlyLeftState(output)).toEqual(["account"]);
    expect(acme(app).profile.email).toBe("links@acme.example");
    expect((await app.state()).resources ?? []).toEqual([]);
  });

  test("only removes items and links from the state if their parent stays, also without the program", async () => {
    const app = await project({ "index.js": "" });
    const channel = acme(app).channels.create({ name: "By hand" });
    const campaign = acme(app).campaigns.create({ name: "By hand" });
    const item = { channel: channel.id, itemType: "links", item: 4711 };
    const link = { campaign: campaign.id, link: 4711 };
    await app.write(
      program(`
new ChannelItem("item", ${JSON.stringify(item)});
new CampaignLink("link", ${JSON.stringify(link)});`),
    );
    await upOf(app);
    await remove(app, "index.js");
    const was = app.emulator.store.revision;

    app.emulator.clearLog();
    const output = await app.pulumi("destroy", "--yes");
    expect(writes(app)).toEqual({});
    expect(app.emulator.store.revision).toBe(was);
    expect(onlyLeftState(output)).toEqual(["CampaignLink link", "ChannelItem item"]);
  });

  test("accepts objects that were deleted by hand", async () => {
    const app = await configured({
      pixels: {
        ads: { type: "fbpixel", name: "Shop ads", tag: "1" },
        gone: { type: "fbpixel", name: "Gone", tag: "2" },
      },
      channels: { gone: { name: "Gone", items: [{ link: 4711 }] } },
    });
    await upOf(app);
    const gone = acme(app)
      .pixels.list()
      .find(({ name }) => name === "Gone");
    acme(app).pixels.delete(gone?.id ?? 0);
    acme(app).channels.delete(101);

    await app.pulumi("destroy", "--yes", "--skip-preview");
    expect(objectCounts(app)).toEqual({});
    expect((await app.state()).resources ?? []).toEqual([]);
  });
});
