// When the data of a QR code is secret.
import { expect, test } from "vitest";
import { secretsOf } from "../../../src/kind/definition";
import { qrCode } from "../../../src/resources/kinds";

const WIFI = "WIFI:S:a;P:b;;";
const VCARD = { vcard: { name: "Jane" } };

test.each([
  [{ type: "wifi", data: "x" }, true],
  [{ type: "text", data: ` ${WIFI.toLowerCase()}` }, true],
  [{ type: "text", content: { wifi: { ssid: "a", password: "b" } } }, true],
  [{ type: "text", content: { wfi: { ssid: "a", password: "b" } } }, true],
  [{ type: "text", data: "menu" }, false],
  [{ type: "text", content: VCARD }, false],
])("%j is secret: %s", (args, expected) => {
  expect(secretsOf(qrCode, args).has("data")).toBe(expected);
});
