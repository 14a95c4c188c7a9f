// The whole life of an account's password, a wifi code's content and the API key: in nothing that is said or
// written, from the first preview to the end.
import { expect, test } from "vitest";
import { providerText } from "../../../src/kind/provider-source";
import { KEY, NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { Watched } from "./watched";

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

test("with a config file no secret is in output, plan, state, history, backend or request log", async () => {
  const at = await Watched.create(configFile(FIRST), "environment");
  const acme = at.project.emulator.store.account("acme");

  const preview = await at.pulumi("preview", "--diff", "--save-plan", "plan.json");
  expect(preview).toMatch(/password\s*: \[secret\]/);
  await at.pulumi("up", "--yes", "--plan", "plan.json");
  expect(acme.passwordMatches(PASSWORD)).toBe(true);
  expect(acme.qrs.list()).toMatchObject([{ data: wifiText(WIFI) }]);

  await at.project.write(configFile(SECOND));
  await at.pulumi("preview", "--diff", "--json");
  await at.pulumi("up", "--yes", "--diff");
  expect(acme.passwordMatches(NEW_PASSWORD)).toBe(true);
  expect(acme.qrs.list()).toMatchObject([{ data: wifiText(NEW_WIFI) }]);

  acme.update({ email: "by-hand@example.com" });
  await at.pulumi("refresh", "--yes", "--diff");
  await at.expectEncrypted("Account", "account", "password");
  await at.expectEncrypted("QrCode", "guests", "data");

  await at.pulumi("stack", "history", "--json");
  await at.pulumi("stack", "output", "--json");
  await at.pulumi("stack", "--show-ids");
  await at.expectNoLeaks();

  acme.revokeKey(KEY);
  await at.fails("destroy", "--yes");
  acme.addKey(KEY);
  await at.pulumi("destroy", "--yes");
  await at.expectNoLeaks();
});

test("with a program and its key as secret config no secret is anywhere either, not even as an output", async () => {
  const at = await Watched.create(program(FIRST), "config");
  const acme = at.project.emulator.store.account("acme");
  await at.pulumi("up", "--yes", "--diff");
  expect(acme.passwordMatches(PASSWORD)).toBe(true);
  acme.update({ email: "by-hand@example.com" });
  // Runs no program: the key comes from the config of the last update.
  await at.pulumi("refresh", "--yes", "--diff");
  await at.expectEncrypted("Account", "account", "password");
  await at.expectEncrypted("QrCode", "guests", "data");
  expect(await at.pulumi("stack", "output", "--json")).toContain("[secret]");
  await at.pulumi("stack", "history", "--json");
  await at.pulumi("config", "--json");
  await at.pulumi("destroy", "--yes");
  await at.expectNoLeaks();
});

test("a code that becomes one for wifi has its content encrypted from then on", async () => {
  const at = await Watched.create(
    { "link-management.yaml": 'qrCodes: { guests: { type: text, data: "Ask at the desk" } }' },
    "environment",
  );
  await at.pulumi("up", "--yes");
  await at.project.config(`qrCodes: { guests: { type: wifi, data: ${JSON.stringify(wifiText(WIFI))} } }`);
  await at.pulumi("preview", "--diff");
  await at.pulumi("up", "--yes", "--diff");
  await at.expectEncrypted("QrCode", "guests", "data");
  await at.expectNoLeaks();
});

test("an import whose file marks the secret keeps it encrypted", async () => {
  const at = await Watched.create(configFile(FIRST), "environment");
  const secret = (value: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: JSON.stringify(value),
  });
  const qr = at.project.emulator.store.account("acme").qrs.create({ type: "wifi", data: wifiText(WIFI) });
  const inputs = {
    type: "wifi",
    data: secret(wifiText(WIFI)),
    foreground: "rgb(1,2,3)",
    __provider: providerText("qrCode"),
  };
  const type = "pulumi-nodejs:dynamic/link-management:QrCode";
  const resource = { type, name: "guests", id: String(qr.id), inputs, outputs: inputs };
  await at.project.write({ "import.json": JSON.stringify({ resources: [resource] }) });
  await at.pulumi("import", "--file", "import.json", "--generate-code=false", "--protect=false", "--yes");
  await at.expectEncrypted("QrCode", "guests", "data");
  expect(await at.pulumi("preview", "--diff")).not.toMatch(/QrCode: \((create|update|replace)/);
  await at.expectNoLeaks();
});
