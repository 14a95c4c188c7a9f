// A preview warns about changes that cannot be undone.
import { expect, test } from "vitest";
import { configured, diagnostics, upOf, yaml } from "./support";

const CODE = { type: "link", data: "https://example.com/menu" };

test("a preview warns once about each dangerous change, and never shows a password", async () => {
  const project = await configured({
    account: { email: "links@acme.example", password: "first-secret" },
    qrCodes: { menu: CODE, door: CODE },
  });
  await upOf(project);
  await project.config(
    yaml({
      account: { email: "news@acme.example", password: "second-secret" },
      qrCodes: { menu: { ...CODE, data: "https://example.com/new" }, door: { ...CODE, type: "text" } },
    }),
  );
  project.emulator.clearLog();
  const output = await project.pulumi("preview");
  for (const warning of [
    ': changes the e-mail address from "links@acme.example" to "news@acme.example"',
    ": sets the password",
    "): the service may reset background, foreground, logo",
    "): a change of type replaces it, and every printed copy stops working",
  ]) {
    expect(diagnostics(output).split(warning), output).toHaveLength(2);
  }
  for (const { key, line } of [
    { key: "account", line: 2 },
    { key: "qrCodes.menu", line: 7 },
    { key: "qrCodes.door", line: 11 },
  ]) {
    expect(diagnostics(output)).toContain(`${key} (link-management.yaml:${line}:`);
  }
  expect(output).not.toMatch(/first-secret|second-secret/);
  expect(project.changes()).toEqual([]);
});
