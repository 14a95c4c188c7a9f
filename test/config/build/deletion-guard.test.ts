// The deletion guard as a function of the state and the config.
import { describe, expect, test } from "vitest";
import {
  type GuardedConfig,
  type GuardedResource,
  guardDeletions,
} from "../../../src/config/build/deletion-guard";
import type { Definition, Props } from "../../../src/kind/definition";
import type { FileRecord } from "../../../src/kind/entry";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";
import type { RecordedResource } from "../../../src/pulumi/stack-state";
import { registry } from "../../../src/resources";
import {
  Account,
  Campaign,
  CampaignLink,
  Channel,
  ChannelItem,
  Domain,
  Pixel,
  QrCode,
} from "../../../src/resources/classes";

type Kind = { readonly definition: Definition };

const FILE = "link-management.yaml";
const urnOf = ({ definition }: Kind, name: string) =>
  `urn:pulumi:test::shop::${TYPE_PREFIX}${definition.type}::${name}`;

interface Parts extends Partial<RecordedResource> {
  readonly record?: FileRecord;
}

function recorded(kind: Kind, name: string, values: Props = {}, parts: Parts = {}): RecordedResource {
  const { record = { file: FILE }, ...rest } = parts;
  return {
    urn: urnOf(kind, name),
    type: TYPE_PREFIX + kind.definition.type,
    id: "101",
    account: "1",
    provider: undefined,
    isPending: false,
    fileRecord: record,
    values,
    shown: values,
    ...rest,
  };
}

function entry(
  kind: Kind,
  name: string,
  args: Props = {},
  parts: Partial<GuardedResource> = {},
): GuardedResource {
  const { definition } = kind;
  const label = `${definition.yaml.section}.${name}`;
  return { definition, label, urns: [urnOf(kind, name)], args, onExisting: "fail", ...parts };
}

const guard = (
  state: readonly RecordedResource[],
  resources: readonly GuardedResource[],
  config: Partial<GuardedConfig> = {},
) => guardDeletions(state, registry, { file: FILE, isWholeProgram: false, resources, ...config });

const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const pixels = (count: number, parts?: Parts) => many(count).map((name) => recorded(Pixel, name, {}, parts));
const pixelEntries = (count: number) => many(count).map((name) => entry(Pixel, name));

const LINK = "https://acme.example/qr/abc";
const CODE = { type: "link", data: "https://example.com/menu", link: LINK };

describe("the published objects that are deleted", () => {
  test("are listed with their addresses", () => {
    const state = [
      recorded(QrCode, "menu", CODE),
      recorded(Domain, "go", { domain: "https://go.example.com" }, { id: "5" }),
      recorded(Campaign, "launch", { name: "Launch", rotator: "https://acme.example/r/launch" }, { id: "7" }),
    ];
    expect(guard(state, [])).toEqual({
      errors: [],
      deletions: `3 entries left link-management.yaml, and what people use is deleted:
  qrCodes.menu (id 101, https://acme.example/qr/abc): every printed copy stops working
  domains.go (id 5, https://go.example.com): its short links stop working
  campaigns.launch (id 7, https://acme.example/r/launch): its rotator address stops working
To keep an object, restore its entry. If its key changed, add renamedFrom.`,
    });
  });

  test("are not those of staying or renamed entries, whatever their kind", () => {
    const state = [recorded(QrCode, "menu", CODE), recorded(QrCode, "door", CODE)];
    const urns = [urnOf(QrCode, "new"), urnOf(QrCode, "door")];
    expect(guard(state, [entry(QrCode, "menu"), entry(QrCode, "new", {}, { urns })])).toEqual({ errors: [] });
  });

  test("are not private: pixels, channels and private campaigns", () => {
    const state = [recorded(Pixel, "ads"), recorded(Channel, "spring"), recorded(Campaign, "quiet")];
    expect(guard(state, [])).toEqual({ errors: [] });
  });

  test("are not those that stay on the account, or were never created", () => {
    const state = [
      recorded(QrCode, "kept", CODE, { record: { file: FILE, isRetained: true } }),
      recorded(QrCode, "pending", CODE, { isPending: true }),
    ];
    expect(guard(state, [])).toEqual({ errors: [] });
  });

  test("include one whose alias has no effect, because the state has the new key, too", () => {
    const state = [recorded(QrCode, "old", CODE), recorded(QrCode, "new", { ...CODE, data: "x" })];
    const urns = [urnOf(QrCode, "new"), urnOf(QrCode, "old")];
    expect(guard(state, [entry(QrCode, "new", {}, { urns })]).deletions).toContain("\n  qrCodes.old (");
  });

  test("are shown without values that are secret", () => {
    const values = { name: "Launch", slug: "hidden", rotator: "https://acme.example/r/hidden" };
    const { deletions } = guard([recorded(Campaign, "launch", values, { shown: { name: "Launch" } })], []);
    expect(deletions).toContain("campaigns.launch (id 101): its rotator address stops working");
    expect(deletions).not.toContain("hidden");
  });
});

