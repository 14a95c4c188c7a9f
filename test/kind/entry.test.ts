import { expect, test } from "vitest";
import { entryName } from "../../src/kind/entry";
import { packIds, unpackIds } from "../../src/kind/request";
import { registry } from "../../src/resources/index";

test.each([
  [[], ""],
  [["101"], "101"],
  [["103", "101", "102", "110"], "101-103,110"],
  [["101", "103"], "101,103"],
  [["101", "101"], "101"],
  [["a-1", "7", "007"], '7,"a-1","007"'],
])("%j as a text, and back", (ids, text) => {
  expect(packIds(ids)).toBe(text);
  expect(unpackIds(text).sort()).toEqual([...new Set(ids)].sort());
});

test("1,000 ids in a row are short", () => {
  expect(packIds(Array.from({ length: 1000 }, (_, n) => String(101 + n)))).toBe("101-1100");
});

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
