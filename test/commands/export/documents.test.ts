// The files of an export, from what a service may list.
import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { checked } from "../../../src/commands/export/checked";
import { type Documents, toDocuments } from "../../../src/commands/export/documents/documents";
import type { DocumentOptions, SelectedKind } from "../../../src/commands/export/documents/model";
import { withKeys } from "../../../src/commands/export/documents/objects";
import { toKey } from "../../../src/commands/export/documents/transliterate";
import { configSchema } from "../../../src/config/schema/json-schema";
import { Source } from "../../../src/config/source/source";
import { readConfig } from "../../../src/config/validate/read-config";
import type { Definition, Props } from "../../../src/kind/definition";
import { registry } from "../../../src/resources/index";
import {
  campaign,
  campaignLink,
  channel,
  channelItem,
  domain,
  pixel,
  qrCode,
} from "../../../src/resources/kinds";
import { DIFFICULT_NAMES, IMPOSSIBLE_NAMES } from "../../support/difficult-names";

const FILE = "link-management.yaml";
const ACCOUNT = { id: "7", username: "acme", email: "a@example.com", avatar: "", status: "", expires: "" };

interface Listed {
  readonly definition: Definition;
  readonly items: readonly Props[];
  /** Of each object. */
  readonly members?: readonly Props[];
}

function kindOf(
  { definition, items, members = [] }: Listed,
  redact: DocumentOptions["redact"],
): SelectedKind {
  const byId = new Map(items.map((item) => [String(item.id), item]));
  const kind = withKeys(definition, byId, new Map(), redact);
  const lists = { Channel: [channelItem], Campaign: [campaignLink] }[definition.type] ?? [];
  const assigned = new Map<Definition, readonly Props[]>([[channelItem, members]]);
  return { ...kind, lists, selected: kind.objects.map((object) => ({ ...object, members: assigned })) };
}

function exported(listed: readonly Listed[], options: Partial<DocumentOptions> = {}): Documents {
  const all = { file: FILE, isSplit: false, isAddition: false, redact: (text: string) => text, ...options };
  return toDocuments({ account: ACCOUNT, kinds: listed.map((one) => kindOf(one, all.redact)) }, all);
}

const textOf = (listed: readonly Listed[], options?: Partial<DocumentOptions>): string =>
  exported(listed, options).files.get(FILE)!;

/** The entries as the loader reads them, by key. */
function entriesOf(text: string): Record<string, { args: Props; onExisting?: unknown }> {
  const { plan, diagnostics } = readConfig(new Source(FILE, text), registry);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return Object.fromEntries(
    plan!.entries.map(({ key, args, options: { onExisting } }) => [
      key,
      { args, ...(onExisting && { onExisting }) },
    ]),
  );
}

const channels = (...names: readonly unknown[]): Listed => ({
  definition: channel,
  items: names.map((name, index) => ({ id: 101 + index, name })),
});

test("every name comes back, and the files agree with the schema", () => {
  const documents = exported([channels(...DIFFICULT_NAMES)]);
  const text = documents.files.get(FILE)!;
  expect(documents.omissions).toEqual([]);
  expect(Object.values(entriesOf(text)).map(({ args }) => args.name)).toEqual(DIFFICULT_NAMES);
  const accepts = new Ajv({ strict: false }).compile(configSchema(registry));
  expect(accepts(parseDocument(text).toJS()), JSON.stringify(accepts.errors)).toBe(true);
  // What a reader cannot see is an escape.
  expect(text).not.toMatch(/[^\P{Cf}]|[\u0080-\u00a0\u2028\u2029]/u);
});

test("an object that the config file cannot have is a comment and an omission that names it", () => {
  const { files, omissions, counts } = exported([channels(...IMPOSSIBLE_NAMES)]);
  expect(omissions).toEqual([
    "Channel (id 101): its name is empty",
    'Channel "bell\\u0007" (id 102): its name "bell\\u0007" contains the control character U+0007',
    'Channel "lone\\ud800" (id 103): its name "lone\\ud800" is not valid Unicode',
  ]);
  expect(counts).toEqual(new Map());
  for (const omission of omissions) expect(files.get(FILE)).toContain(`# Not exported: ${omission}\n`);
  expect(entriesOf(files.get(FILE)!)).toEqual({});
});

