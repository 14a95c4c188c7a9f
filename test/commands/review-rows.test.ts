// What a review says about the steps of a preview. test/e2e/review.test.ts has the usual ones, with the real CLI.
import { expect, test } from "vitest";
import { countsOf, notesOf, partsOf } from "../../src/commands/review/review";
import { rowsOf } from "../../src/commands/review/rows";
import { settledNotes } from "../../src/commands/review/sides";
import { type Previewed, stepsIn, UNKNOWN } from "./support/events";
import { CODE, changed, decided, drifted, LINK, PIXEL, REPLACED, rowsIn } from "./support/review";

/** Its lines, with the first word of their part. */
function shown(resources: readonly Previewed[]): readonly string[] {
  const base = { format: 1, headline: "", stack: "acme", account: undefined, errors: [], notes: [] };
  const parts = partsOf({ ...base, rows: rowsIn(resources) });
  return parts.flatMap(({ title, lines }) => lines.map(({ text }) => `${TITLES[title] ?? title}: ${text}`));
}

const TITLES: Readonly<Record<string, string>> = {
  "Deleted or replaced": "Lost",
  "Leads elsewhere": "Leads",
  "Changed by hand, and undone by the apply": "Hand",
  "Adopted: 0 requests": "Adopted",
};

/** @param text with … for anything */
function matching(text: string): unknown {
  const parts = text.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return expect.stringMatching(new RegExp(`^${parts.join(".*")}$`));
}

const CHANNEL = { name: "Spring", color: "#22aa66" };
const ITEM = { channel: "101", itemType: "links", item: "4711" };
const DOMAIN = { domain: "https://go.example.com", redirectRoot: "https://new.example", redirect404: "" };
const SHOP = { url: "https://a.example/1", alias: "1" };
const LAUNCH = { name: "Launch", slug: "launch", public: true };
const ROTATOR = { rotator: "https://link.example/r/launch" };
const SAME: Previewed = { name: "Pixel a", recorded: PIXEL, next: PIXEL };
/** A code that somebody has deleted, although the config has it. */
const GONE: Previewed = { name: "QrCode menu", recorded: CODE, outputs: LINK, live: null, next: CODE };
const OVERWRITES = { redirectRoot: "https://old.example", redirect404: null };
const edited = (kind: string, recorded: object, next: object, outputs = {}): Previewed => ({
  ...{ name: `${kind} a`, recorded: { ...recorded }, next: { ...recorded, ...next }, outputs },
  ...{ operation: "update", changed: Object.keys(next) },
});
const DELETED =
  "Dangers: qrCodes.menu will be deleted (https://acme.example/qr/abc): every printed copy stops working";

test("a field that leaves, and that the API cannot clear, is no request", () => {
  expect(countsOf(rowsIn([edited("Channel", CHANNEL, { color: undefined })]))).toBe("1 update");
});

