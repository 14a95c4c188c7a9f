// What a review says about the steps of a preview.
import { expect, test } from "vitest";
import { notesOf, partsOf } from "../../src/commands/review/review";
import { rowsOf } from "../../src/commands/review/rows";
import { settledNotes } from "../../src/commands/review/sides";
import { type Previewed, stepsIn, UNKNOWN } from "./support/events";
import { CODE, changed, decided, drifted, LINK, PIXEL, REPLACED, rowsIn } from "./support/review";

const dangersIn = (resources: readonly Previewed[]) =>
  rowsIn(resources).flatMap(({ danger }) => danger ?? []);

/** The lines of each part but the dangers. */
function shown(resources: readonly Previewed[]): Readonly<Record<string, readonly string[]>> {
  const rows = rowsIn(resources);
  const review = { format: 1, headline: "", stack: "acme", account: undefined, errors: [], notes: [], rows };
  const parts = partsOf(review).filter(({ title }) => title !== "Dangers");
  return Object.fromEntries(parts.map(({ title, lines }) => [title, lines.map(({ text }) => text)]));
}

const LOST = "Deleted or replaced";
const LEADS = "Leads elsewhere";
const BY_HAND = "Changed by hand, and undone by the apply";
const BOTH = "Changed by hand and by the config";
const GONE_BY_HAND = "Deleted by hand, and not created again";
const ADOPTED = "Adopted: 0 requests";

const CHANNEL = { name: "Spring", color: "#22aa66" };
const ITEM = { channel: "101", itemType: "links", item: "4711" };
const DOMAIN = { domain: "https://go.example.com", redirectRoot: "https://new.example", redirect404: "" };
const SHOP = { url: "https://www.example.com/4720", alias: "4720" };
const adoptedDomain = (entry: object) => [
  { name: "Domain go", next: decided(DOMAIN, { do: "adopt", ...entry }) },
];
const edited = (kind: string, recorded: object, next: object): Previewed => ({
  ...{ name: `${kind} a`, recorded: { ...recorded }, next: { ...recorded, ...next } },
  ...{ operation: "update", changed: Object.keys(next) },
});

