// The provider process loads zod only when it is needed.
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { kinds, listedKinds } from "../../handlers/support/kinds";
import { Records } from "../../handlers/support/records";
import { startEmulator } from "../support/emulator";
import { cliEnvironment, packageRoot, run } from "../support/project";

const SCRIPT = join(packageRoot, "test/e2e/package/load-provider.cjs");

test("the provider is one file and loads zod at the first check, not in a refresh without changes", async () => {
  const emulator = await startEmulator();
  try {
    const account = emulator.store.account("acme");
    const listed = listedKinds.map((kind) => {
      const args = kind.args();
      return [kind.handler, { id: new Records(account, kind).add(args), args }] as const;
    });
    const link = account.links.create({}).id;
    const channel = account.channels.create({ name: "Spring" }).id;
    const campaign = account.campaigns.create({ name: "Launch" }).id;
    account.assignItem(channel, "links", link);
    const objects = {
      ...Object.fromEntries(listed),
      account: { id: String(account.profile.id), args: { email: account.profile.email } },
      channelItem: { id: `${channel}/links/${link}`, args: { channel, itemType: "links", item: link } },
      campaignLink: { id: `${campaign}/${link}`, args: { campaign, link } },
    };
    const env = {
      ...cliEnvironment(),
      LINK_MANAGEMENT_BASE_URL: emulator.url,
      LINK_MANAGEMENT_API_KEY: DEMO_KEY,
    };
    const { output } = await run([process.execPath, SCRIPT, JSON.stringify(objects)], packageRoot, env);
    const names = Object.keys(objects);
    expect(JSON.parse(output)).toEqual({
      handlers: kinds.map(({ handler }) => handler).sort(),
      unchanged: names,
      zodModulesAfterRefresh: 0,
      packageModules: ["provider.js"],
      zodModulesAfterCheck: expect.toSatisfy((count: number) => count > 0),
    });
  } finally {
    await emulator.close();
  }
});
