// No CLI log below `-v 9` contains a secret, whether the run succeeds or fails.
import { expect, test } from "vitest";
import { KEY, NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { ScannedProject } from "./scanned-project";

const config = (accountSecret: string, wifiSecret: string) => `
account: { password: ${JSON.stringify(accountSecret)} }
qrCodes: { guests: { type: wifi, data: ${JSON.stringify(wifiText(wifiSecret))} } }
`;

test.each([
  ["--debug", /debug: RegisterResource RPC finished/],
  ["-v 3 --logtostderr", /"msg":"RegisterResource RPC finished/],
  ["-v 8 --logtostderr --logflow --debug", /"v":7/],
])("logs no secret with %s", async (flagText, logPattern) => {
  const flags = flagText.split(" ");
  const app = await ScannedProject.create({ "link-management.yaml": config(PASSWORD, WIFI) }, "environment");
  const acme = app.project.emulator.store.account("acme");
  expect(await app.pulumi("up", "--yes", ...flags)).toMatch(logPattern);
  await app.project.config(config(NEW_PASSWORD, NEW_WIFI));
  await app.pulumi("up", "--yes", "--diff", ...flags);
  expect(acme.passwordMatches(NEW_PASSWORD)).toBe(true);
  await app.pulumi("refresh", "--yes", ...flags);
  acme.revokeKey(KEY);
  await app.fails("destroy", "--yes", ...flags);
  acme.addKey(KEY);
  await app.pulumi("destroy", "--yes", ...flags);
  await app.expectNoLeaks();
});