test.each<[string, Previewed[], Readonly<Record<string, readonly string[]>>]>([
  ["nothing", [{ name: "Pixel a", recorded: PIXEL, next: PIXEL }], {}],
  ["a change of the config", [changed("a")], { Changes: ["update pixels.a name: Ads -> New"] }],
  ["a change by hand", [drifted("a")], { [BY_HAND]: ["update pixels.a name: By hand -> Ads"] }],
  [
    "a change by hand and by the config",
    [{ ...drifted("a"), next: { ...PIXEL, name: "New" } }],
    { [BOTH]: ["update pixels.a name: By hand -> New (recorded: Ads)"] },
  ],
  [
    "a change by hand that the config repeats",
    [{ ...drifted("a"), next: { ...PIXEL, name: "By hand" } }],
    {},
  ],
  [
    "an object that somebody has deleted",
    [{ name: "Pixel a", recorded: PIXEL, live: null, next: PIXEL }],
    { [BY_HAND]: ["create pixels.a name: Ads, tag: 1, type: fbpixel"] },
  ],
  [
    "an object that somebody has deleted, without an entry",
    [{ name: "Pixel a", recorded: PIXEL, live: null }],
    { [GONE_BY_HAND]: ["forget pixels.a (id 101)"] },
  ],
  [
    "an object that somebody has changed, and whose entry leaves",
    [{ name: "Pixel a", recorded: PIXEL, live: { ...PIXEL, name: "By hand" } }],
    { [LOST]: ["delete pixels.a (id 101) name: By hand (recorded: Ads)"] },
  ],
  [
    "fields that are new, and that leave",
    [edited("Channel", CHANNEL, { color: undefined, description: "x" })],
    { Changes: ["update channels.a color: #22aa66 -> [none]", "update channels.a description: [none] -> x"] },
  ],
  [
    "an equal meaning",
    [
      {
        ...edited("Channel", CHANNEL, { color: "#22AA66" }),
        live: { ...CHANNEL, color: "#FF0000" },
      },
    ],
    { [BY_HAND]: ["update channels.a color: #FF0000 -> #22AA66"] },
  ],
  [
    "an option that guards",
    [{ name: "Pixel c", recorded: PIXEL, next: PIXEL, options: { protect: true } }],
    { Changes: ["record pixels.c protect: false -> true"] },
  ],
  ["a replacement", [REPLACED], { [LOST]: ["replace qrCodes.menu type: link -> text"] }],
  ["a taint", [{ ...REPLACED, next: CODE, changed: [] }], { [LOST]: ["replace qrCodes.menu (id 101)"] }],
  [
    "a replacement that adopts",
    [{ ...REPLACED, next: decided(CODE, { do: "adopt", id: "107" }) }],
    { [LOST]: ["delete qrCodes.menu (id 101)"], [ADOPTED]: ["adopt qrCodes.menu (id 107)"] },
  ],
  [
    "an adoption that overwrites",
    adoptedDomain({ id: "107", overwrites: { redirectRoot: "https://old.example", redirect404: null } }),
    {
      Changes: [
        'overwrite domains.go redirect404: [not shown by the API] -> ""',
        "overwrite domains.go redirectRoot: https://old.example -> https://new.example",
      ],
    },
  ],
  ["an equal adoption", adoptedDomain({ id: "107" }), { [ADOPTED]: ["adopt domains.go (id 107)"] }],
  [
    "an item that its list shows",
    [{ name: "ChannelItem spring/link/4711", next: decided(ITEM, { do: "nothing" }) }],
    { [ADOPTED]: ["adopt channels.spring.items link/4711"] },
  ],
  [
    "an item that the API cannot take out",
    [{ name: "ChannelItem old/links/4711", id: "101/links/4711", recorded: ITEM }],
    { Changes: ["forget channels.old.items links/4711 (id 101/links/4711)"] },
  ],
  [
    "an id that is not known yet",
    [{ name: "ChannelItem a/qr/b", next: { ...ITEM, channel: UNKNOWN } }],
    { New: ["create channels.a.items qr/b channel: [unknown], item: 4711, itemType: links"] },
  ],
  [
    "an address on the same host",
    [edited("Link", SHOP, { url: "https://www.example.com/x" })],
    {
      [LEADS]: [
        `update links.a url: ${SHOP.url} -> https://www.example.com/x [www.example.com -> www.example.com]`,
      ],
    },
  ],
  [
    "the parts by harm",
    [
      ...[{ name: "Pixel new", next: PIXEL }, changed("old"), drifted("drift")],
      edited("Link", SHOP, { url: "https://evil.example/4720" }),
      { name: "Pixel left", id: "109", recorded: PIXEL },
    ],
    {
      [LOST]: [expect.stringContaining("pixels.left")],
      [LEADS]: [expect.stringContaining("[www.example.com -> evil.example]")],
      [BY_HAND]: [expect.stringContaining("pixels.drift")],
      Changes: [expect.stringContaining("pixels.old")],
      New: [expect.stringContaining("pixels.new")],
    },
  ],
])("%s", (_, resources, expected) => {
  const parts = shown(resources);
  expect(parts).toEqual(expected);
  expect(Object.keys(parts)).toEqual(Object.keys(expected));
});

test("what resources of other packages do is a row, whatever it is", () => {
  const other = (operation: string) => ({
    ...{ name: `aws:s3:Bucket ${operation}`, recorded: { a: "1" }, next: { a: "2" }, operation },
  });
  const operations = ["import-replacement", "read-replacement", "discard", "import", "something-new"];
  const rows = rowsIn([...operations, "same", "read"].map(other));
  expect(rows.map(({ key, operation }) => `${key.split(" ")[1]} ${operation}`)).toEqual([
    "discard forget",
    "import import",
    "import-replacement replace",
    "read-replacement replace",
    "something-new something-new",
  ]);
});

