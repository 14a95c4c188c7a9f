import { expect, test } from "vitest";
import {
  idInHolder,
  MARKS,
  type Metadata,
  metadataOf,
  metadataText,
  newHolder,
} from "../../src/kind/metadata";

const MARKED: Metadata = { account: '1 registered "2024"', holder: "103/qr/113:14d337ed0fcc", writtenAt: 5 };

test.for([MARKED, { ...MARKED, unconfirmed: true as const }, { account: "1", writtenAt: 0 }, {}])(
  "what was written is read again: %j",
  (marks) => {
    expect(metadataOf({ [MARKS]: metadataText(marks) })).toEqual(marks);
  },
);

test("a state in which each was an output of its own is read too", () => {
  expect(metadataOf({ type: "forum", ...MARKED })).toEqual(MARKED);
});

test("an unconfirmed create that was confirmed leaves nothing behind", () => {
  expect(metadataText({ ...MARKED, unconfirmed: undefined })).toBe(metadataText(MARKED));
});

test("a state of another origin has none", () => {
  expect(metadataOf({ type: "forum" })).toEqual({});
  expect(metadataOf({ account: 1, holder: {}, writtenAt: "5" })).toEqual({});
});

test.for([null, 5, "", "{", "null", "[]", '"text"', '{"account":1}', '{"account":null}'])(
  "marks that cannot be read are an error, since no account would be guarded: %j",
  (text) => {
    expect(() => metadataOf({ [MARKS]: text })).toThrow("on which account this resource was made");
  },
);

test.for(['{"account":"1","writtenAt":null}', '{"account":"1","holder":5,"unconfirmed":false}'])(
  "whatever the others are, the account is read: %j",
  (text) => {
    expect(metadataOf({ [MARKS]: text })).toEqual({ account: "1" });
  },
);

test("a holder's mark tells the id, and one of another origin does not", () => {
  expect(idInHolder(newHolder()("103/qr/113"))).toBe("103/qr/113");
  for (const other of [undefined, "", "import-ads", "101:"]) expect(idInHolder(other)).toBeUndefined();
});
