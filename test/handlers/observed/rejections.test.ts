// An installation that rejects a request with status 200 and `error: 1`, and a key with 403 and JSON.
import { afterEach, expect, test } from "vitest";
import { HttpTransport } from "../../../src/api/http/transport";
import { SEEDED_LINKS } from "../../../src/emulator/index";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const DIALECT = { statusCodes: "realForAccess", invalidKeyStatus: 403, unknownIdStatus: 200 } as const;
const FIRST_LINK = SEEDED_LINKS[0]!.id;

test("a rejected request concerns its entry alone", async () => {
  world = await World.start(DIALECT);
  const process = world.process();
  const { id } = await process.create("campaign", { name: "Launch" });
  await expect(process.create("campaignLink", { campaign: id, link: 9999 })).rejects.toThrow(
    /the service rejected the request: Link does not exist \(status 200\)\. Check that the account has short link 9999/,
  );
  await process.create("campaignLink", { campaign: id, link: FIRST_LINK });
  expect(world.account.campaigns.get(Number(id))?.links).toEqual([FIRST_LINK]);
});

test("a rejected key concerns everything, and the web server may have stripped it", async () => {
  world = await World.start(DIALECT);
  // What the service sees of the key, whatever the client sends.
  const process = world.process({}, new HttpTransport(world.emulator.url, "x"));
  await expect(process.create("pixel", { type: "fbpixel", name: "Ads", tag: "1" })).rejects.toThrow(
    /rejected the API key: A valid API key is required to use this service \(status 403.*Authorization header/,
  );
  await expect(process.create("channel", { name: "Spring" })).rejects.toThrow(/see the earlier error/);
  expect(world.requests()).toEqual(["GET /api/account"]);
});
