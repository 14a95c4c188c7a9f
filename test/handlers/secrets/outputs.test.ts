// A service that fills what it returns with the content of a code, such as its name. The state gets it without the
// content.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../../src/api/http/transport";
import { DEMO_KEY } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { NEW_WIFI, SECRETS, WIFI, wifiText } from "../../support/secrets";
import { SecretsScan } from "../../support/secrets-scan";
import { World } from "../support/world";

let world: World;
afterEach(() => {
  world.emulator.clearLog();
  return world.end();
});

/** Adds fields to the items of a list and to the responses of changes. */
function filling(fields: () => Props): Transport {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return {
    send: async (request) => {
      const response = await http.send(request);
      const body = JSON.parse(response.text);
      const items = Object.values(body.data ?? {}).find(Array.isArray);
      if (items) for (const item of items) Object.assign(item, fields());
      if (request.method !== "GET") Object.assign(body, fields());
      return { ...response, text: JSON.stringify(body) };
    },
    close: () => http.close(),
  };
}

function expectNoSecrets(...values: unknown[]): void {
  const scan = new SecretsScan(SECRETS);
  scan.value("state", values);
  expect(scan.leaks).toEqual([]);
}

/** Without what the program gives. */
const withoutArgs = ({ data: _data, tag: _tag, slug: _slug, ...outs }: Props) => outs;

describe("the outputs of a code", () => {
  test.each([
    ["a wifi", { type: "wifi", data: wifiText(WIFI) }, undefined],
    ["a list", { type: "wifi", data: ["guests", WIFI] }, undefined],
    ["an object", { type: "wifi", data: { ssid: "Acme guests", encryption: "WPA", pass: WIFI } }, undefined],
    ["what the program marks", { type: "text", data: WIFI }, ["data"]],
  ])("contain no content of %s", async (_, args, secrets) => {
    world = await World.start();
    let content: unknown = args.data;
    const text = () => (typeof content === "string" ? content : JSON.stringify(content));
    const transport = filling(() => ({ link: `https://qr.example/?data=${encodeURIComponent(text())}` }));
    const request = secrets && { secrets };
    const created = await world.process({}, transport).create("qrCode", args, request);
    const read = await world.process({}, transport).refresh("qrCode", created);
    const masked = /^https:\/\/qr\.example\/\?data=.*\[secret\]/;
    expect(read!.outs.link).toMatch(masked);
    expect(created.outs.link).toMatch(masked);
    expectNoSecrets(withoutArgs(created.outs), withoutArgs(read!.outs));
    // No change from one run to the next.
    expect((await world.process({}, transport).refresh("qrCode", read!))!.outs).toEqual(read!.outs);

    content = NEW_WIFI;
    const edited = { ...args, data: NEW_WIFI };
    const process = world.process({}, transport);
    const { inputs } = await process.diff("qrCode", read!, edited, request);
    const updated = await process.of("qrCode").update(created.id, read!.outs, inputs);
    expectNoSecrets(withoutArgs(updated.outs));
    expect(updated.outs.link).toContain("[secret]");
  });

  test("stay as they are if the service sets other text", async () => {
    world = await World.start();
    const { outs } = await world.process().create("qrCode", { type: "wifi", data: wifiText(WIFI) });
    expect(outs.link).toMatch(/^https?:\/\/[^[]+$/);
  });
});

test("the outputs of a campaign contain no wifi", async () => {
  world = await World.start();
  const list = () => ({ list: `https://x.example/${encodeURIComponent(wifiText(WIFI))}` });
  const transport = filling(list);
  const created = await world.process({}, transport).create("campaign", { name: "Launch" });
  const read = await world.process({}, transport).refresh("campaign", created);
  expect(read!.outs).toMatchObject({ list: "https://x.example/[secret]" });
  expectNoSecrets(created.outs, read!.outs);
});

test("the address of a campaign does not contain a slug that the program marks", async () => {
  world = await World.start();
  const args = { name: "Launch", slug: "guests-only-7", public: true };
  const { outs } = await world.process().create("campaign", args, { secrets: ["slug"] });
  expect(outs.rotator).toMatch(/\/r\/\[secret\]$/);
  expectNoSecrets(withoutArgs(outs));
});
