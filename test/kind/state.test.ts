// The record of a resource in the state.
import { expect, test } from "vitest";
import { METADATA, type Metadata, metadataOf } from "../../src/kind/state";

test("is read as it was written, and empty in a state that this package did not write", () => {
  const written: Metadata = { id: "103/qr/113", account: '1 registered "2024"', external: true };
  expect(metadataOf({ name: "Ads", [METADATA]: JSON.stringify(written) })).toEqual(written);
  expect(metadataOf({ type: "forum", name: "Ads" })).toEqual({});
});
