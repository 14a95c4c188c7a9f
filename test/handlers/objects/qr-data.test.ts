// The forms of the data of a QR code: sent as given, compared by value, and what an error says about other forms.
import { afterEach, describe, expect, test } from "vitest";
import { WIFI } from "../../support/secrets";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const EMAIL = { email: "shop@example.com", subject: "Order", body: "Hi" };

test("an object is sent as given, and the order of its keys is no change", async () => {
  world = await World.start({ qrDataForm: "objects" });
  const args = { type: "email", data: EMAIL };
  const created = await world.process().create("qrCode", args);
  expect(world.account.qrs.list()[0]?.data).toEqual(EMAIL);
  const reordered = { type: "email", data: Object.fromEntries(Object.entries(EMAIL).reverse()) };
  expect(await world.process().hasChanges("qrCode", created, reordered)).toBe(false);
  const edited = { type: "email", data: { ...EMAIL, body: "Hello" } };
  expect(await world.process().hasChanges("qrCode", created, edited)).toBe(true);
  await world.process().update("qrCode", created, edited);
  expect(world.bodies().at(-1)).toEqual(edited);
});

test.each([[{}], [[]], [""], [7]])("%j is rejected before a request", async (data) => {
  world = await World.start();
  const { failures } = await world.process().check("qrCode", { type: "email", data });
  expect(failures).toMatchObject([{ property: "data" }]);
  expect(world.requests()).toEqual([]);
});

describe("a rejection says what other services accept", () => {
  const IF = "If this is about the type, data or name: ";
  const REST = "all accept type: text with data as text";

  test.each([
    [
      "an object",
      { qrDataForm: "text" },
      { type: "email", data: EMAIL },
      `must be a string for this type (status 400). ${IF}some accept data only as text (qrContent: text); ${REST}`,
    ],
    [
      "a text",
      { qrDataForm: "objects" },
      { type: "wifi", data: "WIFI:S:Acme;;" },
      `must be an object for this type (status 400). ${IF}some accept data only as an object (docs/qr-content.md has its names); ${REST}`,
    ],
    [
      "a type",
      { qrTypes: "documented" },
      { type: "whatsapp", data: { phone: "112" } },
      `${IF}only some installations have the type whatsapp; some accept data only as text (qrContent: text); ${REST}`,
    ],
  ] as const)("%s", async (_, dialect, args, message) => {
    world = await World.start(dialect);
    const process = world.process();
    await expect(process.create("qrCode", args, { entry: "qrCodes.a", urn: "a::b" })).rejects.toThrow(
      message,
    );
    expect(world.account.qrs.size).toBe(0);
    expect(world.requests()).toEqual(["GET /api/account", "GET /api/qr", "POST /api/qr/add"]);
    expect(process.errors.join()).toContain("create of qrCodes.a");
  });

  test("of an update, too, next to what else may be wrong", async () => {
    world = await World.start();
    const created = await world.process().create("qrCode", { type: "email", data: "a@example.com" });
    world.emulator.setDialect({ qrDataForm: "text" });
    await expect(world.process().update("qrCode", created, { type: "email", data: EMAIL })).rejects.toThrow(
      /some accept data only as text .*\. If the object was changed or deleted by hand, run/,
    );
  });

  test("not of a link, whose form is the same everywhere", async () => {
    world = await World.start({ emptyString: "rejected" });
    const args = { type: "link", data: "https://example.com", logo: "" };
    const created = world.process().create("qrCode", args);
    await expect(created).rejects.toThrow(/must not be empty \(status 400\)$/);
  });

  test("without the content", async () => {
    world = await World.start({ qrDataForm: "text" });
    const data = { ssid: "Acme guests", encryption: "WPA", pass: WIFI };
    await expect(world.process().create("qrCode", { type: "wifi", data })).rejects.toThrow("only as text");
  });
});
