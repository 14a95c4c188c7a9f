// What must hold for every kind, present and future.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { annotationsOf } from "../../src/kind/annotations";
import { MARKS } from "../../src/kind/metadata";
import { registry } from "../../src/resources/index";

/** Also those that the marks had one by one: states from then are still read. */
const RESERVED = [MARKS, "account", "holder", "writtenAt", "unconfirmed", "__provider", "id", "urn"];

describe.each(registry.map(({ definition }) => [definition.type, definition] as const))(
  "%s",
  (_type, definition) => {
    test("every argument has a description, and a field unless it stands for another one", () => {
      const schema = z.toJSONSchema(definition.args(), { io: "input" });
      const properties = schema.properties as Record<string, { description?: string }>;
      const kept = Object.keys(properties).filter((name) => definition.shorthands?.[name] === undefined);
      expect(Object.keys(definition.fields)).toEqual(kept);
      for (const { description } of Object.values(properties)) expect(description).toMatch(/^[A-Z#].*\.$/s);
    });

    test("what stands for another argument is one itself, and stands for one that is kept", () => {
      const notations = Object.entries(definition.shorthands ?? {});
      expect(annotationsOf(definition).names).toEqual(
        expect.arrayContaining(notations.map(([name]) => name)),
      );
      expect(Object.keys(definition.fields)).toEqual(
        expect.arrayContaining(notations.map(([, { field }]) => field)),
      );
    });

    test("every output has a description, and none the name of an argument or a reserved one", () => {
      const taken = new Set([...annotationsOf(definition).names, ...RESERVED]);
      for (const [name, { description }] of Object.entries(definition.outputs)) {
        expect(description).toMatch(/\.$/);
        expect(taken).not.toContain(name);
      }
    });

    test("no argument has a reserved name", () => {
      for (const name of RESERVED) expect(annotationsOf(definition).names).not.toContain(name);
    });

    test("unknown arguments are refused", () => {
      expect(definition.args().safeParse({ surprise: 1 }).success).toBe(false);
    });

    test("what is write-only is never read back", () => {
      const { writeOnly } = annotationsOf(definition);
      for (const [name, field] of Object.entries(definition.fields)) {
        if (writeOnly.has(name)) expect(field.read({ [field.api]: "x" })).toBeUndefined();
      }
    });
  },
);

test("create-only arguments are those of the API document", () => {
  const createOnly = Object.fromEntries(
    registry.map(({ definition }) => [definition.type, [...annotationsOf(definition).createOnly]]),
  );
  expect(createOnly).toEqual({
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
