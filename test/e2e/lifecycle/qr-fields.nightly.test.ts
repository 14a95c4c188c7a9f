// QR codes on services that want named fields: the setting qrContent, objects as data, and names.
import { expect, test } from "vitest";
import { type Config, configured, plan, upOf } from "./support";

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
