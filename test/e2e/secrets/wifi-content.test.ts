// A wifi's password in the named fields of a QR code's content: in nothing that is said or written, whatever the
// type that the code is sent with.
import { expect, test } from "vitest";
import { NEW_WIFI, WIFI, wifiText } from "../../support/secrets";
import { Watched } from "./watched";

const inYaml = JSON.stringify;

const configFile = (password: string) => ({
  "link-management.yaml": `qrCodes:
  guests:
    type: text
    content:
      wifi: { ssid: Acme guests, password: ${inYaml(password)} }
`,
});

/** As the standard text has it. */
const sent = (password: string) => wifiText(password.replace(/[\\;,:"]/g, "\\$&"));

test("with a config file", async () => {
  const at = await Watched.create(configFile(WIFI), "environment");
  const acme = at.project.emulator.store.account("acme");
  expect(await at.pulumi("preview", "--diff", "--save-plan", "plan.json")).toMatch(/data\s*: \[secret\]/);
  await at.pulumi("up", "--yes", "--plan", "plan.json");
  expect(acme.qrs.list()).toMatchObject([{ type: "text", data: sent(WIFI) }]);
  await at.expectEncrypted("QrCode", "guests", "data");

  await at.project.write(configFile(NEW_WIFI));
  await at.pulumi("preview", "--diff", "--json");
  await at.pulumi("up", "--yes", "--diff");
  expect(acme.qrs.list()).toMatchObject([{ type: "text", data: sent(NEW_WIFI) }]);
  await at.pulumi("refresh", "--yes", "--diff");
  await at.expectEncrypted("QrCode", "guests", "data");
  await at.expectNoLeaks();
});

test("with a program that takes it from secret config, and one that has mistakes in it", async () => {
  const program = (fields: string) => ({
    "index.js": `const { QrCode } = require("pulumi-link-management");
const { Config } = require("@pulumi/pulumi");
const password = new Config().requireSecret("wifi");
const guests = new QrCode("guests", { type: "wifi", content: { ${fields} } });
module.exports = { guests: guests.data };
`,
  });
  const at = await Watched.create(program('wifi: { ssid: "Acme guests", password }'), "environment");
  await at.pulumi("config", "set", "--secret", "wifi", WIFI);
  expect(await at.pulumi("preview", "--diff")).toMatch(/data\s*: \[secret\]/);
  await at.pulumi("up", "--yes", "--diff");
  const acme = at.project.emulator.store.account("acme");
  expect(acme.qrs.list()).toMatchObject([{ type: "wifi", data: sent(WIFI) }]);
  await at.expectEncrypted("QrCode", "guests", "data");
  await at.pulumi("preview", "--diff", "--expect-no-changes");

  const mistakes: [string, RegExp][] = [
    ['wifi: { ssid: "Acme guests", psk: password }', /QrCode: content: wifi: .*"psk"/],
    ["wfi: { password }", /QrCode: content: .*"wfi"/],
    ['wifi: { ssid: "Acme guests", password, encryption: "WPA2" }', /content: wifi: encryption: /],
  ];
  for (const [fields, message] of mistakes) {
    await at.project.write(program(fields));
    expect(await at.fails("preview", "--diff")).toMatch(message);
  }
  await at.project.write(program(`wifi: { ssid: "Acme guests", psk: ${inYaml(WIFI)} }`));
  expect(await at.fails("preview", "--diff")).toMatch(/QrCode: content: wifi: .*"psk"/);
  await at.expectNoLeaks();
});
