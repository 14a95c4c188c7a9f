// `review`: what an apply will do, from the events of a preview.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Step } from "../../src/commands/review/preview";
import type { Review } from "../../src/commands/review/review";
import { isUnchanged, type Row, rowsOf } from "../../src/commands/review/rows";
import { settledNotes } from "../../src/commands/review/sides";
import { readableKinds } from "../../src/resources/definitions";
import { Folder } from "../config/support/folder";
import { anyCharacter, caseCount } from "../support/case-count";
import { ALL_KINDS } from "../support/dialects";
import { listedKinds } from "../support/kinds";
import { startAccount } from "./support/account";
import { eventsOf, fakePreview, type Previewed, SECRET, type Stream, UNKNOWN } from "./support/events";
import { run } from "./support/run";

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
const CODE = { type: "link", data: "https://example.com", name: "Menu" };
const LINK = { link: "https://acme.example/qr/abc" };
/** A code whose type the config changes. */
const REPLACED: Previewed = {
  name: "QrCode menu",
  recorded: CODE,
  outputs: LINK,
  next: { ...CODE, type: "text" },
  operation: "replace",
  changed: ["type"],
};
/** A code that somebody has deleted. */
const GONE: Previewed = { name: "QrCode menu", recorded: CODE, outputs: LINK, live: null };
const FILE = "--output=review.json";
const MARKDOWN = "--output=review.md";
/** An entry that the preview has decided about. */
const decided = (fields: object, entry: string) => ({ ...fields, __entry: entry });
const PROJECT = "name: links\nruntime: nodejs\n";
const WARNING = (message: string) => ({ severity: "warning", message });
const ERROR = (message: string) => ({ severity: "error", message });

async function review(
  resources: readonly Previewed[],
  args: readonly string[] = [],
  stream?: Stream,
  env = {},
  files: Readonly<Record<string, string>> = {},
) {
  const folder = new Folder().write(files);
  const fake = fakePreview(folder, eventsOf(resources, stream), stream);
  const ran = await run(["review", ...args], folder.path, { ...fake, ...env });
  return { ...ran, folder, read: (file: string) => readFileSync(folder.at(file), "utf8") };
}

async function json(resources: readonly Previewed[], stream?: Stream): Promise<Review> {
  return JSON.parse((await review(resources, [FILE], stream)).read("review.json"));
}

const dangersIn = ({ rows }: Review) =>
  rows.flatMap(({ danger, id }) => (danger ? [`${id}: ${danger}`] : []));
const valuesOf = ({ field, old, live, new: next }: Row) => [field, old, live, next];

/** A pixel whose name the config changes. */
const changed = (key: string): Previewed => ({
  name: `Pixel ${key}`,
  recorded: PIXEL,
  next: { ...PIXEL, name: "New" },
});
/** A pixel whose name somebody has changed. */
const drifted = (key: string): Previewed => ({
  name: `Pixel ${key}`,
  recorded: PIXEL,
  live: { ...PIXEL, name: "By hand" },
  next: PIXEL,
});

test("an item that its list shows is no request, and needs no approval", async () => {
  const item = { channel: "101", itemType: "links", item: "4711" };
  const there = { name: "ChannelItem spring/link/4711", next: decided(item, '{"do":"nothing"}') };
  const added = { name: "ChannelItem spring/link/4712", next: { ...item, item: "4712" } };
  const { rows, headline } = await json([there, added]);
  expect(rows.filter(({ field }) => field === undefined).map(({ operation }) => operation)).toEqual([
    "already there",
    "create",
  ]);
  expect(headline).toMatch(/1 already there.*1 create.*1 request\b/);
  const files = { "approved.json": JSON.stringify(await json([added])) };
  expect((await review([there, added], ["--approved=approved.json"], undefined, {}, files)).code).toBe(0);
});

test("a code that somebody deleted, and that cannot be created again, is a row with id, address and the way on", async () => {
  const lost = { ...GONE, next: decided({}, '{"do":"lose","why":"remove the entry, or add type and data"}') };
  const made = await json([lost, changed("ads")]);
  expect(made.rows.map(({ operation, key, id }) => [operation, key, id])).toEqual([
    ["update", "pixels.ads", expect.anything()],
    ["update", "pixels.ads", expect.anything()],
    ["deleted by hand", "qrCodes.menu", expect.anything()],
  ]);
  expect(dangersIn(made).join()).toMatch(
    /deleted by hand \(https:\/\/acme\.example\/qr\/abc\).*remove the entry/,
  );
  expect(made.headline).toMatch(/1 deleted by hand.*1 request\b/);
  const { stdout } = await review([lost]);
  expect(stdout).toMatch(/not created again/);
});

test("the first line has stack, account, dangers, counts, and the requests of the rows", async () => {
  const resources = [
    { name: "Pixel new", next: PIXEL },
    changed("old"),
    drifted("drift"),
    { name: "Pixel same", recorded: PIXEL, next: PIXEL },
    { name: "Domain gone", recorded: { domain: "https://go.example.com" } },
  ];
  const account = "7 registered 2024-01-01 10:00:00 at links.example/app";
  const { stdout, code } = await review(resources, [], { account });
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toBe(
    "acme, account 7 at links.example/app: 1 danger, 1 create, 1 delete, 2 update, 1 changed by hand, 4 requests",
  );
  const nothing = await review([{ name: "Pixel same", recorded: PIXEL, next: PIXEL }]);
  expect(nothing.stdout).toMatch(/^acme, account 7 at links.example: no changes\n/);
});

test("the preview gets its options, and others are wrong usage, also those that would review less", async () => {
  const { code, read } = await review([], ["-s", "acme/links/prod", "--config-file", "x", "-p", "4"]);
  expect(code).toBe(0);
  expect(read("arguments.txt")).toBe(
    "preview --refresh --json --stack=acme/links/prod --non-interactive --config-file=x --parallel=4 ",
  );
  for (const wrong of [
    ["--target", "x"],
    ["--replace=x"],
    // It would write the stack's file.
    ["--config", "a=b"],
    ["preview.json"],
    ["--format", "json"],
    ["--output=a.pdf"],
  ])
    expect((await review([], wrong)).code).toBe(2);
});

test("from a subfolder, relative paths mean what they mean for pulumi", async () => {
  const config = "config: { link-management:file: prod.yaml }\n";
  const files = {
    "Pulumi.yaml": PROJECT,
    "a/stack.yaml": config,
    "prod.yaml": 'pixels: { ads: { type: fbpixel, name: New, tag: "1" } }\n',
  };
  const folder = new Folder().write(files);
  const fake = fakePreview(folder, eventsOf([changed("ads")]));
  folder.write({
    "bin/pulumi": readFileSync(folder.at("bin/pulumi"), "utf8").replace(
      "cd ",
      "pwd > ${0%/*}/../cwd.txt; cd ",
    ),
  });
  const { stdout, code } = await run(["review", "--config-file=stack.yaml"], folder.at("a"), fake);
  expect(code).toBe(0);
  expect(readFileSync(folder.at("cwd.txt"), "utf8").trim()).toMatch(/\/a$/);
  expect(stdout).toContain("prod.yaml:1");
});

test("a variable that changes the plan is wrong usage, and none reaches the CLI", async () => {
  for (const name of [
    "TARGET",
    "IGNORE_PROTECT",
    "EXCLUDE",
    "REPLACE",
    "CONFIG_FILE",
    "FILE",
    "OF_TOMORROW",
  ]) {
    const { code, stderr, folder } = await review([], [], undefined, { [`PULUMI_OPTION_${name}`]: "x" });
    expect(code).toBe(2);
    expect(stderr).toContain(`PULUMI_OPTION_${name}`);
    expect(existsSync(folder.at("arguments.txt"))).toBe(false);
  }
  const env = { PULUMI_OPTION_COLOR: "always", PULUMI_OPTION_STACK: "prod" };
  const { code, read } = await review([], [], undefined, env);
  expect(code).toBe(0);
  expect(read("arguments.txt")).toContain(" --stack=prod ");
  expect(read("variables.txt")).not.toContain("PULUMI_OPTION");
});

