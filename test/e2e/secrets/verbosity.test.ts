// More to read than usual: no log of the CLI below `-v 9` holds a secret, in a run that succeeds and one that fails.
import { expect, test } from "vitest";
import { KEY, NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { Watched } from "./watched";

const config = (ofAccount: string, ofWifi: string) => `
account: { password: ${JSON.stringify(ofAccount)} }
qrCodes: { guests: { type: wifi, data: ${JSON.stringify(wifiText(ofWifi))} } }
`;

test.each([
  ["--debug", /debug: RegisterResource RPC finished/],
  ["-v 3 --logtostderr", /"msg":"RegisterResource RPC finished/],
  ["-v 8 --logtostderr --logflow --debug", /"v":7/],
])("no secret is said with %s", async (words, isLog) => {
  const flags = words.split(" ");
  const at = await Watched.create({ "link-management.yaml": config(PASSWORD, WIFI) }, "environment");
  const acme = at.project.emulator.store.account("acme");
  expect(await at.pulumi("up", "--yes", ...flags)).toMatch(isLog);
  await at.project.config(config(NEW_PASSWORD, NEW_WIFI));
  await at.pulumi("up", "--yes", "--diff", ...flags);
  expect(acme.passwordMatches(NEW_PASSWORD)).toBe(true);
  await at.pulumi("refresh", "--yes", ...flags);
  acme.revokeKey(KEY);
  await at.fails("destroy", "--yes", ...flags);
  acme.addKey(KEY);
  await at.pulumi("destroy", "--yes", ...flags);
  await at.expectNoLeaks();
});