describe("what belongs to the config", () => {
  const state = [
    recorded(QrCode, "other-file", CODE, { record: { file: "other.yaml" } }),
    recorded(QrCode, "of-a-class", CODE, { record: {} }),
  ];

  test("is what the same file recorded, in a program", () => {
    expect(guard(state, [], { maxDeletions: 0 })).toEqual({ errors: [] });
  });

  test("is everything, in a project without code", () => {
    const { errors, deletions } = guard(state, [], { isWholeProgram: true, maxDeletions: 0 });
    expect(errors).toHaveLength(1);
    expect(deletions).toContain("qrCodes.other-file");
    expect(deletions).toContain("qrCodes.of-a-class");
  });

  test("is nothing of an unknown kind", () => {
    const unknown = { ...recorded(QrCode, "x", CODE), type: `${TYPE_PREFIX}Unknown` };
    expect(guard([unknown], [], { isWholeProgram: true, maxDeletions: 0 })).toEqual({ errors: [] });
  });
});

describe("maxDeletions", () => {
  const deleting = (count: number, total: number, maxDeletions?: GuardedConfig["maxDeletions"]) =>
    guard(pixels(total), pixelEntries(total).slice(count), { maxDeletions }).errors;

  test.each([
    // Default: 30 % of 10 or more.
    [3, 10, undefined, true],
    [4, 10, undefined, false],
    [9, 9, undefined, true],
    [30, 100, undefined, true],
    [31, 100, undefined, false],
    [0, 5, 0, true],
    [1, 5, 0, false],
    [5, 5, 5, true],
    [1, 2, "50%", true],
    [2, 2, "50 %", false],
    [2, 2, "100%", true],
    [1, 1000, "0%", false],
  ])("%i of %i with %s: allowed is %s", (count, total, maxDeletions, isAllowed) => {
    expect(deleting(count, total, maxDeletions).length === 0).toBe(isAllowed);
  });

  test("names what would be deleted, and the variable for one run", () => {
    const [error, ...others] = deleting(4, 10);
    expect(others).toEqual([]);
    expect(
      error,
    ).toBe(`4 of 10 objects would be deleted, because their entries left link-management.yaml. maxDeletions allows 3 (30%). Nothing was changed.
  pixels.p0 (id 101)
  pixels.p1 (id 101)
  pixels.p2 (id 101)
  pixels.p3 (id 101)
Check the file and its include:. To delete them all, run LINK_MANAGEMENT_MAX_DELETIONS=4 pulumi up. Do the same if --target or another part of the program keeps them, which the loader cannot see.`);
  });

  test("lists published objects first, 20 objects with details, and the others by name", () => {
    const state = [...pixels(57), recorded(QrCode, "menu", CODE)];
    const lines = guard(state, []).errors[0]!.split("\n");
    expect(lines).toHaveLength(1 + 20 + 1 + 1);
    expect(lines[1]).toContain(`qrCodes.menu (id 101, ${LINK})`);
    expect(lines[21]).toMatch(/^ {2}and 38 more: pixels\.p19, .*, pixels\.p56$/);
  });

  test("does not count items, links, the account, retained objects and pending creates", () => {
    const values = { channel: "1", campaign: "1" };
    const state = [
      ...pixels(1),
      ...many(5).map((name) => recorded(ChannelItem, `spring/link/${name}`, values)),
      ...many(5).map((name) => recorded(CampaignLink, `launch/${name}`, values)),
      recorded(Account, "account"),
      recorded(Channel, "kept", {}, { record: { file: FILE, isRetained: true } }),
      recorded(QrCode, "pending", CODE, { isPending: true }),
    ];
    expect(guard(state, pixelEntries(1), { maxDeletions: "0%" }).errors).toEqual([]);
    const [error] = guard(state, [], { maxDeletions: "0%" }).errors;
    expect(error).toMatch(/^1 of 1 object would be deleted/);
  });

  test("does not count resources of other files and of programs", () => {
    const state = [...pixels(20, { record: { file: "other.yaml" } }), ...pixels(20, { record: {} })];
    expect(guard(state, []).errors).toEqual([]);
  });
});

