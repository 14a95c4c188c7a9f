import { describe, expect, test } from "vitest";
import {
  allExpandedArgs,
  annotationsOf,
  expandedArgs,
  ShorthandError,
  secretsOf,
  shorthandsOf,
  withoutShorthands,
} from "../../src/kind/annotations";
import type { Props, ShorthandSettings } from "../../src/kind/definition";
import { text } from "../../src/kind/field";

const code = {
  fields: {
    type: text("type", { createOnly: true }),
    data: text("data", { writeOnly: true }),
    password: text("password", { writeOnly: true, secret: true }),
    name: text("name"),
  },
  shorthands: {
    content: {
      field: "data",
      uses: ["type"],
      toValue: ({ type, content }: Props, { qrContent }: ShorthandSettings) => {
        if (content === "odd" && qrContent === "fields") throw new ShorthandError("content: odd");
        return `${type} ${content} as ${qrContent}`;
      },
    },
  },
  secretArgs: ({ type }: Record<string, unknown>) => (type === "wifi" ? ["data", "content"] : []),
};

describe("collects the facts of the fields", () => {
  test("by argument, including the shorthands of a field", () => {
    expect(annotationsOf(code)).toEqual({
      names: ["type", "data", "password", "name", "content"],
      createOnly: new Set(["type"]),
      writeOnly: new Set(["data", "password", "content"]),
      secret: new Set(["password"]),
    });
  });

  test("of a kind without any", () => {
    expect(annotationsOf({ fields: { name: text("name") } })).toEqual({
      names: ["name"],
      createOnly: new Set(),
      writeOnly: new Set(),
      secret: new Set(),
    });
  });
});

describe("secrets", () => {
  test("include the fields that are always secret", () => {
    expect(secretsOf(code, { type: "text" })).toEqual(new Set(["password"]));
    expect(secretsOf({ fields: code.fields }, {})).toEqual(new Set(["password"]));
  });

  test("include the arguments that are secret with these values", () => {
    expect(secretsOf(code, { type: "wifi" })).toEqual(new Set(["password", "data", "content"]));
  });
});

test("removes shorthands from the inputs", () => {
  const inputs = { type: "text", content: { text: "x" }, data: "x", __entry: "{}" };
  expect(withoutShorthands(code, inputs)).toEqual({ type: "text", data: "x", __entry: "{}" });
  expect(inputs).toHaveProperty("content");
  expect(withoutShorthands({}, inputs)).toEqual(inputs);
  expect(shorthandsOf({})).toEqual([]);
});

test("expands shorthands to the arguments that reach the state", () => {
  const settings = { qrContent: "fields" } as const;
  expect(expandedArgs(code, { type: "text", content: 5 }, settings)).toEqual({
    type: "text",
    data: "text 5 as fields",
  });
  expect(expandedArgs(code, { type: "text", data: "x" }, settings)).toEqual({ type: "text", data: "x" });
});

test("expands shorthands with all settings that allow them", () => {
  const datas = (args: Props) => allExpandedArgs(code, args).map(({ data }) => data);
  expect(datas({ type: "text", content: 5 })).toEqual(["text 5 as text", "text 5 as fields"]);
  expect(datas({ type: "text", content: "odd" })).toEqual(["text odd as text"]);
  expect(datas({ type: "text", data: "x" })).toEqual(["x"]);
});
