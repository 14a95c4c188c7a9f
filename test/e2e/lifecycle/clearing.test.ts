// A field that leaves the config, and fields that were never in it.
import { describe, expect, test } from "vitest";
import { acme, type Config, configured, plan, writes, yaml } from "./support";

const FULL: Config = {
  account: { email: "links@acme.example", password: "correct horse" },
  domains: {
    go: {
      domain: "https://go.example.com",
      redirectRoot: "https://example.com",
      redirect404: "https://example.com/lost",
    },
  },
  qrCodes: {
    menu: {
      type: "link",
      data: "https://example.com/menu",
      foreground: "rgb(16,42,67)",
      logo: "https://example.com/logo.png",
    },
  },
  channels: { spring: { name: "Spring", description: "In the shops", color: "#22AA66", starred: true } },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true } },
};

const BARE: Config = {
  account: { password: "correct horse" },
  domains: { go: { domain: "https://go.example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
  channels: { spring: { name: "Spring" } },
  campaigns: { launch: { name: "Launch" } },
};

describe("a field that leaves the config", () => {
  test("is cleared where the API takes empty text, and elsewhere keeps its value, which is said", async () => {
    const project = await configured(FULL);
    await project.pulumi("up", "--yes", "--skip-preview");

    await project.config(yaml(BARE));
    expect(await plan(project)).toEqual([
      "update Account account",
      "update Campaign launch",
      "update Channel spring",
      "update Domain go",
      "update QrCode menu",
    ]);

    project.emulator.clearLog();
    const output = await project.pulumi("up", "--yes");
    expect(writes(project)).toEqual({
      "PUT /api/domain/101/update": { redirectroot: "", redirect404: "" },
      "PUT /api/qr/101/update": { type: "link", data: "https://example.com/menu", logo: "" },
      "PUT /api/channel/101/update": { name: "Spring", description: "", color: "#22AA66", starred: true },
    });
    const left =
      "left the config and is not managed any more; the API cannot clear it, so it keeps its value";
    expect(output).toContain(`Account 1: email ${left}`);
    expect(output).toContain(`Campaign 101: slug, public ${left}`);
    expect(output).toContain(`Channel 101: color, starred ${left}`);
    expect(output).toContain("QrCode 101: an apply may reset background, foreground: not in the config");
    expect(acme(project).profile.email).toBe("links@acme.example");
    expect(acme(project).campaigns.get(101)).toMatchObject({ slug: "launch", public: true });

    const { domains, channels, campaigns } = acme(project);
    domains.update(101, { redirectroot: "https://example.com/by-hand" });
    channels.update(101, { description: "By hand", color: "#000000", starred: false });
    campaigns.update(101, { slug: "by-hand", public: false });
    acme(project).update({ email: "somebody@acme.example" });
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
    await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  });

  test('is cleared and kept an eye on when it is ""', async () => {
    const cleared: Config = { channels: { spring: { name: "Spring", description: "" } } };
    const project = await configured({
      channels: { spring: { name: "Spring", description: "In the shops" } },
    });
    await project.pulumi("up", "--yes", "--skip-preview");

    await project.config(yaml(cleared));
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(acme(project).channels.get(101)?.description).toBe("");
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    acme(project).channels.update(101, { description: "By hand" });
    expect(await plan(project, "--refresh")).toEqual(["update Channel spring"]);
  });
});
