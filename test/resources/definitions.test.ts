// The facts of every kind that the API document states (design.md 2, table). A kind that is not in the table needs no
// line here.
import { expect, test } from "vitest";
import { registry } from "../../src/resources/index";

const definitions = registry.map(({ definition }) => definition);

/** Kind, create-only, write-only, and the fields of each identity, the first that is known. */
const FACTS = [
  ["Account", [], ["password"], []],
  ["Pixel", ["type"], [], [["type", "tag"]]],
  ["Domain", ["domain"], [], [["domain"]]],
  ["Channel", [], [], [["name"]]],
  ["ChannelItem", ["channel", "itemType", "item"], [], [["channel", "itemType", "item"]]],
  ["Campaign", [], [], [["slug"], ["name"]]],
  ["CampaignLink", ["campaign", "link"], [], [["campaign", "link"]]],
  ["QrCode", ["type"], ["type", "data", "background", "foreground", "logo"], [["name"]]],
] as const;

test.each(FACTS)("%s", (kind, createOnly, writeOnly, identity) => {
  const definition = definitions.find(({ type }) => type === kind)!;
  const names = (fact: "createOnly" | "writeOnly") =>
    Object.entries(definition.fields).flatMap(([name, field]) => (field[fact] ? [name] : []));
  expect([names("createOnly"), names("writeOnly"), definition.identity]).toEqual([
    createOnly,
    writeOnly,
    identity,
  ]);
});

test("every kind has a type of its own, and no property of it hides one of Pulumi", () => {
  expect(new Set(definitions.map(({ type }) => type)).size).toBe(definitions.length);
  const properties = definitions.flatMap(({ fields, outputs }) => Object.keys({ ...fields, ...outputs }));
  expect(properties).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(id|urn|__.*)$/)]));
});