test.each<[string, readonly Previewed[], readonly string[]]>([
  [
    "a change by hand that the config repeats",
    [{ ...drifted("a"), next: { ...PIXEL, name: "By hand" } }],
    [],
  ],
  [
    "an object that somebody has changed, and whose entry leaves",
    [{ name: "Pixel a", recorded: PIXEL, live: { ...PIXEL, name: "By hand" } }],
    ["Lost: delete pixels.a (id 101) name: By hand (recorded: Ads)"],
  ],
  [
    "fields that are new, and that leave",
    [edited("Channel", CHANNEL, { color: undefined, description: "x" })],
    [
      "Changes: update channels.a color: #22aa66 -> [no longer managed]",
      "Changes: update channels.a description: [none] -> x",
    ],
  ],
  [
    "an equal meaning",
    [{ ...edited("Channel", CHANNEL, { color: "#22AA66" }), live: { ...CHANNEL, color: "#FF0000" } }],
    ["Hand: update channels.a color: #FF0000 -> #22AA66"],
  ],
  [
    "an entry that loses protect",
    [{ ...SAME, recordedOptions: { protect: true } }],
    ["Dangers: pixels.a is no longer protected…", "Changes: record pixels.a protect: true -> false"],
  ],
  [
    "a taint",
    [{ ...REPLACED, next: CODE, changed: [] }],
    ["Dangers: … will be replaced …", "Lost: replace qrCodes.menu (id 101)"],
  ],
  [
    "a replacement that adopts",
    [{ ...REPLACED, next: decided(CODE, { do: "adopt", id: "107" }) }],
    [DELETED, "Lost: delete qrCodes.menu (id 101)", "Adopted: adopt qrCodes.menu (id 107)"],
  ],
  [
    "the object of a failed delete, beside the new one",
    [{ ...REPLACED, pending: { 99: CODE } }],
    [
      "Dangers: … will be replaced …",
      "Dangers: … will be deleted …",
      "Lost: replace qrCodes.menu type: link -> text",
      "Lost: delete qrCodes.menu (id 99)",
    ],
  ],
  [
    "a code that was deleted by hand",
    [GONE],
    ["Dangers: qrCodes.menu was deleted by hand (…): every printed copy …", "Hand: create qrCodes.menu …"],
  ],
  [
    "one that cannot be created again",
    [{ ...GONE, next: decided({ name: "Menu" }, { do: "lose", why: "add type and data" }) }],
    ["Dangers: … was deleted by hand …. It stops an apply: add …", "Deleted …: forget qrCodes.menu …"],
  ],
  [
    "an adoption that overwrites",
    [{ name: "Domain go", next: decided(DOMAIN, { do: "adopt", id: "107", overwrites: OVERWRITES }) }],
    [
      "Dangers: domains.go will adopt and update the existing object 107, …",
      'Changes: overwrite domains.go redirect404: [not shown by the API] -> ""',
      "Changes: overwrite domains.go redirectRoot: https://old.example -> https://new.example",
    ],
  ],
  [
    "an item that its list shows",
    [{ name: "ChannelItem spring/link/4711", next: decided(ITEM, { do: "nothing" }) }],
    ["Adopted: adopt channels.spring.items link/4711"],
  ],
  [
    "an item that the API cannot take out",
    [{ name: "ChannelItem old/links/4711", id: "101/links/4711", recorded: ITEM }],
    ["Changes: forget channels.old.items links/4711 (id 101/links/4711)"],
  ],
  [
    "an id that is not known yet",
    [{ name: "ChannelItem a/qr/b", next: { ...ITEM, channel: UNKNOWN } }],
    ["New: create channels.a.items qr/b channel: [unknown], item: 4711, itemType: links"],
  ],
  [
    "an address on the same host",
    [edited("Link", SHOP, { url: "https://a.example/x" })],
    ["Leads: update links.a url: https://a.example/1 -> https://a.example/x [a.example -> a.example]"],
  ],
  [
    "a look-alike host in a text",
    [edited("QrCode", { ...CODE, data: "At https://m.example/a" }, { data: "At https://\u043c.example/a" })],
    ["Dangers: qrCodes.a leads elsewhere: data m.example -> \u043c.example (xn--…)", "Leads: …"],
  ],
  [
    "a domain without its redirect",
    [edited("Domain", DOMAIN, { redirectRoot: "" })],
    ["Dangers: domains.a leads elsewhere: redirectRoot new.example -> no address", "Leads: …"],
  ],
  [
    "a public slug",
    [edited("Campaign", LAUNCH, { slug: "summer" }, ROTATOR)],
    [
      "Dangers: campaigns.a changes slug, which breaks its address https://link.example/r/launch",
      "Changes: …",
    ],
  ],
  [
    "a public slug that leaves the config: it stays",
    [edited("Campaign", LAUNCH, { slug: undefined }, ROTATOR)],
    ["Changes: update campaigns.a slug: launch -> [no longer managed]"],
  ],
  ["a private slug", [edited("Campaign", LAUNCH, { slug: "b" }, { rotator: null })], ["Changes: …"]],
  [
    "content that nobody knew",
    [edited("QrCode", { name: "Menu" }, { type: "link", data: "x" })],
    ["Dangers: qrCodes.a overwrites type and data, which nobody knows", "Changes: …", "Changes: …"],
  ],
  [
    "a create with an unknown result is not lost",
    [{ ...REPLACED, id: "undecided", next: CODE, changed: [] }],
    ["Changes: forget qrCodes.menu (id undecided)", "New: create qrCodes.menu"],
  ],
  [
    "nor what an earlier apply has deleted",
    [{ ...REPLACED, isDeleted: true }],
    ["New: create qrCodes.menu …"],
  ],
  [
    "nor what retainOnDelete keeps",
    [{ ...REPLACED, recordedOptions: { retainOnDelete: true } }],
    ["Changes: forget qrCodes.menu (id 101)", "New: create qrCodes.menu …"],
  ],
  [
    "a resource of another package",
    [{ name: "aws:s3:Bucket logs", recorded: { a: "1" }, next: { a: "2" }, operation: "something-new" }],
    ["Changes: something-new …logs…"],
  ],
  [
    "the parts by harm",
    [
      ...[{ name: "Pixel new", next: PIXEL }, changed("old"), drifted("drift")],
      edited("Link", SHOP, { url: "https://evil.example/1" }),
      { name: "Pixel left", id: "109", recorded: PIXEL },
    ],
    [
      "Dangers: links.a leads elsewhere: url a.example -> evil.example",
      "Lost: … pixels.left …",
      "Leads: … [a.example -> evil.example]",
      "Hand: … pixels.drift …",
      "Changes: … pixels.old …",
      "New: … pixels.new …",
    ],
  ],
])("%s", (_, resources, expected) => {
  expect(shown(resources)).toEqual(expected.map(matching));
});