test("an optional value that the config file cannot have is left out, and named", () => {
  const items = [{ id: 101, name: "Spring", description: "\u0007", color: "green" }];
  const { files, omissions } = exported([{ definition: channel, items }]);
  expect(entriesOf(files.get(FILE)!)).toEqual({ spring: { args: { name: "Spring" } } });
  expect(omissions).toHaveLength(2);
  expect(omissions[1]).toMatch(/^Channel "Spring" \(id 101\): color "green" must be a color/);
});

test("a secret is no value, and no comment shows it", () => {
  const redact = (text: string) => text.replaceAll("hunter2", "[secret]");
  const items = [{ id: 101, link: "https://lnk.example/hunter2", name: "hunter2" }];
  const { files, omissions } = exported([{ definition: qrCode, items }, channels("hunter2")], { redact });
  expect(omissions).toEqual(['Channel (id 101): its name "[secret]" contains a secret']);
  expect(files.get(FILE)).not.toContain("hunter2");
});

describe("keys", () => {
  test.each([
    ["Spring sale", "spring-sale"],
    ["Grüße Ökostraße", "grusse-okostrasse"],
    ["Весна Щука", "vesna-shchuka"],
    ["Άνοιξη", "anoixi"],
    ["Łódź", "lodz"],
    ["v1.2 (beta)", "v1.2-beta"],
    ["--- a ---", "a"],
    ["...", ""],
    ["日本語", ""],
    ["x".repeat(500), "x".repeat(60)],
  ])("%j is %j", (name, key) => {
    expect(toKey(name)).toBe(key);
  });

  const keysOf = (names: readonly string[]) => Object.keys(entriesOf(textOf([channels(...names)])));

  test("names with one key are numbered by age. New objects do not change older keys", () => {
    const names = ["Spring", "spring!", "Spring 2", "日本語", "Spring"];
    expect(keysOf(names)).toEqual(["spring", "spring-2", "spring-2-2", "channel-104", "spring-3"]);
    expect(keysOf([...names, "Spring", "Spring-3"]).slice(0, names.length)).toEqual(keysOf(names));
  });

  test("the order of the list does not matter", () => {
    const { items } = channels("a", "b", "a");
    const reversed = [{ definition: channel, items: items.toReversed() }];
    expect(textOf(reversed)).toBe(textOf([{ definition: channel, items }]));
    const idsAsText = items.map((item) => ({ ...item, id: String(item.id) }));
    expect(textOf([{ definition: channel, items: idsAsText }])).toBe(
      textOf([{ definition: channel, items }]),
    );
  });

  test("an address is a key without its scheme", () => {
    const items = [{ id: 1, domain: "https://go.example.com" }];
    expect(Object.keys(entriesOf(textOf([{ definition: domain, items }])))).toEqual(["go.example.com"]);
  });
});