/** A code that somebody has deleted, although the config has it. */
const GONE: Previewed = { name: "QrCode menu", recorded: CODE, outputs: LINK, live: null, next: CODE };
const LAUNCH = { name: "Launch", slug: "launch", public: true };
const launch = (next: object): Previewed => ({
  ...{ ...edited("Campaign", LAUNCH, next), outputs: { rotator: "https://link.example/r/launch" } },
});
const retained = { recordedOptions: { retainOnDelete: true } };

test.each<[string, Previewed[], (RegExp | string)[]]>([
  ["a replaced code", [REPLACED], [/will be replaced \(https:\/\/acme\.example\/qr\/abc\): .*printed copy/]],
  ["a code that was deleted by hand", [GONE], [/was deleted by hand .*printed copy/]],
  [
    "one that cannot be created again",
    [{ ...GONE, next: decided({ name: "Menu" }, { do: "lose", why: "add type and data" }) }],
    [/was deleted by hand .*stops an apply: add type and data/],
  ],
  [
    "the objects of failed deletes, beside the new one",
    [{ ...REPLACED, pending: { 99: CODE, 100: CODE } }],
    [/will be deleted/, /will be replaced/, /will be deleted/],
  ],
  ["a deleted domain", [{ name: "Domain go", recorded: DOMAIN }], [/deleted \(https:\/\/go\.example\.com\)/]],
  [
    "an adoption that overwrites",
    adoptedDomain({ id: "107", overwrites: { redirectRoot: "x" } }),
    [/adopt and update the existing object 107/],
  ],
  ["a public slug", [launch({ slug: "summer" })], [/changes slug, which breaks .*\/r\/launch/]],
  ["a campaign that becomes private", [launch({ public: false })], [/changes public, which breaks/]],
  ["a slug that is not known yet", [launch({ slug: UNKNOWN })], [/which may break/]],
  ["a slug that was private", [{ ...launch({ slug: "summer" }), outputs: { rotator: null } }], []],
  [
    "a link to another host",
    [edited("Link", SHOP, { url: "https://evil.example/4720" })],
    [/leads elsewhere: url www\.example\.com -> evil\.example/],
  ],
  ["a link to another page", [edited("Link", SHOP, { url: "https://www.example.com/x" })], []],
  [
    "a look-alike host in a text",
    [edited("QrCode", { ...CODE, data: "At https://m.example/a" }, { data: "At https://\u043c.example/a" })],
    [/m\.example -> \u043c\.example \(xn--/],
  ],
  [
    "a domain without its redirect",
    [edited("Domain", DOMAIN, { redirectRoot: "" })],
    [/new\.example -> no address/],
  ],
  [
    "content that nobody knew",
    [{ ...edited("QrCode", { name: "Menu" }, CODE), outputs: LINK }],
    [/overwrites type and data, which nobody knows/],
  ],
  [
    "an entry that loses protect",
    [{ name: "Pixel a", recorded: PIXEL, next: PIXEL, recordedOptions: { protect: true } }],
    [/no longer protected/],
  ],
  [
    "no loss: a create with an unknown result",
    [{ ...REPLACED, id: "undecided", next: CODE, changed: [] }],
    [],
  ],
  ["no loss: what an earlier apply has deleted", [{ ...REPLACED, isDeleted: true }], []],
  [
    "no loss: what retainOnDelete keeps",
    [
      { ...REPLACED, ...retained },
      { name: "QrCode left", id: "102", recorded: CODE, outputs: LINK, ...retained },
    ],
    [],
  ],
])("dangers: %s", (_, resources, expected) => {
  const patterns = expected.map((one) => expect.stringMatching(one));
  expect(dangersIn(resources)).toEqual(patterns);
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
});
