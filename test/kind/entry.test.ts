import { expect, test } from "vitest";
import { entryName } from "../../src/kind/entry";
import { registry } from "../../src/resources/index";

test.each([
  ["Account", "account", "account"],
  ["Account", "main", "Account main"],
  ["QrCode", "menu", "qrCodes.menu"],
  ["ChannelItem", "spring/qr/menu", "channels.spring.items qr/menu"],
  ["ChannelItem", "menu", "ChannelItem menu"],
])("messages name %s %s as %s", (type, name, text) => {
  const { definition } = registry.find(({ definition }) => definition.type === type)!;
  expect(entryName(definition, name)).toBe(text);
});
