import { describe, expect, test } from "vitest";
import { METADATA, type Metadata, metadataOf, metadataText } from "../../src/kind/metadata";

const WRITTEN: Metadata = { id: "103/qr/113", account: '1 registered "2024"', writtenAt: 5 };

test.for([
  WRITTEN,
  { ...WRITTEN, pending: true as const },
  { ...WRITTEN, external: true as const },
  { account: "1", writtenAt: 0 },
  {},
])("reads what it wrote: %j", (metadata) => {
  expect(metadataOf({ [METADATA]: metadataText(metadata) })).toEqual(metadata);
});

test("is empty in a state of another origin", () => {
  expect(metadataOf({ type: "forum" })).toEqual({});
  expect(metadataOf({ account: 1, holder: {}, writtenAt: "5" })).toEqual({});
});

describe("in an older state", () => {
  const OLDER = { account: "1", holder: "103/qr/113:14d337ed0fcc", writtenAt: 5 };

  test("is read from the output marks", () => {
    expect(metadataOf({ type: "forum", marks: JSON.stringify(OLDER) })).toEqual({
      id: "103/qr/113",
      account: "1",
      writtenAt: 5,
    });
  });

  test("is read from separate outputs", () => {
    expect(metadataOf({ type: "forum", ...OLDER })).toEqual({ id: "103/qr/113", account: "1", writtenAt: 5 });
  });

  test("is pending if it was unconfirmed", () => {
    expect(metadataOf({ ...OLDER, unconfirmed: true })).toMatchObject({ pending: true });
    expect(metadataOf({ marks: JSON.stringify({ ...OLDER, unconfirmed: true }) })).toMatchObject({
      pending: true,
    });
  });

  test.for([undefined, "", "import-ads", "101:", "101:14D337ED0FCC"])(
    "has no id if its holder is %j",
    (holder) => {
      expect(metadataOf({ account: "1", holder })).toEqual({ account: "1" });
    },
  );

  test("counts less than the metadata of this version", () => {
    expect(metadataOf({ [METADATA]: metadataText(WRITTEN), marks: JSON.stringify(OLDER) })).toEqual(WRITTEN);
  });
});

const DAMAGED = [null, 5, "", "{", "null", "[]", '"text"', '{"account":1}', '{"account":null}'];

describe.each([METADATA, "marks"])("a damaged output %s", (output) => {
  test.for(DAMAGED)("is an error, because no account would be guarded: %j", (text) => {
    expect(() => metadataOf({ [output]: text })).toThrow(
      `the output "${output}" in the state is damaged, so the account of this resource is unknown`,
    );
  });
});

test.for(['{"account":"1","writtenAt":null}', '{"account":"1","id":5,"pending":false}'])(
  "reads the account even if other values are damaged: %j",
  (text) => {
    expect(metadataOf({ [METADATA]: text })).toEqual({ account: "1" });
  },
);
