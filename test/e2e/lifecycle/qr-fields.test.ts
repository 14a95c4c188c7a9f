// QR codes on services that want named fields: the setting qrContent, objects as data, and names.
import { expect, test } from "vitest";
import { type Config, configured, plan, program, project, upOf } from "./support";

const PASS = "guests-only-7";
const CODES: Config = {
  qrCodes: {
    guests: { type: "wifi", content: { wifi: { ssid: "Acme", password: PASS } } },
    other: { type: "wifi", name: "Other", data: { ssid: "Other", encryption: "WPA", pass: `${PASS}-b` } },
    order: { type: "email", name: "Order", data: { email: "shop@example.com", subject: "Order" } },
    menu: { type: "link", data: "https://example.com/menu" },
  },
};

test("a switch of qrContent updates the codes with content, and nothing else", async () => {
  const at = await configured(CODES, { dialect: { qrNames: "asGiven" } });
  await upOf(at);
  expect(await plan(at, "--refresh")).toEqual([]);
  await at.pulumi("config", "set", "link-management:qrContent", "fields");
  expect(await plan(at)).toEqual(["update QrCode guests"]);
  await upOf(at);
  const codes = at.emulator.store.account("acme").qrs.list();
  expect(codes.map(({ data }) => data)).toContainEqual({ ssid: "Acme", encryption: "WPA", pass: PASS });
  await at.pulumi("refresh", "--yes");
  expect(await plan(at)).toEqual([]);
  expect(await at.pulumi("refresh", "--preview-only", "--expect-no-changes")).not.toContain(PASS);
  expect(JSON.stringify(await at.state())).not.toContain(PASS);

  const order = codes.find(({ name }) => name === "Order")!;
  at.emulator.store.account("acme").qrs.update(order.id, { name: "By hand" });
  const drift = await at.try("refresh", "--preview-only", "--expect-no-changes", "--diff");
  expect(drift.code).toBe(7);
  expect(drift.output).toMatch(/name: "Order" => "By hand"/);
});

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
