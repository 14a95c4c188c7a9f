import { expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { ENTRY } from "../../src/kind/entry";
import { flag, text } from "../../src/kind/field";
import { METADATA } from "../../src/kind/metadata";
import { composeState, managedOf, outputsOf, readAll } from "../../src/kind/state";

const kind = {
  fields: { name: text("title"), starred: flag("starred"), password: text("password", { writeOnly: true }) },
  outputs: {
    link: { description: "", read: ({ link }: Props) => (link === undefined ? undefined : link || null) },
    date: { description: "", read: ({ date }: Props) => date },
  },
};

test("an argument is managed if it has a value", () => {
  expect(managedOf(kind, { name: "", starred: false, link: "x", other: 1 })).toEqual({
    name: "",
    starred: false,
  });
  expect(managedOf(kind, { name: null, starred: undefined })).toEqual({});
});

test("reads everything that an item contains", () => {
  const item = { title: "Ads", starred: "1", link: "", password: "p", other: 1 };
  expect(readAll(kind.fields, item)).toEqual({ name: "Ads", starred: true });
  expect(readAll(kind.outputs, item)).toEqual({ link: null });
});

test("finds the outputs in a state", () => {
  expect(outputsOf(kind, { name: "Ads", link: "x", [METADATA]: "{}" })).toEqual({ link: "x" });
});

test("composes a state with what is known to be absent, without what is unknown, with the hidden input, and the metadata as one text", () => {
  const outputs = { link: null, date: "2026-01-01", extra: undefined };
  expect(
    composeState({ [ENTRY]: "{}" }, { name: "Ads", starred: undefined }, outputs, { id: "5", account: "1" }),
  ).toEqual({
    name: "Ads",
    link: null,
    date: "2026-01-01",
    [ENTRY]: "{}",
    [METADATA]: '{"id":"5","account":"1"}',
  });
});

test("prefers the argument if an output has its name", () => {
  expect(composeState({}, { name: "Ads" }, { name: "other" }, {})).toMatchObject({ name: "Ads" });
});
