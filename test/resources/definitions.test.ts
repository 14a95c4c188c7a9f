// Rules for every kind, present and future.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { annotationsOf, shorthandsOf } from "../../src/kind/annotations";
import { ENTRY } from "../../src/kind/entry";
import { METADATA } from "../../src/kind/metadata";
import { registry } from "../../src/resources/index";

/** Also the names that older versions used: their states are still read. */
const RESERVED = [
  METADATA,
  ENTRY,
  "marks",
  "account",
  "holder",
  "writtenAt",
  "unconfirmed",
  "__provider",
  "id",
  "urn",
];

test("every kind has a type of its own", () => {
  const types = registry.map(({ definition }) => definition.type);
  expect(new Set(types).size).toBe(types.length);
});

describe.each(registry.map(({ definition }) => [definition.type, definition] as const))(
  "%s",
  (_type, definition) => {
    const { names, writeOnly } = annotationsOf(definition);
    const fieldNames = Object.keys(definition.fields);

    test("describes every argument, and has a field for all except shorthands", () => {
      const schema = z.toJSONSchema(definition.args(), { io: "input" });
      const properties = schema.properties as Record<string, { description?: string }>;
      const shorthands = shorthandsOf(definition).map(([name]) => name);
      expect(fieldNames).toEqual(Object.keys(properties).filter((name) => !shorthands.includes(name)));
      for (const { description } of Object.values(properties)) expect(description).toMatch(/^[A-Z#].*\.$/s);
    });

    test("has an argument and a field for every shorthand", () => {
      const args = Object.keys(definition.args().shape);
      for (const [name, { field }] of shorthandsOf(definition)) {
        expect(args).toContain(name);
        expect(fieldNames).toContain(field);
      }
    });

    test("describes every output, under a name that no argument has", () => {
      for (const [name, { description }] of Object.entries(definition.outputs)) {
        expect(description).toMatch(/\.$/);
        expect([...names, ...RESERVED]).not.toContain(name);
      }
    });

    test("has no argument with a reserved name", () => {
      for (const name of RESERVED) expect(names).not.toContain(name);
    });

    test("rejects unknown arguments", () => {
      expect(definition.args().safeParse({ surprise: 1 }).success).toBe(false);
    });

    test("never reads a write-only field", () => {
      for (const [name, field] of Object.entries(definition.fields)) {
        if (writeOnly.has(name)) expect(field.read({ [field.api]: "x" })).toBeUndefined();
      }
    });

    test("identifies objects by readable fields", () => {
      for (const name of definition.identity.flat()) {
        expect(fieldNames).toContain(name);
        expect(writeOnly).not.toContain(name);
      }
    });

    test("names its parent by a create-only field", () => {
      if (definition.parent !== undefined)
        expect(definition.fields[definition.parent]?.createOnly).toBe(true);
    });
  },
);

function namesWith(fact: "createOnly" | "writeOnly" | "secret") {
  return Object.fromEntries(
    registry.map(({ definition }) => [definition.type, [...annotationsOf(definition)[fact]]]),
  );
}

// The facts of the documented kinds. Another kind needs no line here.
test("has the create-only arguments of the API document", () => {
  expect(namesWith("createOnly")).toMatchObject({
    Account: [],
    Pixel: ["type"],
    Domain: ["domain"],
    QrCode: ["type"],
    Channel: [],
    ChannelItem: ["channel", "itemType", "item"],
    Campaign: [],
    CampaignLink: ["campaign", "link"],
  });
});

test("has the write-only arguments of the API document", () => {
  expect(namesWith("writeOnly")).toMatchObject({
    Account: ["password"],
    Pixel: [],
    Domain: [],
    QrCode: ["type", "data", "background", "foreground", "logo", "content"],
    Channel: [],
    ChannelItem: [],
    Campaign: [],
    CampaignLink: [],
  });
});

test("identifies objects by the fields that distinguish them on the service", () => {
  expect(
    Object.fromEntries(registry.map(({ definition: { type, identity } }) => [type, identity])),
  ).toMatchObject({
    Account: [],
    Pixel: [["type", "tag"]],
    Domain: [["domain"]],
    QrCode: [["name"]],
    Channel: [["name"]],
    ChannelItem: [["channel", "itemType", "item"]],
    Campaign: [["slug"], ["name"]],
    CampaignLink: [["campaign", "link"]],
  });
});

test("outputs only what a create returns, and what visitors do not change", () => {
  expect(
    Object.fromEntries(registry.map(({ definition }) => [definition.type, Object.keys(definition.outputs)])),
  ).toMatchObject({
    Account: ["username", "status", "expires", "registered", "avatar"],
    Pixel: [],
    Domain: [],
    QrCode: ["link"],
    Channel: [],
    ChannelItem: [],
    Campaign: ["rotator", "list"],
    CampaignLink: [],
  });
});

test("hides the password of the account in every case", () => {
  expect(namesWith("secret")).toMatchObject({ Account: ["password"], Pixel: [], QrCode: [] });
});