describe("onExisting: { id }", () => {
  const idsIn = (listed: Listed) =>
    Object.values(entriesOf(textOf([listed]))).map(({ onExisting }) => onExisting);

  test("two channels with one name need it, whatever the spelling", () => {
    expect(idsIn(channels("Spring", "Autumn", " spring"))).toEqual([{ id: 101 }, undefined, { id: 103 }]);
  });

  test("two campaigns with one name need it unless both slugs are known", () => {
    const rotator = (slug: string) => `https://lnk.example/r/${slug}`;
    const known = [
      { id: 1, name: "Launch", rotator: rotator("a") },
      { id: 2, name: "Launch", rotator: rotator("b") },
    ];
    expect(idsIn({ definition: campaign, items: known })).toEqual([undefined, undefined]);
    const items = [...known, { id: 3, name: "Launch", rotator: false }];
    expect(idsIn({ definition: campaign, items })).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("two pixels with one tag need it. A tag may be a number", () => {
    const items = [1, 2, 3].map((id) => ({ id, type: "fbpixel", name: `P${id}`, tag: id === 3 ? 9 : 8 }));
    expect(idsIn({ definition: pixel, items })).toEqual([{ id: 1 }, { id: 2 }, undefined]);
    expect(entriesOf(textOf([{ definition: pixel, items }])).p3?.args.tag).toBe("9");
  });

  test("a code always needs it, and its comment helps to recognize it", () => {
    const items = [
      { id: 102, link: "https://lnk.example/x", name: "Menu", scans: 7, date: "2024-01-16 08:00:00" },
    ];
    expect(textOf([{ definition: qrCode, items }])).toContain(
      "qrCodes:\n  # link https://lnk.example/x, name Menu, scans 7, date 2024-01-16 08:00:00\n  menu:\n" +
        "    options: { onExisting: { id: 102 } }\n",
    );
  });

  test("an id that the config file cannot have is an omission", () => {
    const items = [{ id: "a-1", name: "Menu" }];
    expect(exported([{ definition: qrCode, items }]).omissions).toEqual([
      'QrCode "Menu" (id a-1): only its id identifies it, and a config file cannot have this id',
    ]);
  });
});

test("the items of a channel refer to entries by key, else by id, and each only once", () => {
  const members = [
    { type: "qr", id: 102 },
    { type: "qr", id: "999" },
    { type: "links", id: "4711" },
    { type: "links", id: 4711 },
    { type: "bio", id: 12 },
    { type: "story", id: 1 },
  ];
  const codes = { definition: qrCode, items: [{ id: 102, name: "Menu" }] };
  const { files, omissions } = exported([{ ...channels("Spring"), members }, codes]);
  expect(files.get(FILE)).toContain(
    "    items:\n      - { qr: menu }\n      - { qr: 999 }\n      - { link: 4711 }\n      - { bio: 12 }\n",
  );
  expect(omissions).toEqual([
    'Channel "Spring" (id 101): items: a config file cannot have {"type":"story","id":1}',
  ]);
});

test("a comment is one line, whatever the service lists", () => {
  const link = "https://x.example\n  evil: {}\u001b[31m\u2028evil: {}\u0085evil";
  const text = textOf([{ definition: qrCode, items: [{ id: 102, link, name: "a\r\nb" }] }]);
  expect(text.split(/[\n\r\u0085\u2028]/).filter((line) => /^\s*evil/.test(line))).toEqual([]);
  expect(Object.keys(parseDocument(text).toJS().qrCodes)).toEqual(["a-b"]);
});

test("the config expects the account, protects what people use, and says what it lacks", () => {
  const items = [{ id: 1, domain: "https://go.example.com" }];
  const launch = { definition: campaign, items: [{ id: 5, name: "Launch", public: "0" }] };
  expect(
    textOf([launch, { definition: domain, items }]),
  ).toBe(`# yaml-language-server: $schema=./node_modules/pulumi-link-management/link-management.schema.json
# Written by pulumi-link-management export, from account 7 acme.

account:
  expect: { id: 7, username: acme }
defaults:
  domains: { protect: true }
# Without links, which the API does not list. Add them by hand.
campaigns:
  launch:
    name: Launch
    public: false
domains:
  go.example.com:
    domain: https://go.example.com
`);
});

test("with one file per kind, the main file includes the others by name", () => {
  const { files } = exported([channels("Spring"), { definition: domain, items: [] }], {
    isSplit: true,
    file: "accounts/acme.yaml",
  });
  expect([...files.keys()]).toEqual(["accounts/acme/channels.yaml", "accounts/acme.yaml"]);
  expect(files.get("accounts/acme.yaml")).toContain("include:\n  - acme/channels.yaml\n");
  expect(files.get("accounts/acme/channels.yaml")).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/node_modules/,
  );
  expect(checked(files, "accounts/acme.yaml", registry)).toMatchObject({
    counts: { errors: 0 },
    fileCount: 2,
  });
});

test("an addition to a config has no account and no defaults, and protects each entry", () => {
  const items = [{ id: 1, domain: "https://go.example.com" }];
  const text = textOf([{ definition: domain, items }], { isAddition: true });
  expect(text).toContain("domain: https://go.example.com\n    options: { protect: true }\n");
  expect(text).not.toMatch(/^(account|defaults):/m);
});

test("an empty account is a config without entries", () => {
  expect(entriesOf(textOf([]))).toEqual({});
});
