// When the data of a QR code is secret, and what is most likely not meant.
import { expect, test } from "vitest";
import { vcardText } from "../../../src/index";
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

test.each([
  [{ type: "link", data: "https://example.com/menu" }, 0],
  [{ type: "link", data: "myapp://open/7" }, 0],
  [{ type: "link", data: "example.com/menu" }, 1],
  [{ type: "text", data: "example.com/menu" }, 0],
  [{ type: "link", data: WIFI }, 1],
  [{ type: "wifi", data: vcardText(VCARD.vcard) }, 1],
  [{ type: "vcard", data: vcardText(VCARD.vcard) }, 0],
  [{ type: "text", data: WIFI }, 0],
])("%j raises %i warnings", (args, count) => {
  expect(qrCode.lint!(args)).toHaveLength(count);
});
