// What SDKs of other languages are generated from.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: JSON.
type Json = Record<string, any>;

const text = readFileSync("plugin/schema.json", "utf8");
const schema: Json = JSON.parse(text);
const nameOf = (token: string) => token.split(":").at(-1)!;
const resources: [string, Json][] = Object.entries(schema.resources);

/** Every property of resources and types, by its place. */
const properties = Object.entries<Json>({ ...schema.types, ...schema.resources }).flatMap(
  ([token, { properties, inputProperties }]) =>
    [properties, inputProperties].flatMap((all: Json = {}) =>
      Object.entries<Json>(all).map(([name, one]): [string, Json] => [`${nameOf(token)}.${name}`, one]),
    ),
);

test("everything has a description, and an import its id", () => {
  const all = [...Object.entries<Json>(schema.types), ...resources, ...properties];
  expect(all.filter(([, { description }]) => !description).map(([place]) => place)).toEqual([]);
  const [item, member] = ["ChannelItem", "CampaignLink"].map(
    (type) => schema.resources[`link-management:index:${type}`].description,
  );
  expect(item).toContain("<channel>/<itemType>/<item>");
  expect(member).toContain("<campaign>/<link>");
});

test("no property has the name of its class in C#", () => {
  const nameIn = (name: string, { language }: Json) => (language?.csharp?.name ?? name).toLowerCase();
  const same = resources.flatMap(([token, { inputProperties, properties }]) =>
    Object.entries<Json>({ ...inputProperties, ...properties })
      .filter(([name, one]) => nameIn(name, one) === nameOf(token).toLowerCase())
      .map(([name]) => `${nameOf(token)}.${name}`),
  );
  expect(same).toEqual([]);
});

test("counts are integers, and `onExisting` of a resource has its words", () => {
  expect(properties.filter(([, { type }]) => type === "number")).toEqual([]);
  const { $ref } = schema.resources["link-management:index:Pixel"].inputProperties.onExisting;
  const { enum: words } = schema.types[$ref.replace("#/types/", "")];
  expect(words.map(({ value }: Json) => value)).toEqual(["fail", "duplicate"]);
  expect(text).not.toMatch(/adopt|renamedFrom|onExisting: \{/);
});
