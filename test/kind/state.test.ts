// The record of a resource in the state.
import { expect, test } from "vitest";
import { METADATA, type Metadata, metadataOf } from "../../src/kind/state";

const WRITTEN: Metadata = { id: "103/qr/113", account: '1 registered "2024"' };

test.for([WRITTEN, { ...WRITTEN, pending: true as const }, { ...WRITTEN, external: true as const }])(
  "is read as it was written: %j",
  (metadata) => {
    expect(metadataOf({ name: "Ads", [METADATA]: JSON.stringify(metadata) })).toEqual(metadata);
  },
);

test("is empty in a state that this package did not write", () => {
  expect(metadataOf({ type: "forum", name: "Ads" })).toEqual({});
});

test("is an error if it is damaged, because no account would be guarded", () => {
  expect(() => metadataOf({ [METADATA]: "{" })).toThrow(METADATA);
});
