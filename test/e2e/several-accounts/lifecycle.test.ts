// A program with two accounts, each with a `Provider`: up, a second up with a refresh, a new key, destroy.
import { expect, test } from "vitest";
import { project, upOf } from "../lifecycle/support";
import { ACCOUNTS, KEYS, objects, program } from "./two-accounts";

/** Equal objects on both accounts. Some are in a component. */
const BODY = `
new Pixel("ads", { type: "forum", name: "Ads", tag: "1" }, { provider: a });
class Brand extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("test:Brand", name, {}, opts);
    new Pixel("ads", { type: "forum", name: "Ads", tag: "1" }, { parent: this });
    const channel = new Channel("spring", { name: "Spring" }, { parent: this });
    new ChannelItem("spring/4711", { channel, itemType: "links", item: 4711 }, { parent: this });
  }
}
new Brand("brand-b", { providers: [b] });
`;

test("each account has its own resources", async () => {
  const at = await project(program(BODY), { accounts: ACCOUNTS });
  delete at.env.LINK_MANAGEMENT_API_KEY;
  // Of the default provider, which this program does not use.
  at.env.LINK_MANAGEMENT_ACCOUNT = "somebody";
  await upOf(at);
  expect(objects(at)).toEqual({ "brand-a": ["Ads"], "brand-b": ["Ads", "Spring"] });

  at.emulator.clearLog();
  await at.pulumi("up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes");
  expect(at.changes()).toEqual([]);

  await at.write(program(BODY, { b: KEYS.renewedB }));
  expect(await upOf(at)).toMatch(/~ 1 updated\n\s+\d+ unchanged/);
  expect(at.changes()).toEqual([]);

  await at.pulumi("destroy", "--yes", "--skip-preview");
  expect(objects(at)).toEqual({ "brand-a": [], "brand-b": [] });
});