describe("a new QR code with the content of a leaving one", () => {
  const { link: _link, ...ARGS } = CODE;
  const state = [recorded(QrCode, "menu", CODE)];
  const renamed = (args: Props, parts: Partial<GuardedResource> = {}) =>
    guard(state, [entry(QrCode, "lunch", args, { location: `${FILE}:3:3`, ...parts })]).errors;

  test("is an error that names renamedFrom", () => {
    expect(renamed(ARGS)).toEqual([
      `qrCodes.lunch (link-management.yaml:3:3) has the content of qrCodes.menu (id 101, ${LINK}): every printed copy stops working. That entry leaves the config. If the key changed, add renamedFrom: menu, and the object stays. To create another one, set onExisting: duplicate under options. Nothing was changed.`,
    ]);
  });

  test("is found whatever its colors, and if it has named fields", () => {
    expect(renamed({ ...ARGS, foreground: "rgb(1,2,3)" })).toHaveLength(1);
    expect(renamed({ type: "link", content: { link: "https://example.com/menu" } })).toHaveLength(1);
  });

  test("is found if the leaving one stays on the account: there would be two", () => {
    const kept = recorded(QrCode, "menu", CODE, { record: { file: FILE, isRetained: true } });
    expect(guard([kept], [entry(QrCode, "lunch", ARGS)]).errors).toHaveLength(1);
  });

  test("is no other content", () => {
    expect(renamed({ ...ARGS, data: "https://example.com/other" })).toEqual([]);
    expect(renamed({ ...ARGS, type: "text" })).toEqual([]);
  });

  test("may be a duplicate, name its object, or exist already", () => {
    expect(renamed(ARGS, { onExisting: "duplicate" })).toEqual([]);
    expect(renamed(ARGS, { onExisting: { id: 7 } })).toEqual([]);
    const both = [...state, recorded(QrCode, "lunch", CODE)];
    expect(guard(both, [entry(QrCode, "lunch", ARGS)]).errors).toEqual([]);
  });

  test("is one of several: each leaving one is named once", () => {
    const two = [...state, recorded(QrCode, "door", CODE)];
    const errors = guard(two, [
      entry(QrCode, "a", ARGS),
      entry(QrCode, "b", ARGS),
      entry(QrCode, "c", ARGS),
    ]).errors;
    expect(errors.map((error) => /^(\S+) .*renamedFrom: (\w+)/.exec(error)?.slice(1))).toEqual([
      ["qrCodes.a", "menu"],
      ["qrCodes.b", "door"],
    ]);
  });

  test("never shows its content", () => {
    const secret = { ...CODE, type: "wifi", data: "WIFI:S:guests;P:hunter2;;" };
    const [error] = guard(
      [recorded(QrCode, "guests", secret, { shown: { link: LINK } })],
      [entry(QrCode, "visitors", { type: "wifi", data: secret.data })],
    ).errors;
    expect(error).toContain("renamedFrom: guests");
    expect(error).not.toContain("hunter2");
  });
});

describe("entries that only leave the state", () => {
  test("are named with the reason", () => {
    const state = [
      recorded(Channel, "spring", { name: "Spring" }, { id: "1" }),
      recorded(ChannelItem, "spring/link/4711", { channel: "1" }),
      recorded(CampaignLink, "launch/4712", { campaign: 2 }),
      recorded(Account, "account"),
    ];
    expect(guard(state, [entry(Channel, "spring")])).toEqual({
      errors: [],
      staying: `3 entries left link-management.yaml, and only the state loses them:
  channels.spring.items link/4711: the API cannot take an item out of a channel
  campaigns.launch.links 4712: the API cannot take a link out of a campaign
  account: the API cannot delete an account. Its e-mail address and password stay`,
    });
  });

  test("are not those whose channel or campaign is deleted", () => {
    const state = [
      recorded(Channel, "spring", {}, { id: "1" }),
      recorded(ChannelItem, "spring/link/4711", { channel: 1 }),
      recorded(Campaign, "launch", {}, { id: "2" }),
      recorded(CampaignLink, "launch/4712", { campaign: "2" }),
    ];
    expect(guard(state, [])).toEqual({ errors: [] });
  });
});
