// What a valid config asks for: resources by kind and name, with their arguments and options. wrong/ has the errors.
import { describe, expect, test } from "vitest";
import { argsOf, check, resourcesOf } from "./support/config";

describe("values", () => {
  test("are exactly as written", () => {
    const { a } = argsOf(
      'channels:\r\n  a: # a note\r\n    name: " Top  é\\t"\r\n    description: |\r\n      two\r\n      lines\r\n    starred: true\r\n',
    );
    expect(a).toEqual({ name: " Top  é\t", description: "two\nlines\n", starred: true });
  });

  test.each(["{}", "pixels:\n", "pixels: {}\nchannels:\naccount:\n", "x-anything: { a: 1 }"])(
    "are optional: %j has no resource",
    (text) => expect(resourcesOf(text)).toEqual({}),
  );
});

test("a merge key adds what is missing, the first of several mappings first", () => {
  const args = argsOf(`
x-green: &green { color: "#22AA66", starred: true }
x-red: &red { color: "#AA2222", description: red }
x-both: &both { <<: [*green, *red] }
channels:
  spring: { <<: *both, name: Spring }
  autumn: { name: Autumn, <<: [*red, *green], color: "#000000" }
`);
  expect(args).toEqual({
    spring: { name: "Spring", color: "#22AA66", starred: true, description: "red" },
    autumn: { name: "Autumn", color: "#000000", starred: true, description: "red" },
  });
});

test("references are a key of the file, before or after it, or an id of the account", () => {
  const resources = resourcesOf(`
channels: { spring: { name: Spring, items: [{ qr: m }, { link: 4711 }, { bio: 12 }] } }
campaigns: { launch: { name: Launch, links: [4712] } }
qrCodes: { m: { type: link, data: https://example.com } }
`);
  const members = Object.entries(resources).filter(([name]) => /^(ChannelItem|CampaignLink) /.test(name));
  expect(Object.fromEntries(members.map(([name, { args }]) => [name, args]))).toEqual({
    "ChannelItem spring/qr/m": { channel: "channels.spring", itemType: "qr", item: "qrCodes.m" },
    "ChannelItem spring/link/4711": { channel: "channels.spring", itemType: "links", item: 4711 },
    "ChannelItem spring/bio/12": { channel: "channels.spring", itemType: "bio", item: 12 },
    "CampaignLink launch/4712": { campaign: "campaigns.launch", link: 4712 },
  });
});

describe("options", () => {
  const optionsOf = (text: string) =>
    Object.fromEntries(Object.entries(resourcesOf(text)).map(([name, { options }]) => [name, options]));

  test("of the section apply unless the entry has its own, and not to items", () => {
    expect(
      optionsOf(`
defaults: { channels: { protect: true, ignoreChanges: [color] } }
channels:
  a: { name: A, items: [{ link: 7 }] }
  b: { name: B, options: { protect: false } }
campaigns: { c: { name: C } }
`),
    ).toEqual({
      "Channel a": { protect: true, ignoreChanges: ["color"] },
      "Channel b": { protect: false, ignoreChanges: ["color"] },
      "ChannelItem a/link/7": {},
      "Campaign c": {},
    });
  });

  test("onExisting of the entry comes before that of its section, and that before the file", () => {
    expect(
      optionsOf(`
defaults: { onExisting: adopt, campaigns: { onExisting: overwrite } }
channels: { a: { name: A }, b: { name: B, options: { onExisting: { id: 7 } } } }
campaigns: { c: { name: C }, d: { name: D, options: { onExisting: fail } } }
`),
    ).toEqual({
      "Channel a": { onExisting: "adopt" },
      "Channel b": { onExisting: { id: 7 } },
      "Campaign c": { onExisting: "overwrite" },
      "Campaign d": { onExisting: "fail" },
    });
  });

  test("renamedFrom is an alias of the entry, and of items that have its name in theirs", () => {
    expect(
      optionsOf(`
channels: { new: { name: A, renamedFrom: old, items: [{ link: 7 }, { qr: lunch }] } }
qrCodes: { lunch: { type: text, data: x, renamedFrom: menu } }
`),
    ).toEqual({
      "QrCode lunch": { aliases: [{ name: "menu" }] },
      "Channel new": { aliases: [{ name: "old" }] },
      "ChannelItem new/link/7": { aliases: [{ name: "old/link/7" }] },
      "ChannelItem new/qr/lunch": {
        aliases: expect.arrayContaining([
          { name: "old/qr/lunch" },
          { name: "new/qr/menu" },
          { name: "old/qr/menu" },
        ]),
      },
    });
  });

  test("onExisting: duplicate and { id } allow two entries for one object, wherever they are", () => {
    const second = (options: string, defaults = "") =>
      check(
        `domains: { a: { domain: https://go.example }, b: { domain: https://go.example${options} } }\n${defaults}`,
      ).errorCount;
    expect(second(", options: { onExisting: duplicate }")).toBe(0);
    expect(second(", options: { onExisting: { id: 7 } }")).toBe(0);
    expect(second(", options: { onExisting: overwrite }")).toBe(1);
    expect(second("", "defaults: { onExisting: duplicate }")).toBe(0);
    expect(second("", "defaults: { domains: { onExisting: duplicate } }")).toBe(0);
    expect(second("", "defaults: { channels: { onExisting: duplicate } }")).toBe(1);
  });
});

test("the account is a resource only with an e-mail address or a password", () => {
  const { resources, expect: expected } = check("account: { expect: { id: 12, username: acme } }");
  expect(resources).toEqual({});
  expect(expected).toEqual({ id: 12, username: "acme" });
  const managed = resourcesOf("account: { email: a@example.com, expect: { id: 12 } }");
  expect(Object.values(managed)).toEqual([{ args: { email: "a@example.com" }, options: {} }]);
});

test.each(["1.5", "all", "101%", "[1]"])("maxDeletions cannot be %s", (text) => {
  expect(check(`maxDeletions: ${text}`).errorCount).toBe(1);
});