test("text, Markdown and JSON of one run", async () => {
  const { stdout, read } = await review([changed("a")], [FILE, MARKDOWN, "--output", "review.txt"]);
  expect(read("review.txt")).toBe(stdout);
  expect(read("review.md")).toMatch(/^### acme/);
  const { stack, account, rows, fingerprint } = JSON.parse(read("review.json"));
  expect([stack, account]).toEqual(["acme", "7 at links.example"]);
  expect(rows[1]).toMatchObject({
    operation: "update",
    key: "pixels.a",
    id: "101",
    field: "name",
    old: "Ads",
    new: "New",
  });
  expect(stdout.endsWith(`${fingerprint}\n`)).toBe(true);
});

test("drift is apart from what the config changes, from what both changed, and from what is gone", async () => {
  const { stdout } = await review([
    changed("config"),
    drifted("drift"),
    { ...drifted("both"), next: { ...PIXEL, name: "New" } },
    { ...drifted("equal"), next: { ...PIXEL, name: "By hand" } },
    { name: "Pixel recreated", recorded: PIXEL, live: null, next: PIXEL },
    { name: "Pixel gone", recorded: PIXEL, live: null },
  ]);
  const sections = stdout.split("\n\n");
  const section = (title: string) => sections.find((one) => one.startsWith(title)) ?? "";
  const undone = section("Changed by hand, and undone by the apply");
  expect(undone).toMatch(/update +pixels\.drift +name +Ads +By hand +Ads/);
  expect(undone).toMatch(/create +pixels\.recreated/);
  expect(undone).not.toMatch(/both|gone/);
  expect(section("Changed by hand and by the config")).toMatch(
    /update +pixels\.both +name +Ads +By hand +New/,
  );
  expect(section("Deleted by hand, and not created again")).toMatch(/gone +pixels\.gone/);
  expect(section("Changes").split("\n")).toEqual([
    "Changes",
    expect.anything(),
    expect.stringMatching(/update +pixels\.config +name +Ads +New/),
  ]);
  expect(stdout).not.toContain("pixels.equal");
});

test("every changed field is a row, also one that is new, and of a resource of another package", async () => {
  const recorded = { name: "a", color: "#111111" };
  const next = { name: "b", color: "#222222", description: "c" };
  const bucket = { name: "aws:s3/bucket:Bucket a", recorded: { a: 1, b: 1 }, next: { a: 2, b: 1, c: 2 } };
  const { rows } = await json([{ name: "Channel a", recorded, next }, bucket]);
  expect(rows.map(({ field, why }) => [field, why])).toEqual(
    [undefined, "a", "c", undefined, "color", "description", "name"].map((field) => [field, "config"]),
  );
  const { stdout } = await review([{ name: "Channel a", recorded, next }]);
  for (const value of ["#222222", "b", "c"]) expect(stdout).toMatch(new RegExp(` ${value} *\n`));
});

test("an equal meaning is no change", async () => {
  const channel = (color: string) => ({ name: "Spring", color });
  const resources = [
    {
      name: "Channel a",
      recorded: channel("#22aa66"),
      live: channel("#FF0000"),
      next: channel("#22AA66"),
      changed: ["color"],
    },
  ];
  const { headline, rows } = await json(resources);
  expect(headline).toContain("1 changed by hand");
  expect(rows.map(({ why }) => why)).toEqual(["config", "by hand"]);
});

const SHOP = { url: "https://www.example.com/4720", alias: "4720" };

test("dangers: codes and links with address and uses, domains, what an adoption overwrites", async () => {
  const { account, env, requests } = await startAccount({ dialect: ALL_KINDS });
  const { link } = account.qrs.create({ type: "link", data: "x", name: "Menu" });
  account.links.create({ id: 4720, clicks: 7 });
  const resources = [
    { ...REPLACED, outputs: { link } },
    { name: "QrCode old", id: "99", recorded: CODE, outputs: LINK },
    { name: "Domain go", recorded: { domain: "https://go.example.com" } },
    { name: "Link shop", id: "4720", recorded: SHOP, outputs: { link: "https://link.example/4720" } },
    { name: "Pixel ads", next: { ...PIXEL, __entry: '{"do":"adopt","id":"107","overwrites":{"name":"x"}}' } },
  ];
  const { stdout } = await review(resources, [], {}, env);
  const [, dangers = ""] = /Dangers\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect(dangers.split("\n")).toEqual([
    expect.stringContaining("domains.go will be deleted (https://go.example.com):"),
    "  links.shop will be deleted (https://link.example/4720): its address stops working. Clicks so far: 7",
    expect.stringMatching(/pixels\.ads will adopt and update the existing object 107/),
    expect.stringMatching(
      `qrCodes.menu will be replaced \\(${link}\\): every printed copy .* Scans so far: 0`,
    ),
    expect.stringMatching(`qrCodes.old will be deleted \\(${LINK.link}\\): every printed copy [^:]*$`),
  ]);
  // Not the whole list, for one.
  expect(requests().filter((request) => request.includes("/api/url"))).toEqual(["GET /api/url/4720"]);
});

test("dangers: the clicks of many lost links are those of the list", async () => {
  const { account, env, requests } = await startAccount({ dialect: ALL_KINDS });
  const lost = Array.from({ length: 150 }, (_, n) => {
    const { id } = account.links.create({ custom: `lost-${n}`, clicks: n });
    const outputs = { link: `https://link.example/lost-${n}` };
    return { name: `Link l${n}`, id: String(id), recorded: { alias: `lost-${n}` }, outputs };
  });
  const { stdout } = await review(lost, [], {}, env);
  expect(stdout).toMatch(/links\.l149 will be deleted .*Clicks so far: 149/);
  expect(requests().filter((request) => request.includes("/api/url"))).toHaveLength(2);
});

const LAUNCH = { name: "Launch", slug: "launch", public: true };
const ROTATOR = { rotator: "https://link.example/r/launch" };
const launch = (next: object): Previewed => ({
  ...{ name: "Campaign launch", recorded: LAUNCH, outputs: ROTATOR, next: { ...LAUNCH, ...next } },
  changed: Object.keys(next),
  operation: "update",
});

test.each<[string, Previewed, RegExp | undefined]>([
  [
    "another slug",
    launch({ slug: "summer" }),
    /changes slug, which breaks its address https:\/\/link\.example\/r\/launch/,
  ],
  ["a private campaign", launch({ public: false }), /changes public, which breaks its address/],
  ["a slug that is not known yet", launch({ slug: UNKNOWN }), /which may break its address/],
  ["another name", launch({ name: "Other" }), undefined],
  ["a campaign that was private", { ...launch({ slug: "summer" }), outputs: { rotator: null } }, undefined],
])("dangers: %s of a public campaign", async (_, resource, danger) => {
  const made = await json([resource]);
  expect(dangersIn(made)).toEqual(danger ? [expect.stringMatching(danger)] : []);
});

test("dangers: protect that leaves entries, on one line for many", async () => {
  const unprotected = (key: string): Previewed => {
    return { name: `Pixel ${key}`, recorded: PIXEL, next: PIXEL, recordedOptions: { protect: true } };
  };
  expect((await review([unprotected("a")])).stdout).toContain("pixels.a is no longer protected");
  const { stdout } = await review(["a", "b", "c"].map(unprotected));
  expect(stdout).toContain("may delete them: pixels.a, pixels.b, pixels.c");
  expect(stdout.split("\n")[0]).toContain("3 dangers");
});

test("--unmanaged lists links only of a stack with links", async () => {
  const { account, env } = await startAccount({ dialect: ALL_KINDS });
  const { id } = account.links.create({ custom: "spring", url: "https://example.com" });
  const recorded = { alias: "spring", url: "https://example.com" };
  const ours = { name: "Link spring", id: String(id), recorded, next: recorded };
  const unmanaged = async (resources: Previewed[]) =>
    JSON.parse((await review(resources, [FILE, "--unmanaged"], {}, env)).read("review.json")).unmanaged;
  expect(await unmanaged([])).toEqual([]);
  const others = await unmanaged([ours]);
  expect(others).toHaveLength(5);
  expect(others).toContainEqual(expect.stringMatching(/^links 4711 /));
});

test("--unmanaged lists what a managed channel or campaign has and nobody manages", async () => {
  const { account, env } = await startAccount({ dialect: ALL_KINDS });
  const [first, second] = account.links.list().map(({ id }) => id);
  const items = [first!, second!].map((id) => ({ type: "links" as const, id }));
  const channel = account.channels.create({ name: "Spring", items });
  account.channels.create({ name: "Theirs", items });
  const campaign = account.campaigns.create({ name: "Launch", slug: "launch", links: [second!] });
  const entry = (kind: string, id: unknown, recorded: object) => ({
    name: kind,
    id: String(id),
    recorded: { ...recorded },
    next: { ...recorded },
  });
  const resources: Previewed[] = [
    entry("Channel spring", channel.id, { name: "Spring" }),
    entry("Campaign launch", campaign.id, { name: "Launch" }),
    entry("Link first", first, { alias: "a", url: "https://example.com" }),
    entry("ChannelItem spring/links/first", `${channel.id}/links/${first}`, { channel: "1" }),
  ];
  const unmanaged = async (all: Previewed[]) => {
    const { read } = await review(all, [FILE, "--unmanaged"], {}, env);
    const { unmanaged: texts = [] }: Review = JSON.parse(read("review.json"));
    return texts.filter((text) => text.includes("remove it on the website"));
  };
  expect(await unmanaged(resources)).toEqual([
    expect.stringContaining(`campaigns.launch.links ${second}`),
    expect.stringContaining(`channels.spring.items links/${second}`),
  ]);
  // The entry of an item leaves: the API cannot take it out.
  const { next: _, ...left } = resources.at(-1)!;
  const leaving = [...resources.slice(0, -1), left];
  expect((await unmanaged(leaving)).join()).toContain(`channels.spring.items links/${first}`);
  expect((await json(leaving)).notes.join()).toContain("remove it on the website");
});

test("warnings are notes: each that the loader found is one, and the preview knows that its rows are reviewed", async () => {
  const messages = [
    WARNING("4 of 20 objects would be deleted or replaced. maxDeletions allows 6 (30%)."),
    WARNING("a.yaml:2:3 warning qrCodes.a has a comma\n\na.yaml:3:3 warning qrCodes.b has a comma"),
  ];
  const another = {
    name: "Pixel b",
    next: { ...PIXEL, __entry: '{"onExisting":"duplicate","beside":["7"]}' },
  };
  const { read } = await review([another], [FILE], { messages });
  expect(JSON.parse(read("review.json")).notes).toEqual([
    expect.stringMatching(/pixels\.b .*beside id 7/),
    expect.stringContaining("4 of 20 objects"),
    expect.stringContaining("a.yaml:2:3"),
    expect.stringContaining("a.yaml:3:3"),
  ]);
  expect(read("variables.txt")).toMatch(/LINK_MANAGEMENT_IN_REVIEW=['"]?1/);
});

test("what a refresh decides about a pending create is a note and no drift, and its create a plain one", () => {
  const type = "pulumi-nodejs:dynamic/link-management:Channel";
  const urn = `urn:pulumi:acme::links::${type}::spring`;
  const side = (id: string) => ({ urn, type, id, inputs: { name: "Spring" }, outputs: {} });
  const old = side("undecided");
  const none = [
    { op: "refresh", urn, type, old },
    { op: "create", urn, type, new: side("") },
  ] as unknown as Step[];
  expect(rowsOf(none, new Map())[0]).toMatchObject({ operation: "create", why: "config" });
  const found = [
    { op: "refresh", urn, type, old, new: side("101") },
    { op: "same", urn, type, old: side("101"), new: side("101") },
  ] as unknown as Step[];
  expect(rowsOf(found, new Map()).filter((row) => !isUnchanged(row))).toEqual([]);
  for (const steps of [none, found])
    expect(settledNotes(steps)).toEqual([expect.stringContaining("channels.spring")]);
});

test("an adoption shows what it destroys, and nothing else", async () => {
  const adopted = (entry: object) => [
    { name: "Domain go", next: { ...DOMAIN, __entry: JSON.stringify(entry) } },
  ];
  const DOMAIN = {
    domain: "https://go.example.com",
    redirectRoot: "https://new.example",
    redirect404: "https://e.example",
  };
  const { rows } = await json(
    adopted({
      do: "adopt",
      id: "107",
      overwrites: { redirectRoot: "https://old.example", redirect404: null },
    }),
  );
  expect(rows[0]).toMatchObject({ operation: "overwrite", id: "107" });
  expect(rows.slice(1).map(valuesOf)).toEqual([
    ["redirect404", undefined, "[not shown by the API]", "https://e.example"],
    ["redirectRoot", undefined, "https://old.example", "https://new.example"],
  ]);
  expect((await json(adopted({ do: "adopt", id: "107" }))).rows).toEqual([
    expect.objectContaining({ operation: "adopt", id: "107" }),
  ]);
  const secret = decided(
    { ...DOMAIN, redirectRoot: SECRET },
    '{"do":"adopt","id":"107","overwrites":{"redirectRoot":"x"}}',
  );
  expect((await json([{ name: "Domain go", next: secret }])).rows.slice(1).map(valuesOf)).toEqual([
    ["redirectRoot", undefined, "[secret]", "[secret]"],
  ]);
});

test("a replacement that adopts loses one object and takes another one", async () => {
  const next = (entry: string) => [{ ...REPLACED, next: decided({ ...CODE, type: "text" }, entry) }];
  const { notes, rows } = await json(next('{"do":"adopt","id":"107"}'));
  expect(notes[0]).toContain("destroying the stack deletes");
  expect(rows.map(({ operation, id }) => [operation, id])).toEqual([
    ["adopt", "107"],
    ["delete", "101"],
  ]);
  const overwriting = await json(next('{"do":"adopt","id":"107","overwrites":{"name":"Theirs"}}'));
  expect(dangersIn(overwriting)).toEqual([
    expect.stringContaining("107: will adopt and update the existing object 107"),
    expect.stringContaining("101: will be deleted"),
  ]);
  expect(overwriting.rows.map(valuesOf)).toContainEqual(["name", undefined, "Theirs", "Menu"]);
});

type Fields = Readonly<Record<string, unknown>>;
const leading = (kind: string, recorded: Fields, next: Fields): Previewed => ({
  ...{ name: `${kind} a`, recorded, next: { ...recorded, ...next }, operation: "update" },
  changed: Object.keys(next),
});

test.each<[string, Previewed, RegExp | undefined, string]>([
  [
    "a link to another host",
    leading("Link", SHOP, { url: "https://evil.example/4720" }),
    /leads elsewhere: url www\.example\.com -> evil\.example/,
    "www.example.com -> evil.example",
  ],
  [
    "a link to another page",
    leading("Link", SHOP, { url: "https://www.example.com/x" }),
    undefined,
    "www.example.com",
  ],
  [
    "a look-alike host in the text of a code",
    leading(
      "QrCode",
      { ...CODE, data: "Menu: https://m.example/a" },
      { data: "Menu: https://\u043c.example/a" },
    ),
    /\u043c\.example \(xn--/,
    "xn--",
  ],
  [
    "a domain without its redirect",
    leading(
      "Domain",
      { domain: "https://go.example.com", redirectRoot: "https://a.example" },
      { redirectRoot: "" },
    ),
    /a\.example -> no address/,
    "a.example -> no address",
  ],
])("leads elsewhere: %s", async (_, resource, danger, host) => {
  const { stdout, read } = await review([resource], [FILE]);
  const made: Review = JSON.parse(read("review.json"));
  expect(dangersIn(made)).toEqual(danger ? [expect.stringMatching(danger)] : []);
  const [section = ""] = /Leads elsewhere\n[\s\S]*?\n\n/.exec(stdout) ?? [];
  expect(section).toContain(host);
});

test("content of a code that nobody knew is a danger, with its scans", async () => {
  const { account, env } = await startAccount({ dialect: ALL_KINDS });
  const { id, link } = account.qrs.create({ type: "link", data: "x", name: "Menu" });
  const code = {
    name: "QrCode a",
    id: String(id),
    recorded: { name: "Menu" },
    outputs: { link },
    next: CODE,
  };
  const { read } = await review([{ ...code, operation: "update", changed: ["data"] }], [FILE], {}, env);
  expect(dangersIn(JSON.parse(read("review.json")))).toEqual([
    expect.stringMatching(/overwrites type and data, which nobody knows.*Scans so far: 0/),
  ]);
});

test("parts are sorted by harm, and equal notes are one line", async () => {
  const messages = ["a", "b", "c", "d"].map((key) => WARNING(`links.${key} (a.yaml:1:2): has a comma`));
  const { stdout } = await review(
    [
      { name: "Pixel new", next: PIXEL },
      changed("old"),
      drifted("drift"),
      leading("Link", SHOP, { url: "https://evil.example/4720" }),
      { name: "Pixel left", id: "109", recorded: PIXEL },
    ],
    [],
    { messages },
  );
  const titles = stdout.match(/^[A-Z][\w ,]+$/gm);
  expect(titles).toEqual([
    ...["Dangers", "Deleted or replaced", "Leads elsewhere", "Changed by hand, and undone by the apply"],
    ...["Changes", "New", "Notes", "Fingerprint"],
  ]);
  expect(stdout).toContain("4 times: has a comma (links.a, links.b, links.c, …)");
});

test.each<[string, Previewed[], string[]]>([
  [
    "the object of an entry that leaves, and that another entry has",
    [
      { name: "QrCode old", recorded: CODE, outputs: LINK },
      { name: "QrCode new", next: { ...CODE, __entry: '{"do":"adopt","id":"101"}' } },
    ],
    ["adopt qrCodes.new 101", "forget qrCodes.old 101"],
  ],
  [
    "the object of two entries, of which one leaves",
    [
      { name: "Pixel left", recorded: PIXEL },
      { name: "Pixel owner", recorded: PIXEL, next: PIXEL },
    ],
    ["forget pixels.left 101"],
  ],
  [
    "a decision about a create with an unknown result",
    [{ ...REPLACED, id: "undecided", next: CODE, changed: [] }],
    ["create qrCodes.menu", "forget qrCodes.menu undecided"],
  ],
  [
    "a new item under `adopt`",
    [
      {
        name: "ChannelItem a/links/7",
        next: { channel: "101", itemType: "links", item: 7, __entry: '{"onExisting":"adopt"}' },
      },
    ],
    ["create channels.a.items links/7"],
  ],
  [
    "a failed create after deleteBeforeReplace, which is repeated",
    [{ ...REPLACED, deletes: "never" }],
    ["create qrCodes.menu"],
  ],
  [
    "objects that retainOnDelete keeps, whatever the config says from now on",
    [
      { ...REPLACED, recordedOptions: { retainOnDelete: true } },
      {
        name: "QrCode left",
        id: "102",
        recorded: CODE,
        outputs: LINK,
        recordedOptions: { retainOnDelete: true },
      },
    ],
    ["create qrCodes.menu", "forget qrCodes.left 102", "forget qrCodes.menu 101"],
  ],
  [
    "an update that shows no field",
    [{ ...changed("a"), next: PIXEL, operation: "update", changed: [] }],
    ["update pixels.a 101"],
  ],
])("nothing is lost: %s", async (_, resources, expected) => {
  const made = await json(resources);
  expect(dangersIn(made)).toEqual([]);
  const objects = made.rows.filter(({ field }) => field === undefined);
  expect(objects.map(({ operation, key, id = "" }) => `${operation} ${key} ${id}`.trim()).sort()).toEqual(
    expected,
  );
});

test("equal adoptions are one line, and every object is named", async () => {
  const resources = Array.from({ length: 60 }, (_, i) => ({
    name: `Pixel p${i}`,
    next: { ...PIXEL, __entry: `{"do":"adopt","id":"${200 + i}"}` },
  }));
  const { stdout, read } = await review([...resources, changed("a")], [MARKDOWN]);
  const lines = stdout.split("\n").filter((line) => line.includes("pixels.p"));
  expect(lines).toHaveLength(1);
  for (const i of [0, 59]) expect(lines[0]).toContain(`pixels.p${i} (id ${200 + i})`);
  const markdown = read("review.md");
  expect(markdown).toContain("<details><summary>Adopted unchanged</summary>");
  expect(markdown.replace(/<details>[\s\S]*?<\/details>/, "")).not.toContain("p59");
});

test("what the API cannot delete is forgotten: one row for each, without its fields", async () => {
  const item = (channel: string) => ({ channel, itemType: "links", item: 7 });
  const { headline, rows, notes } = await json([
    { name: "Channel old", recorded: { name: "Old" } },
    { name: "ChannelItem old/links/7", id: "101/links/7", recorded: item("101") },
    { name: "ChannelItem spring/links/7", id: "102/links/7", recorded: item("102") },
  ]);
  expect(headline).toContain(": 1 delete, 2 forget");
  expect(rows.filter(({ operation }) => operation === "forget")).toHaveLength(2);
  expect(notes).toEqual([expect.stringContaining("forget: the API cannot")]);
});

test.each<[string, Partial<Previewed>]>([
  ["that a taint replaces, although no field differs", { next: CODE, changed: [] }],
  ["that begins to have retainOnDelete", { options: { retainOnDelete: true } }],
])("a code %s is a danger", async (_, more) => {
  const made = await json([{ ...REPLACED, ...more }]);
  expect(dangersIn(made)).toEqual([expect.stringMatching(/^101: will be replaced .*printed copy/)]);
});

test("renames and guarding options are changes of the state, also next to an update", async () => {
  const { stdout } = await review([
    { name: "Pixel a2", renamedFrom: "a", recorded: PIXEL, next: PIXEL },
    { name: "Pixel b2", renamedFrom: "b", recorded: PIXEL, next: { ...PIXEL, name: "New" } },
    { name: "Pixel c", recorded: PIXEL, next: PIXEL, options: { protect: true } },
  ]);
  expect(stdout).toMatch(/^acme, .*: 2 record, 1 update, 1 request/);
  expect(stdout).toMatch(/record +pixels\.a2 +key +a +a2/);
  expect(stdout).toMatch(/update +pixels\.b2 +key +b +b2/);
  expect(stdout).toMatch(/record +pixels\.c +protect +false +true/);
});

test("an object that was deleted by hand is lost and drift, whatever takes its place", async () => {
  for (const entry of ["{}", '{"do":"adopt","id":"107"}']) {
    const resources = [{ ...GONE, next: decided(CODE, entry) }];
    const { code, stdout } = await review(resources, ["--fail-on", "drift"]);
    expect(code).toBe(7);
    expect(stdout).toContain(`qrCodes.menu was deleted by hand (${LINK.link}): every printed copy`);
    expect(stdout.includes("It gets another address")).toBe(entry === "{}");
  }
});

test("a code that was deleted by hand and is created under another key is lost, too", async () => {
  const card = { name: "QrCode card", next: decided(CODE, '{"replacedId":"101"}') };
  const { rows } = await json([GONE, card]);
  expect(rows[0]).toMatchObject({ operation: "create", key: "qrCodes.card", why: "by hand" });
  expect(rows[0]!.danger).toContain(LINK.link);
});

test("every object of a failed delete is a row and a danger of its own, beside the new object of its URN", async () => {
  const pending = { 99: { ...CODE, type: "text" }, 100: CODE };
  const code = { name: "QrCode menu", recorded: CODE, outputs: LINK, pending };
  const reverted = await json([{ ...code, next: CODE }]);
  expect(reverted.headline).toContain(": 2 dangers, 2 delete");
  expect(dangersIn(reverted).map((text) => text.split(":")[0])).toEqual(["100", "99"]);
  const replacing = { ...code, next: { ...CODE, type: "text" }, operation: "replace", changed: ["type"] };
  const again = await json([replacing]);
  expect(dangersIn(again).map((text) => text.split(":")[0])).toEqual(["100", "101", "99"]);
  // The deletion of another object is another plan.
  const other = await json([{ ...replacing, pending: { 98: CODE, 100: CODE } }]);
  expect(other.fingerprint).not.toBe(again.fingerprint);
});

test("what resources of other packages do is a row, whatever it is", async () => {
  const other = (operation: string, next: object | undefined = { a: "2" }) => ({
    name: `aws:s3:Bucket ${operation}`,
    recorded: { a: "1" },
    ...(next && { next: { a: "2" } }),
    operation,
  });
  const operations = ["import-replacement", "read-replacement", "discard", "import", "something-new"];
  const { rows } = await json([...operations.map((one) => other(one)), other("same"), other("read")]);
  const objects = rows.filter(({ field }) => field === undefined);
  expect(objects.map(({ key, operation }) => `${key.split(" ")[1]} ${operation}`)).toEqual([
    "discard forget",
    "import import",
    "import-replacement replace",
    "read-replacement replace",
    "something-new something-new",
  ]);
});

test("a change has the line of its entry, in Markdown as a link", async () => {
  const url = "https://github.com/acme/links/blob/abc";
  const args = [`--source-url=${url}`, "--output", "a/review.md"];
  const { stdout, read } = await review(
    [changed("ads")],
    args,
    { stack: "prod" },
    {},
    {
      "Pulumi.yaml": PROJECT,
      "Pulumi.prod.yaml": "config: { link-management:file: accounts/prod.yaml }\n",
      "accounts/prod.yaml": 'pixels:\n  ads: { type: fbpixel, name: New, tag: "1" }\n',
    },
  );
  expect(stdout).toMatch(/pixels\.ads .*accounts\/prod\.yaml:2\n/);
  expect(read("a/review.md")).toContain(`(<${url}/accounts/prod.yaml#L2>)`);
});

test("a reference to a new entry is its key", async () => {
  const item = { channel: UNKNOWN, itemType: "qr", item: UNKNOWN };
  const config =
    "qrCodes: { menu: { type: text, data: a } }\nchannels: { spring: { name: S, items: [{ qr: menu }] } }\n";
  const files = { "Pulumi.yaml": PROJECT, "link-management.yaml": config };
  const { stdout } = await review([{ name: "ChannelItem spring/qr/menu", next: item }], [], {}, {}, files);
  expect(stdout).toMatch(/create .* channel: channels\.spring, item: qrCodes\.menu, /);
});

test("a secret is [secret], and counts as changed", async () => {
  const wifi = { type: "wifi", data: SECRET };
  const resources = [
    { name: "QrCode a", recorded: wifi, next: wifi, operation: "update", changed: ["data"] },
  ];
  expect((await review(resources)).stdout).toMatch(/data +\[secret\] +\[secret\]/);
  const { fingerprint } = await json(resources);
  expect(fingerprint).not.toBe((await json([{ name: "QrCode a", recorded: wifi, next: wifi }])).fingerprint);
  const tag = { ...PIXEL, tag: SECRET };
  const drift = { operation: "update", changed: ["tag"], drifted: ["tag"] };
  const { rows } = await json([{ name: "Pixel a", recorded: tag, next: tag, ...drift }]);
  expect(rows[1]).toMatchObject({ field: "tag", why: "by hand", live: "[secret]" });
});

test("nothing of a debug message is kept", async () => {
  const messages = [{ severity: "debug", message: "registering with hunter2" }];
  const { stdout, stderr, read } = await review([changed("a")], [FILE, MARKDOWN], { messages });
  for (const text of [stdout, stderr, read("review.json"), read("review.md")])
    expect(text).not.toContain("hunter2");
});

test("a value that is known after the apply is [unknown]", async () => {
  const item = (id: unknown) => ({ channel: "1", itemType: "qr", item: id });
  const name = "ChannelItem a/qr/b";
  const made = await json([
    { name, recorded: item("7"), next: item(UNKNOWN), operation: "replace", changed: ["item"] },
  ]);
  expect(made.rows[1]).toMatchObject({ field: "item", new: "[unknown]", isUnknown: true });
  // The API cannot remove the old item.
  expect(made.headline).toContain(": 1 create");
  expect(made.rows.at(-1)).toMatchObject({ operation: "forget", id: "101" });
});

test("a new object is one row with all its fields, in text and Markdown", async () => {
  const links = Array.from({ length: 21 }, (_, n) => ({
    name: `Link l${n}`,
    next: { url: `https://example.com/${n}`, alias: `alias-${n}`, description: "d".repeat(250) },
  }));
  const { stdout, read } = await review(links, [FILE, MARKDOWN]);
  for (const n of links.keys()) {
    const row = new RegExp(
      `^ +create +links\\.l${n} +alias: alias-${n}, description: d{250}, url: https://example.com/${n}$`,
      "gm",
    );
    expect(stdout.match(row)).toHaveLength(1);
  }
  expect(stdout.match(/links\.l/g)).toHaveLength(21);
  expect(read("review.md").match(/links&#46;l/g)).toHaveLength(21);
  expect(JSON.parse(read("review.json")).rows).toHaveLength(21 * 4);
});

test("a replacement is one row for each of its fields", async () => {
  const { stdout } = await review([REPLACED]);
  expect(stdout.match(/^ +replace .*$/gm)).toEqual([
    expect.stringMatching(/replace +qrCodes\.menu +type +link +text/),
  ]);
});

test("a change in a long value is seen, wherever it is", async () => {
  const data = (middle: string) => `${"a".repeat(1000)}${middle}${"b".repeat(1000)}end`;
  const recorded = { ...CODE, data: data("OLD") };
  const code = { name: "QrCode menu", recorded, next: { ...recorded, data: data("NEW") }, changed: ["data"] };
  const { stdout, read } = await review([code], [MARKDOWN]);
  for (const text of [stdout, read("review.md")]) {
    for (const part of ["OLDbbb", "NEWbbb", "bbbend"]) expect(text).toContain(part);
    expect(text.length).toBeLessThan(3000);
  }
  // In the middle: 20 characters before it, 200 from there, and the last 60.
  expect(stdout).toMatch(/\(980 more\)…a{20}NEWb{177}…\(766 more\)…b{57}end/);
});

test("rows have the order of the main file, then of the files that it includes, by name", async () => {
  const pixelAt = (key: string) => `pixels: { ${key}: { type: fbpixel, name: New, tag: ${key} } }\n`;
  const channel = { name: "Channel z", recorded: { name: "Old" }, next: { name: "New" }, changed: ["name"] };
  const { stdout } = await review(
    [changed("a"), changed("x"), changed("y"), channel],
    [],
    {},
    {},
    {
      "Pulumi.yaml": PROJECT,
      "link-management.yaml": `include: parts/*.yaml\nchannels: { z: { name: New } }\n${pixelAt("y")}`,
      "parts/1.yaml": pixelAt("x"),
      "parts/2.yaml": pixelAt("a"),
    },
  );
  const keys = [...stdout.matchAll(/^ +update +(\S+)/gm)].map(([, key]) => key);
  expect(keys).toEqual(["channels.z", "pixels.y", "pixels.x", "pixels.a"]);
});

test("the fingerprint covers operations, keys, fields, old and new values, stack and account, but not the order", async () => {
  const a = changed("a");
  const b = { name: "Pixel b", next: PIXEL };
  const next = { ...PIXEL, name: "New" };
  const plans: [Previewed[], Stream?][] = [
    [[a, b]],
    [[a]],
    [[a, { ...b, name: "Pixel c" }]],
    [[a, { ...b, next: { ...PIXEL, tag: "2" } }]],
    [[{ ...a, recorded: { ...PIXEL, name: "Old" } }, b]],
    [[{ ...a, live: { ...PIXEL, name: "By hand" } }, b]],
    [[a, b], { stack: "other" }],
    [[a, b], { account: "8 at links.example" }],
    [[{ ...a, operation: "replace" }, b]],
    [[{ ...a, operation: "replace", deletes: "before" }, b]],
    [[{ ...a, operation: "replace", next: { ...next, __entry: '{"do":"adopt","id":"107"}' } }, b]],
    [[{ ...a, next: { ...PIXEL, name: { text: "New" } } }, b]],
    [[{ ...a, next: { ...PIXEL, name: '{"text":"New"}' } }, b]],
    [[{ ...a, next: { ...PIXEL, name: "" } }, b]],
    [[{ ...a, next: { type: PIXEL.type, tag: PIXEL.tag } }, b]],
  ];
  const prints: unknown[] = [];
  for (const [resources, stream] of plans) prints.push((await json(resources, stream)).fingerprint);
  expect(new Set(prints).size).toBe(prints.length);
  expect((await json([b, a])).fingerprint).toBe(prints[0]);
});

test("--expect refuses another plan with exit code 3", async () => {
  const { fingerprint } = await json([changed("a")]);
  expect((await review([changed("a")], ["--expect", fingerprint!])).code).toBe(0);
  const other = await review([changed("a"), changed("b")], ["--expect", fingerprint!]);
  expect(other.code).toBe(3);
  expect(other.stderr).toContain("not the expected plan");
  for (const wrong of ["other", ""]) expect((await review([changed("a")], ["--expect", wrong])).code).toBe(3);
});

const KEPT: Previewed = { ...REPLACED, name: "QrCode kept", recordedOptions: { retainOnDelete: true } };
const ITEM: Previewed = { name: "ChannelItem a/qr/b", next: { channel: UNKNOWN, itemType: "qr", item: "7" } };
const APPROVED = [changed("a"), drifted("b"), REPLACED, ITEM, { name: "Pixel old", recorded: PIXEL }];
const LITERAL = { ...changed("d"), next: { ...PIXEL, name: "[unknown]" } };
const APPROVED_TOO = [...APPROVED, LITERAL, KEPT];
const menuNow = { name: "QrCode menu", id: "102", recorded: REPLACED.next!, next: REPLACED.next! };

test.each<[string, Previewed[], Stream?]>([
  ["the same plan", APPROVED],
  ["what is left after another apply has undone the drift", [changed("a"), REPLACED]],
  ["nothing", []],
  [
    "drift that an apply has recorded, and not undone",
    [{ ...changed("b"), recorded: { ...PIXEL, name: "By hand" }, next: PIXEL }],
  ],
  ["a value that was unknown", [{ ...ITEM, next: { ...ITEM.next, channel: "5" } }]],
  ["a replacement whose delete has failed", [{ ...menuNow, pending: { 101: CODE } }]],
  ["a replacement whose create has failed", [{ ...REPLACED, deletes: "never" }]],
])("--approved: %s is approved", async (_, resources, stream) => {
  expect((await approving(APPROVED, resources, stream)).code).toBe(0);
});

test.each<[string, Previewed[], Stream?]>([
  ["another account", [], { account: "8 at links.example" }],
  ["another stack", [], { stack: "other" }],
  ["another key", [{ ...changed("c"), name: "Pixel c" }]],
  ["another new value", [{ ...changed("a"), next: { ...PIXEL, name: "Newer" } }]],
  ["a value that somebody has changed since", [{ ...drifted("b"), live: { ...PIXEL, name: "Once more" } }]],
  [
    "a deleted object that somebody has changed since",
    [{ name: "Pixel old", recorded: PIXEL, live: { ...PIXEL, name: "x" } }],
  ],
  ["the loss of an object that was to stay", [{ ...KEPT, recordedOptions: {} }]],
  ["the deletion of an object whose update was approved", [{ name: "Pixel a", recorded: PIXEL }]],
  [
    "the deletion of an object whose replacement was approved",
    [{ name: "QrCode menu", recorded: CODE, outputs: LINK }],
  ],
  ["deleteBeforeReplace", [{ ...REPLACED, deletes: "before" }]],
  ["the deletion of another object", [{ ...menuNow, pending: { 55: CODE } }]],
  [
    "a create that has become an adoption",
    [{ ...ITEM, name: "Pixel new", next: { ...PIXEL, __entry: '{"do":"adopt","id":"7"}' } }],
  ],
  ["a value that is unknown now", [{ ...changed("a"), next: { ...PIXEL, name: UNKNOWN } }]],
  ["the word [unknown] that a value was", [{ ...changed("d"), next: { ...PIXEL, name: "Anything" } }]],
])("--approved: %s is refused with exit code 3", async (_, resources, stream) => {
  expect((await approving(APPROVED_TOO, resources, stream)).code).toBe(3);
});

test("--approved prints the rows that are not approved, and only these; files have all", async () => {
  const { stdout, read } = await approving(APPROVED, [...APPROVED, changed("z")], {}, {}, [MARKDOWN]);
  expect(stdout).toContain("pixels.z");
  expect(stdout).not.toContain("pixels.a");
  expect(read("review.md")).toMatch(/pixels&#46;a/);
});

test("a failed review approves nothing, and what is no review is wrong usage", async () => {
  const failed = { result: "failed", messages: [ERROR("wrong account")] };
  expect((await approving([], [], {}, failed)).code).toBe(3);
  for (const text of ["{}", "no JSON"]) {
    const folder = new Folder().write({ "approved.json": text });
    const { code } = await run(
      ["review", "--approved", "approved.json"],
      folder.path,
      fakePreview(folder, eventsOf([])),
    );
    expect(code).toBe(2);
  }
  expect((await review([], ["--approved", "missing.json"])).code).toBe(2);
});

test("an approval of another version approves nothing, and the plan with its fingerprint is the way on", async () => {
  const { folder } = await review([changed("a")], [FILE]);
  const approved = JSON.parse(readFileSync(folder.at("review.json"), "utf8"));
  writeFileSync(folder.at("approved.json"), JSON.stringify({ ...approved, format: 0 }));
  const { code, stdout, stderr } = await review([changed("a")], ["--approved", folder.at("approved.json")]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/another version.*review again/)]);
  expect(stdout).toMatch(/pixels\.a[\s\S]*Fingerprint/);
});

test("--approved may be several reviews: each row is in one of them", async () => {
  const [first, second] = [await review([changed("a")], [FILE]), await review([changed("b")], [FILE])];
  const both = [first, second].flatMap(({ folder }) => ["--approved", folder.at("review.json")]);
  expect((await review([changed("a"), changed("b")], both)).code).toBe(0);
  expect((await review([changed("a"), changed("c")], both)).code).toBe(3);
});

test("a review that ends early leaves no earlier one", async () => {
  const folder = new Folder();
  const outputs = ["review", "--output", "review.json"];
  await run(outputs, folder.path, fakePreview(folder, eventsOf([changed("a")])));
  folder.write({ "bin/pulumi": "#!/bin/sh\nkill -9 $$\n" });
  const { stdout } = await run(outputs, folder.path, { PATH: `${folder.at("bin")}:/bin:/usr/bin` });
  expect(stdout).toContain("ended with the signal SIGKILL");
  const { errors, rows } = JSON.parse(readFileSync(folder.at("review.json"), "utf8"));
  expect([errors.length, rows]).toEqual([1, []]);
});

/** The reviews of plans, which the approvals of many others need. */
const reviews = new Map<unknown, Promise<string>>();

async function approving(
  approved: readonly Previewed[],
  now: readonly Previewed[],
  stream?: Stream,
  before?: Stream,
  outputs: readonly string[] = [],
) {
  const reviewed =
    reviews.get(approved) ?? review(approved, [FILE], before).then(({ read }) => read("review.json"));
  reviews.set(approved, reviewed);
  return review(
    now,
    ["--approved", "approved.json", ...outputs],
    stream,
    {},
    { "approved.json": await reviewed },
  );
}

test("protected removals are errors with uses and the way on, and the other rows stay", async () => {
  const { account, env } = await startAccount({ dialect: ALL_KINDS });
  const { link } = account.qrs.create({ type: "link", data: "x", name: "Menu" });
  const guarded = { recordedOptions: { protect: true }, isRefused: true } as const;
  const resources: Previewed[] = [
    { ...guarded, name: "QrCode menu", recorded: CODE, outputs: { link } },
    { ...guarded, ...REPLACED, name: "QrCode card", id: "102" },
    { ...guarded, name: "Pixel ads", id: "103", recorded: PIXEL },
    changed("a"),
  ];
  const stream = { result: "failed", code: 1, messages: [ERROR("preview failed\n")] };
  const { code, stdout, read } = await review(resources, [FILE], stream, env);
  expect(code).toBe(1);
  const { errors, rows, fingerprint } = JSON.parse(read("review.json")) as Review;
  expect([...errors].sort()).toEqual([
    "pixels.ads is protected, and will be deleted (id 103). Restore the entry, or first merge `protect: false`",
    expect.stringMatching(
      /^qrCodes\.card is protected, and will be replaced .*\. Undo the change, or first merge/,
    ),
    expect.stringMatching(
      /^qrCodes\.menu is protected, and will be deleted .*Scans so far: 0\. Restore the entry/,
    ),
  ]);
  expect(rows.map(({ key }) => key)).toEqual(["pixels.a", "pixels.a"]);
  expect(fingerprint).toBeUndefined();
  expect(stdout).toMatch(/: the preview failed\n/);
});

const SAME: Previewed = { name: "Pixel same", recorded: PIXEL, next: PIXEL };
const LOST: Previewed = { name: "Domain go", recorded: { domain: "https://go.example.com" } };

test.each<[string[], Previewed[], number]>([
  [[], [drifted("a"), LOST], 0],
  [["--fail-on=drift"], [changed("a")], 0],
  [["--fail-on", "drift"], [drifted("a"), SAME], 7],
  [["--fail-on=changes"], [SAME], 0],
  [["--fail-on=changes"], [changed("a")], 7],
  [["--fail-on=changes"], [drifted("a")], 7],
  [["--fail-on=danger"], [changed("a"), drifted("b")], 0],
  [["--fail-on=danger"], [LOST], 7],
])("exit code with %j (case %#)", async (args, resources, code) => {
  expect((await review(resources, args)).code).toBe(code);
});

test.each(["danger", "drift", "changes"])("--fail-on %s counts only what is not approved", async (what) => {
  const plan = [changed("a"), drifted("b"), LOST];
  const { folder } = await review(plan, [FILE]);
  const args = ["--approved", folder.at("review.json"), `--fail-on=${what}`];
  expect((await review(plan, args)).code).toBe(0);
});

test("--unmanaged lists what nobody manages", async () => {
  const { account, env } = await startAccount();
  for (const name of ["Ours", "Theirs", "Adopted"]) account.pixels.create({ ...PIXEL, name, tag: name });
  account.domains.create({ domain: "https://go.example.com" });
  const resources = [
    { name: "Pixel ours", recorded: PIXEL, next: PIXEL },
    { name: "Pixel adopted", next: { ...PIXEL, __entry: '{"do":"adopt","id":"103"}' } },
  ];
  const { stdout, read } = await review(resources, [FILE, "--unmanaged"], {}, env);
  expect(JSON.parse(read("review.json")).unmanaged).toEqual([
    "domains 104 https://go.example.com",
    "pixels 102 Theirs",
  ]);
  expect(stdout).toContain("pixels 102 Theirs");
});

test("--unmanaged knows every kind that has a list in the API document", async () => {
  const { account, env } = await startAccount();
  // Short links only if the stack has some.
  const expected = readableKinds([]).map(({ type }) => {
    const kind = listedKinds.find(({ definition }) => definition.type === type)!;
    const id = kind.add(account, kind.args());
    return expect.stringMatching(`^${kind.definition.yaml.section} ${id} .`);
  });
  const { read } = await review([], [FILE, "--unmanaged"], {}, env);
  expect(JSON.parse(read("review.json")).unmanaged).toEqual(expected);
});

test("a failed preview is a review: all errors, line by line, in every output", async () => {
  const messages = [
    ERROR("Preview failed: stopped: see the earlier error (read of Pixel 101)\n"),
    ERROR(
      "2 entries cannot be applied.\n  pixels.a: already exists\n  pixels.b: already exists\nRun this command",
    ),
    ERROR("preview failed\n"),
  ];
  const { code, stdout, read } = await review([changed("c")], [FILE, MARKDOWN], {
    result: "failed",
    messages,
    code: 1,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^acme, account .*: the preview failed\n/);
  const { errors, rows, fingerprint } = JSON.parse(read("review.json"));
  expect(errors).toEqual([
    "2 entries cannot be applied.",
    "  pixels.a: already exists",
    "  pixels.b: already exists",
    "Run this command",
  ]);
  expect([rows, fingerprint]).toEqual([[], undefined]);
  for (const text of [stdout, read("review.md")]) expect(text).toContain("Run this command");
});

test.each<[string, string, Stream, string]>([
  [
    "no event: the standard error is the review",
    "",
    { code: 6, stderr: "error: no stack named 'x' found\n" },
    "no stack named",
  ],
  ["not one word", "", { code: 255 }, "exit code 255"],
  [
    "no cause: the words of the engine are the error",
    eventsOf([changed("a")], { result: "failed", messages: [ERROR("preview failed\n")] }),
    { code: 1 },
    "preview failed",
  ],
  ["an incomplete preview", eventsOf([changed("a")]).split("\n")[0]!, {}, "not complete"],
  ["a CLI that does not stream: one sentence", '{\n  "steps": []\n}\n', {}, "does not stream"],
])("%s", async (_, events, stream, expected) => {
  const folder = new Folder();
  const { code, stdout } = await run(
    ["review", "--stack=x", "--output=r.md"],
    folder.path,
    fakePreview(folder, events, stream),
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\w+.*: the preview failed\n/);
  expect(stdout).toContain(expected);
  expect(readFileSync(folder.at("r.md"), "utf8")).toContain("failed");
});

test("what the CLI prints beside a complete preview is no error", async () => {
  const { code } = await review([changed("a")], [], { stderr: "warning: A new version is available\n" });
  expect(code).toBe(0);
});

test("the CLI is not installed", async () => {
  const { code, stdout } = await run(["review"], new Folder().path);
  expect(code).toBe(1);
  expect(stdout).toContain("not installed");
});

test("credentials are in no output", async () => {
  const env = {
    LINK_MANAGEMENT_API_KEY: "key-1",
    PULUMI_CONFIG_PASSPHRASE: "phrase-2",
    PULUMI_ACCESS_TOKEN: "pul-3",
  };
  const text =
    "got key-1 phrase-2 pul-3 of postgres://me:pass-4@db/x, postgres://me:a@pass-4@db and postgres://db?password=pass-4\n";
  const messages = [ERROR(text), WARNING(text)];
  const runs = [
    await review([], [FILE, MARKDOWN], { result: "failed", messages }, env),
    await review([changed("a")], [FILE, MARKDOWN], { messages: [WARNING(text)] }, env),
    await review([], [FILE, MARKDOWN], { result: "failed", code: 1, stderr: text }, env),
  ];
  for (const { stdout, stderr, read } of runs) {
    for (const output of [stdout, stderr, read("review.json"), read("review.md")])
      expect(output).not.toMatch(/key-1|phrase-2|pul-3|pass-4/);
  }
});

test("what the preview waits for is shown", async () => {
  const messages = [{ severity: "info", message: "wait 42 s: rate limit, 26 queued" }];
  const { stdout, stderr } = await review([], [], { messages });
  expect(stderr).toContain("wait 42 s: rate limit, 26 queued");
  expect(stdout).not.toContain("wait 42");
});

test("Ctrl-C: one signal to every process of the preview, and the command waits for them", async () => {
  const folder = new Folder();
  // As the npm package `pulumi`: the first process starts the CLI, and ends with the signal.
  const cli = `
    const { appendFileSync } = require("node:fs");
    process.on("SIGINT", () => setTimeout(() => { appendFileSync("signals.txt", "SIGINT "); process.exit(1); }, 200));
    appendFileSync("started.txt", "");
    setTimeout(() => {}, 20_000);`;
  const env = fakePreview(folder, "");
  folder.write({ "cli.js": cli, "bin/pulumi": `#!/bin/sh\n"${process.execPath}" cli.js\n` });
  const listeners = process.listenerCount("SIGINT");
  const running = run(["review", "--output=r.md"], folder.path, env);
  await vi.waitFor(() => readFileSync(folder.at("started.txt")), 10_000);
  process.emit("SIGINT", "SIGINT");
  expect((await running).code).toBe(130);
  expect(readFileSync(folder.at("signals.txt"), "utf8")).toBe("SIGINT ");
  expect(existsSync(folder.at("r.md"))).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(listeners);
});

test("a large plan fits into a comment with every danger, and the text has every row", async () => {
  const codes = Array.from({ length: 200 }, (_, i) => ({ ...GONE, name: `QrCode c${i}`, live: CODE }));
  const pixels = Array.from({ length: 250 }, (_, i) => ({
    name: `Pixel p${i}`,
    next: { ...PIXEL, name: "x".repeat(300) },
  }));
  const { stdout, read } = await review([...codes, ...pixels], [MARKDOWN]);
  const markdown = read("review.md");
  expect(markdown.length).toBeLessThan(60_000);
  expect(markdown.match(/every printed copy/g)).toHaveLength(200);
  expect(markdown).toMatch(/\d+ of 450 rows are only in the artifact[\s\S]*Fingerprint: `/);
  expect(stdout.match(/^ +create +pixels\./gm)).toHaveLength(250);
});

test("800 creates and 60 updates: the comment has every deletion, and the review takes no second", async () => {
  const resources = [
    ...Array.from({ length: 800 }, (_, i) => ({ name: `Pixel c${i}`, next: { ...PIXEL, tag: `${i}` } })),
    ...Array.from({ length: 60 }, (_, i) => ({ ...changed(`u${i}`), id: `${1000 + i}` })),
    ...Array.from({ length: 12 }, (_, i) => ({ name: `Pixel d${i}`, id: `${2000 + i}`, recorded: PIXEL })),
    ...Array.from({ length: 128 }, (_, i) => ({
      name: `Pixel s${i}`,
      id: `${3000 + i}`,
      recorded: PIXEL,
      next: PIXEL,
    })),
  ];
  const messages = Array.from({ length: 48 }, (_, i) => WARNING(`pixels.c${i} (a.yaml:${i}:1): has a comma`));
  const before = process.cpuUsage();
  const { read } = await review(resources, [MARKDOWN], { messages });
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(1000);
  const markdown = read("review.md");
  expect(markdown.length).toBeLessThan(60_000);
  expect(markdown.match(/<code>delete<\/code>/g)).toHaveLength(12);
  expect(markdown.match(/<code>update<\/code>/g)).toHaveLength(60);
  expect(markdown).toContain("48 times");
});

test("--merge: a comment stays below its bound, whatever fails and is dangerous", async () => {
  const folder = new Folder();
  const codes = Array.from({ length: 400 }, (_, i) => ({
    ...{ name: `QrCode code-${i}`, id: `${i}`, recorded: CODE, outputs: LINK },
  }));
  const { read } = await review(codes, [FILE], { stack: "acme" });
  const files = ["a", "b", "c"].map((name) => `${name}.json`);
  for (const file of files) folder.write({ [file]: read("review.json") });
  await run(["review", "--merge", ...files, "--output=all.md", "--output=all.txt"], folder.path);
  const markdown = readFileSync(folder.at("all.md"), "utf8");
  expect(markdown.length).toBeLessThan(60_000);
  expect(markdown).toMatch(/of 1200 lines are only in the artifact/);
  expect(readFileSync(folder.at("all.txt"), "utf8").match(/acme: qrCodes\.code-399 /g)).toHaveLength(3);
});

/** What a cell of a table may have: letters, digits, a few marks, and character references. */
const SAFE = "(?:[\\p{L}\\p{N}\\p{M} ,;=%…]|&#\\d+;)*";
const LINES = new RegExp(
  `^(?:### ${SAFE}|- ${SAFE}|\\*\\*[\\w ,]+\\*\\*|\\|(?: (?:<code>${SAFE}</code>|[a-z]+|---)? \\|)+|Fingerprint: \`[\\w-]+\`|</?details>.*|)$`,
  "u",
);

test("--merge: failures and dangers in full, and accounts with equal plans as one section", async () => {
  const folder = new Folder();
  const plans: Record<string, [Previewed[], Stream?]> = {
    acme: [[changed("a")]],
    globex: [[changed("a")]],
    umbrella: [[LOST]],
    wayne: [[], { result: "failed", messages: [ERROR("wrong account")] }],
  };
  for (const [stack, [resources, stream]] of Object.entries(plans)) {
    const { read } = await review(resources, [FILE], { ...stream, stack });
    folder.write({ [`${stack}.json`]: read("review.json") });
  }
  const files = Object.keys(plans).map((stack) => `${stack}.json`);
  const { code, stdout } = await run(["review", "--merge", ...files, "--output=all.md"], folder.path);
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toBe("4 accounts: 1 dangers, 1 failed");
  expect(stdout).toMatch(/Failed\n +wayne: wrong account/);
  expect(stdout).toMatch(/Dangers\n +umbrella: domains\.go will be deleted/);
  expect(stdout).toMatch(/\nacme globex\n/);
  expect(stdout.match(/pixels\.a /g)).toHaveLength(1);
  const markdown = readFileSync(folder.at("all.md"), "utf8");
  for (const line of markdown.split("\n")) expect(line).toMatch(LINES);
  expect((await run(["review", "--merge", "missing.json"], folder.path)).code).toBe(2);
});

test("hostile names change no format", async () => {
  const pieces = fc.constantFrom(
    ..."<script>~</code>~<!--~-->~|~`~```~*~_~[x](http://y)~![x](y)~#~@acme~#12~\\~\n~\r~\u2028~\u202e~\u001b[31m~\u001b]8;;x\u0007~::error ::~##[error]~%0A~&#60;~&lt;~</details>~~~---~\n\n- ~http://x.y~www.x.y~$x$~:smile:~a@b.c".split(
      "~",
    ),
  );
  const name = fc.oneof(
    fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join("")),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 20 }), async (names) => {
      const resources = names.map((text, i) => ({
        name: `QrCode c${i}`,
        id: `${i}`,
        recorded: { ...CODE, name: text },
        outputs: { link: text },
        ...(i % 2 === 0 && { next: { ...CODE, name: `${text}!` } }),
      }));
      const stream = { messages: names.map((text) => WARNING(`qrCodes.x: ${text}`)) };
      const { stdout: text, read } = await review(resources, [FILE, MARKDOWN], stream);
      for (const line of read("review.md").split("\n")) expect(line).toMatch(LINES);
      // Code mentions nobody.
      expect(read("review.md").replace(/<code>.*?<\/code>/g, "")).not.toMatch(/&#(35|64);(?!&#8203;)/);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|^\s*::|##\[/m);
      expect(dangersIn(JSON.parse(read("review.json"))).length).toBeGreaterThan(0);
    }),
    { numRuns: caseCount(50, 4) },
  );
});
