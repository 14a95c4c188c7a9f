// The account itself: its e-mail address and password.
import { describe, expect, test } from "vitest";
import { acme, configured, upOf, writes, yaml } from "./support";

const account = (fields: Record<string, string>) => ({ account: fields });

describe("the account", () => {
  test("changes its e-mail address only after a preview that names the old and the new one", async () => {
    const project = await configured(account({ email: "links@acme.example" }));
    expect(await project.pulumi("preview")).toContain(
      'account (link-management.yaml:2:3): changes the e-mail address from "acme@example.com" to "links@acme.example"',
    );
    expect(acme(project).profile.email).toBe("acme@example.com");
    await upOf(project);
    expect(acme(project).profile.email).toBe("links@acme.example");

    await project.config(yaml(account({ email: "news@acme.example" })));
    expect(await project.pulumi("preview")).toContain(
      'account (link-management.yaml:2:3): changes the e-mail address from "links@acme.example" to "news@acme.example"',
    );
    project.emulator.clearLog();
    await upOf(project);
    expect(writes(project)).toEqual({ "PUT /api/account/update": { email: "news@acme.example" } });
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
  });

  test("changes its password without showing it, and destroy only removes it from the state", async () => {
    const project = await configured(account({ password: "first-secret" }));
    await upOf(project);
    expect(acme(project).passwordMatches("first-secret")).toBe(true);

    await project.config(yaml(account({ password: "second-secret" })));
    project.emulator.clearLog();
    const output = await project.pulumi("up", "--yes");
    expect(output).toContain("account (link-management.yaml:2:3): sets the password");
    expect(output).not.toMatch(/first-secret|second-secret/);
    expect(Object.keys(writes(project))).toEqual(["PUT /api/account/update"]);
    expect(acme(project).passwordMatches("second-secret")).toBe(true);
    expect(acme(project).profile.email).toBe("acme@example.com");
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    project.emulator.clearLog();
    expect(await project.pulumi("destroy", "--yes", "--skip-preview")).toContain(
      "account: only left the state",
    );
    expect(writes(project)).toEqual({});
    expect(acme(project).passwordMatches("second-secret")).toBe(true);
  });
});