test("what a refresh decides about a pending create is a note and no drift, and its create a plain one", () => {
  const pending = { name: "Channel spring", id: "undecided", recorded: CHANNEL };
  const none = stepsIn([{ ...pending, live: null, next: CHANNEL }]);
  expect(rowsOf(none, new Map())[0]).toMatchObject({ operation: "create", why: "config" });
  const found = none
    .slice(0, 1)
    .map((step) => ({ ...step, new: { ...step.old!, id: "101" } }))
    .concat(stepsIn([{ name: "Channel spring", recorded: CHANNEL, next: CHANNEL }]).slice(1) as never);
  expect(rowsOf(found, new Map()).filter(({ operation }) => operation !== "same")).toEqual([]);
  for (const steps of [none, found])
    expect(settledNotes(steps)).toEqual([expect.stringContaining("channels.spring")]);
});

test("what nothing else says is a note, and equal ones are one, with their number", () => {
  const another = { name: "Pixel b", next: decided(PIXEL, { onExisting: "duplicate", beside: ["7"] }) };
  const warnings = [
    "4 of 20 objects would be deleted or replaced. maxDeletions allows 6 (30%).",
    ...["a", "b", "c", "d"].map((key) => `links.${key} (a.yaml:1:2): is odd`),
    "a.yaml:2:3 warning qrCodes.a: has a comma\n\na.yaml:3:3 warning qrCodes.b: has a comma",
  ];
  expect(notesOf(rowsIn([another]), warnings)).toEqual([
    expect.stringMatching(/pixels\.b: .*beside id 7/),
    expect.stringContaining("4 of 20 objects"),
    "4 times: is odd (links.a (a.yaml:1:2), links.b (a.yaml:1:2), links.c (a.yaml:1:2), …)",
    "2 times: has a comma (a.yaml:2:3 warning qrCodes.a, a.yaml:3:3 warning qrCodes.b)",
  ]);
});

test("a change in a long value is seen, wherever it is", () => {
  const data = (middle: string) => `${"a".repeat(1000)}${middle}${"b".repeat(1000)}end`;
  const code = edited("QrCode", { ...CODE, data: data("OLD") }, { data: data("NEW") });
  const [line = ""] = Object.values(shown([code])).flat();
  // 20 characters before it, 200 from there, and the last 60.
  expect(line).toMatch(/\(980 more\)…a{20}OLDb{177}…\(766 more\)…b{57}end -> .*…a{20}NEWb{177}…/);
  // Up to 260 characters, all of it.
  const short = ["OLD", "NEW"].map((middle) => "a".repeat(150) + middle + "b".repeat(107));
  const [all = ""] = Object.values(
    shown([edited("QrCode", { ...CODE, data: short[0] }, { data: short[1] })]),
  ).flat();
  expect(all).toContain(short.join(" -> "));
});
