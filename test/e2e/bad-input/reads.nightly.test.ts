// The reads of a program report the same mistakes as its resources, in the same way.
import { expect, test } from "vitest";
import { expectOneError, project } from "./one-error";

const program = (...lines: string[]) => ({
  "index.js": `const { Channel, getAccount, getChannelItems, getChannelItemsOutput, getOverlays, getQrStatistics, getSplashPages } = require("pulumi-link-management");
${lines.join("\n")}
`,
});

test("reads without an API key are one error without a stack", async () => {
  const at = await project(
    program(
      "exports.account = getAccount();",
      "exports.overlays = getOverlays();",
      "exports.splash = getSplashPages();",
    ),
    { LINK_MANAGEMENT_API_KEY: undefined },
  );
  expectOneError(await at.try("preview"), "no API key: set it");
});

test("reads with a rejected key are one error without a stack", async () => {
  const at = await project(program("exports.account = getAccount();", "exports.overlays = getOverlays();"), {
    LINK_MANAGEMENT_API_KEY: "of-somebody-else",
  });
  expectOneError(await at.try("preview"), "the service rejected the API key");
});

test("a key in plain config is rejected by reads, too", async () => {
  const at = await project(program("exports.account = getAccount();"), {
    LINK_MANAGEMENT_API_KEY: undefined,
  });
  await at.pulumi("config", "set", "--plaintext", "link-management:apiKey", "demo-key");
  expectOneError(await at.try("preview"), "link-management:apiKey is in plain text");
  expect(at.emulator.log).toEqual([]);
});

test.each([
  ["a channel that does not exist", "getChannelItems(99)", "the account has no channel 99"],
  [
    "a QR code that does not exist",
    "getQrStatistics(99)",
    "GET /api/qr/99: the service rejected the request",
  ],
  [
    "a channel that is a resource",
    'getChannelItems(new Channel("spring", { name: "Spring" }))',
    "For a resource or an output, use getChannelItemsOutput",
  ],
  ["an output with an unknown id", "getChannelItemsOutput(99)", "the account has no channel 99"],
  ["a name instead of an id", 'getQrStatistics("menu")', '"menu" is not the id of an object'],
])("a read of %s is one error that names it", async (_, call, message) => {
  const at = await project(program(`exports.read = ${call};`));
  expectOneError(await at.try("preview"), message);
});
