// `review --approved`, `--expect` and `--fail-on`: an apply does what was approved, and nothing else.
import { expect, test } from "vitest";
import { fingerprintOf, notApproved } from "../../src/commands/review/approval";
import { type Previewed, type Stream, UNKNOWN } from "./support/events";
import {
  CODE,
  changed,
  decided,
  drifted,
  ERROR,
  LINK,
  MARKDOWN,
  PIXEL,
  REPLACED,
  review,
  reviewJson,
  rowsIn,
} from "./support/review";

const KEPT: Previewed = { ...REPLACED, name: "QrCode kept", recordedOptions: { retainOnDelete: true } };
const ITEM: Previewed = { name: "ChannelItem a/qr/b", next: { channel: UNKNOWN, itemType: "qr", item: "7" } };
const LITERAL = { ...changed("d"), next: { ...PIXEL, name: "[unknown]" } };
const OLD: Previewed = { name: "Pixel old", recorded: PIXEL };
const APPROVED = rowsIn([changed("a"), drifted("b"), REPLACED, ITEM, OLD, LITERAL, KEPT]);
const menuNow = { name: "QrCode menu", id: "102", recorded: REPLACED.next!, next: REPLACED.next! };

test.each<[string, Previewed[]]>([
  ["the same plan", [changed("a"), drifted("b"), REPLACED, ITEM, OLD]],
  ["what is left after another apply has undone the drift", [changed("a"), REPLACED]],
  ["nothing", []],
  [
    "drift that an apply has recorded, and not undone",
    [{ ...changed("b"), recorded: { ...PIXEL, name: "By hand" }, next: PIXEL }],
  ],
  ["a value that was unknown", [{ ...ITEM, next: { ...ITEM.next, channel: "5" } }]],
  ["a replacement whose delete has failed", [{ ...menuNow, pending: { 101: CODE } }]],
  ["a replacement whose create has failed", [{ ...REPLACED, isDeleted: true }]],
])("%s is approved", (_, resources) => {
  expect(notApproved(rowsIn(resources), APPROVED)).toEqual([]);
});

test.each<[string, Previewed]>([
  ["another key", { ...changed("c"), name: "Pixel c" }],
  ["another new value", { ...changed("a"), next: { ...PIXEL, name: "Newer" } }],
  ["a value that somebody has changed since", { ...drifted("b"), live: { ...PIXEL, name: "Once more" } }],
  ["a deleted object that somebody has changed since", { ...OLD, live: { ...PIXEL, name: "x" } }],
  ["the loss of an object that was to stay", { ...KEPT, recordedOptions: {} }],
  ["the deletion of an object whose update was approved", { name: "Pixel a", recorded: PIXEL }],
  ["a bare deletion in place of a replacement", { name: "QrCode menu", recorded: CODE, outputs: LINK }],
  ["the deletion of another object", { ...menuNow, pending: { 55: CODE } }],
  [
    "a create that has become an adoption",
    { name: "Pixel new", next: decided(PIXEL, { do: "adopt", id: "7" }) },
  ],
  ["a value that is unknown now", { ...changed("a"), next: { ...PIXEL, name: UNKNOWN } }],
  ["the word [unknown] that a value was", { ...changed("d"), next: { ...PIXEL, name: "Anything" } }],
])("%s is not approved", (_, resource) => {
  expect(notApproved(rowsIn([resource]), APPROVED)).toHaveLength(1);
});

/** Reviews again, with the approval of earlier plans. */
async function approving(
  plans: readonly string[],
  now: readonly Previewed[],
  { args = [], ...stream }: Stream & { args?: readonly string[] } = {},
) {
  const files = Object.fromEntries(plans.map((plan, at) => [`${at}.json`, plan]));
  const approved = plans.map((_, at) => `--approved=${at}.json`);
  return review(now, [...approved, ...args], { ...stream, files });
}

test("--approved prints the rows that are not approved, and exits with 3; files have all", async () => {
  const plan = await reviewJson([changed("a")]);
  const both = [changed("a"), changed("z")];
  const { code, stdout, read } = await approving([plan], both, { args: [MARKDOWN] });
  expect(code).toBe(3);
  expect(stdout).toMatch(/pixels\.z[\s\S]*Fingerprint/);
  expect(stdout).not.toContain("pixels.a");
  expect(read("review.md")).toMatch(/pixels&#46;a/);
  // Each row is in one of several reviews.
  expect((await approving([plan, await reviewJson([changed("z")])], both)).code).toBe(0);
  for (const other of [{ account: "8 at links.example" }, { stack: "other" }])
    expect((await approving([await reviewJson([])], [], other)).code).toBe(3);
});

test("a failed review approves nothing, and what is no review of this version is wrong usage", async () => {
  const wrong = { result: "failed", messages: [ERROR("wrong account")] };
  expect((await approving([await reviewJson([changed("a")], wrong)], [changed("a")])).code).toBe(3);
  const older = (await reviewJson([changed("a")])).replace('"format": 1', '"format": 0');
  const cut = (await reviewJson([changed("a")])).slice(0, 60);
  for (const text of ["{}", "no JSON", older, cut]) expect((await approving([text], [])).code).toBe(2);
  expect((await review([], ["--approved", "missing.json"])).code).toBe(2);
});

test("the fingerprint is that of stack, account and rows in any order, and --expect accepts no other", async () => {
  const [a, b] = [changed("a"), { name: "Pixel b", next: PIXEL }];
  const printOf = (resources: Previewed[], stack = "acme", account = "7 at links.example") =>
    fingerprintOf({ stack, account, rows: rowsIn(resources) });
  const print = printOf([a, b]);
  const others = [
    ...[printOf([a, b], "other"), printOf([a, b], "acme", "8 at links.example"), printOf([a])],
    printOf([{ ...a, live: { ...PIXEL, name: "By hand" } }, b]),
    ...['{"text":"New"}', "", undefined].map((name) => printOf([{ ...a, next: { ...PIXEL, name } }, b])),
  ];
  expect(new Set([print, ...others]).size).toBe(others.length + 1);
  expect(printOf([b, a])).toBe(print);
  const codeOf = async (expected: string) => (await review([a, b], ["--expect", expected])).code;
  expect([await codeOf(print), await codeOf(others[0]!), await codeOf("")]).toEqual([0, 3, 3]);
});

const LOST: Previewed = { name: "Domain go", recorded: { domain: "https://go.example.com" } };

test.each<[string, Previewed, number]>([
  ["drift", changed("a"), 0],
  ["drift", drifted("a"), 7],
  ["changes", { name: "Pixel same", recorded: PIXEL, next: PIXEL }, 0],
  ["changes", changed("a"), 7],
  ["danger", drifted("a"), 0],
  ["danger", LOST, 7],
])("--fail-on %s counts only what is not approved (case %#)", async (what, resource, code) => {
  const args = [`--fail-on=${what}`];
  expect((await review([resource], args)).code).toBe(code);
  if (code === 7)
    expect((await approving([await reviewJson([resource])], [resource], { args })).code).toBe(0);
});
