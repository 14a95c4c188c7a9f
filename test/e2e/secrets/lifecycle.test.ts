// The account password, the content of a wifi code and the API key appear in no output and no file, from the first
// preview to the destroy.
import { expect, test } from "vitest";
import { providerSource } from "../../../src/kind/provider-source";
import { KEY, NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { ScannedProject } from "./scanned-project";

interface Secrets {
  email: string;
  password: string;
  wifi: string;
}

const configFile = ({ email, password, wifi }: Secrets) => ({
  "link-management.yaml": `account: { email: ${email}, password: ${JSON.stringify(password)} }
qrCodes:
  guests: { type: wifi, data: ${JSON.stringify(wifiText(wifi))}, foreground: "rgb(1,2,3)" }
`,
});

const program = ({ email, password, wifi }: Secrets) => ({
  "index.js": `const { Account, QrCode } = require("pulumi-link-management");
const account = new Account("account", ${JSON.stringify({ email, password })});
const guests = new QrCode("guests", { type: "wifi", data: ${JSON.stringify(wifiText(wifi))}, foreground: "rgb(1,2,3)" });
module.exports = { password: account.password, data: guests.data, link: guests.link };
`,
});

const FIRST: Secrets = { email: "first@example.com", password: PASSWORD, wifi: WIFI };
const SECOND: Secrets = { email: "second@example.com", password: NEW_PASSWORD, wifi: NEW_WIFI };

test("a config file leaves no secret in output, plan, state, history, backend or request log", async () => {
  const app = await ScannedProject.create(configFile(FIRST), "environment");
  const acme = app.project.emulator.store.account("acme");

  const preview = await app.pulumi("preview", "--diff", "--save-plan", "plan.json");
  expect(preview).toMatch(/password\s*: \[secret\]/);
  await app.pulumi("up", "--yes", "--plan", "plan.json");
  expect(acme.passwordMatches(PASSWORD)).toBe(true);
  expect(acme.qrs.list()).toMatchObject([{ data: wifiText(WIFI) }]);

  await app.project.write(configFile(SECOND));
  await app.pulumi("preview", "--diff", "--json");
  await app.pulumi("up", "--yes", "--diff");
  expect(acme.passwordMatches(NEW_PASSWORD)).toBe(true);
  expect(acme.qrs.list()).toMatchObject([{ data: wifiText(NEW_WIFI) }]);

  acme.update({ email: "by-hand@example.com" });
  await app.pulumi("refresh", "--yes", "--diff");
  await app.expectEncrypted("Account", "account", "password");
  await app.expectEncrypted("QrCode", "guests", "data");

  await app.pulumi("stack", "history", "--json");
  await app.pulumi("stack", "output", "--json");
  await app.pulumi("stack", "--show-ids");
  await app.expectNoLeaks();

  acme.revokeKey(KEY);
  await app.fails("destroy", "--yes");
  acme.addKey(KEY);
  await app.pulumi("destroy", "--yes");
  await app.expectNoLeaks();
});

test("a program with the API key in secret config leaves no secret, not even in stack outputs", async () => {
  const app = await ScannedProject.create(program(FIRST), "config");
  const acme = app.project.emulator.store.account("acme");
  await app.pulumi("up", "--yes", "--diff");
  expect(acme.passwordMatches(PASSWORD)).toBe(true);
  acme.update({ email: "by-hand@example.com" });
  // A refresh runs no program and uses the config of the last update.
  await app.pulumi("refresh", "--yes", "--diff");
  await app.expectEncrypted("Account", "account", "password");
  await app.expectEncrypted("QrCode", "guests", "data");
  expect(await app.pulumi("stack", "output", "--json")).toContain("[secret]");
  await app.pulumi("stack", "history", "--json");
  await app.pulumi("config", "--json");
  await app.pulumi("destroy", "--yes");
  await app.expectNoLeaks();
});

test("an import file with a secret keeps it encrypted", async () => {
  const app = await ScannedProject.create(configFile(FIRST), "environment");
  const secret = (value: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: JSON.stringify(value),
  });
  const qr = app.project.emulator.store.account("acme").qrs.create({ type: "wifi", data: wifiText(WIFI) });
  const inputs = {
    type: "wifi",
    data: secret(wifiText(WIFI)),
    foreground: "rgb(1,2,3)",
    __provider: providerSource("qrCode"),
  };
  const type = "pulumi-nodejs:dynamic/link-management:QrCode";
  const resource = { type, name: "guests", id: String(qr.id), inputs, outputs: inputs };
  await app.project.write({ "import.json": JSON.stringify({ resources: [resource] }) });
  await app.pulumi("import", "--file", "import.json", "--generate-code=false", "--protect=false", "--yes");
  await app.expectEncrypted("QrCode", "guests", "data");
  expect(await app.pulumi("preview", "--diff")).not.toMatch(/QrCode: \((create|update|replace)/);
  await app.expectNoLeaks();
});
