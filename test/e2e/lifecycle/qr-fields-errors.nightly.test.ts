// What the setting qrContent does not allow is an error before the first request, from a file and from a program.
import { expect, test } from "vitest";
import { configured, program, project } from "./support";

const PASS = "guests-only-7";

test("a field that has no name there is an error with its line, for all entries at once", async () => {
  const at = await configured({
    qrCodes: {
      jane: { type: "vcard", content: { vcard: { name: "Jane", note: "x" } } },
      guests: { type: "wifi", content: { wifi: { ssid: "Acme", password: PASS, hidden: true } } },
    },
  });
  await at.pulumi("config", "set", "link-management:qrContent", "fields");
  const { code, output } = await at.try("preview");
  expect(code).not.toBe(0);
  expect(output).toMatch(
    /qrCodes\.jane \(link-management\.yaml:3:5\): content\.vcard\.note: no field name is known/,
  );
  expect(output).toMatch(
    /qrCodes\.guests \(link-management\.yaml:\d+:5\): content\.wifi\.hidden: no field name/,
  );
  expect(output).not.toContain(PASS);
  expect(at.emulator.log).toEqual([]);
});

test("in a program, the error names the resource", async () => {
  const at = await project(
    program(`const channel = new Channel("spring", { name: "Spring" });
new QrCode("jane", { type: "vcard", content: { vcard: { name: channel.name, note: "x" } } });`),
  );
  await at.pulumi("config", "set", "link-management:qrContent", "fields");
  const { code, output } = await at.try("up", "--yes", "--skip-preview");
  expect(code).not.toBe(0);
  expect(output).toContain("QrCode jane: content.vcard.note: no field name is known for it");
  expect(output).not.toMatch(/^\s+at /m);
  expect(at.emulator.store.account("acme").qrs.size).toBe(0);
});
