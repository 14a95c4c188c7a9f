// A wifi password in the named fields of a QR code's content appears in no output and no file, whatever the code's type.
import { expect, test } from "vitest";
import { NEW_WIFI, WIFI, wifiText } from "../../support/secrets";
import { ScannedProject } from "./scanned-project";

const inYaml = JSON.stringify;

const configFile = (password: string) => ({
  "link-management.yaml": `qrCodes:
  guests:
    type: text
    content:
      wifi: { ssid: Acme guests, password: ${inYaml(password)} }
`,
});

/** The standard text, with escaped characters. */
const standardText = (password: string) => wifiText(password.replace(/[\\;,:"]/g, "\\$&"));

test("a config file leaves no wifi password", async () => {
  const app = await ScannedProject.create(configFile(WIFI), "environment");
  const acme = app.project.emulator.store.account("acme");
  expect(await app.pulumi("preview", "--diff", "--save-plan", "plan.json")).toMatch(/data\s*: \[secret\]/);
  await app.pulumi("up", "--yes", "--plan", "plan.json");
  expect(acme.qrs.list()).toMatchObject([{ type: "text", data: standardText(WIFI) }]);
  await app.expectEncrypted("QrCode", "guests", "data");

  await app.project.write(configFile(NEW_WIFI));
  await app.pulumi("preview", "--diff", "--json");
  await app.pulumi("up", "--yes", "--diff");
  expect(acme.qrs.list()).toMatchObject([{ type: "text", data: standardText(NEW_WIFI) }]);
  await app.pulumi("refresh", "--yes", "--diff");
  await app.expectEncrypted("QrCode", "guests", "data");
  await app.expectNoLeaks();
});

test("a program leaves no wifi password from secret config, also if it has errors", async () => {
  const program = (fields: string) => ({
    "index.js": `const { QrCode } = require("pulumi-link-management");
const { Config } = require("@pulumi/pulumi");
const password = new Config().requireSecret("wifi");
const guests = new QrCode("guests", { type: "wifi", content: { ${fields} } });
module.exports = { guests: guests.data };
`,
  });
  const app = await ScannedProject.create(program('wifi: { ssid: "Acme guests", password }'), "environment");
  await app.pulumi("config", "set", "--secret", "wifi", WIFI);
  expect(await app.pulumi("preview", "--diff")).toMatch(/data\s*: \[secret\]/);
  await app.pulumi("up", "--yes", "--diff");
  const acme = app.project.emulator.store.account("acme");
  expect(acme.qrs.list()).toMatchObject([{ type: "wifi", data: standardText(WIFI) }]);
  await app.expectEncrypted("QrCode", "guests", "data");
  await app.pulumi("preview", "--diff", "--expect-no-changes");

  const errors: [string, RegExp][] = [
    ['wifi: { ssid: "Acme guests", psk: password }', /QrCode \w+: content\.wifi: .* psk\b/],
    ["wfi: { password }", /QrCode \w+: content: .* wfi\b/],
    ['wifi: { ssid: "Acme guests", password, encryption: "WPA2" }', /content\.wifi\.encryption: /],
  ];
  for (const [fields, message] of errors) {
    await app.project.write(program(fields));
    expect(await app.fails("preview", "--diff")).toMatch(message);
  }
  await app.project.write(program(`wifi: { ssid: "Acme guests", psk: ${inYaml(WIFI)} }`));
  expect(await app.fails("preview", "--diff")).toMatch(/QrCode \w+: content\.wifi: .* psk\b/);
  await app.expectNoLeaks();
});

test("a QR code that becomes a wifi code is encrypted from then on", async () => {
  const app = await ScannedProject.create(
    { "link-management.yaml": 'qrCodes: { guests: { type: text, data: "Ask at the desk" } }' },
    "environment",
  );
  await app.pulumi("up", "--yes");
  await app.project.config(`qrCodes: { guests: { type: wifi, data: ${JSON.stringify(wifiText(WIFI))} } }`);
  await app.pulumi("preview", "--diff");
  await app.pulumi("up", "--yes", "--diff");
  await app.expectEncrypted("QrCode", "guests", "data");
  await app.expectNoLeaks();
});
