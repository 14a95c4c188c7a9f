// The deletion guard: what happens to objects whose entries left the file.
import { describe, expect, test } from "vitest";
import { guardDeletions } from "../../src/config/build/deletion-guard";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { TYPE_PREFIX } from "../../src/engine/provider-source";
import { urnsOf } from "../../src/pulumi/resource-urns";
import type { RecordedResource } from "../../src/pulumi/stack-state";
import { CONFIG_FILE, NO_FOLDER, SCHEMA } from "./support/config";

type Recorded = Partial<RecordedResource>;

/** @param state by kind and name, such as `Pixel ads` */
function guard(state: Readonly<Record<string, Recorded>>, text: string) {
  const { plan } = readConfig(new Source(CONFIG_FILE, text), SCHEMA, NO_FOLDER);
  const recorded = Object.entries(state).map(([resource, { values = {}, ...rest }]) => {
    const [type = "", name = ""] = resource.split(" ");
    const [urn = ""] = urnsOf(TYPE_PREFIX + type, name, {});
    return { urn, type, id: "101", values, shown: values, replacedId: undefined, ...rest };
  });
  const { errors, warnings } = guardDeletions(recorded, plan!, {}, true);
  return { errors, warnings: warnings.join("\n") };
}

/** The errors if no deletion is allowed. */
const refused = (state: Readonly<Record<string, Recorded>>, text: string) =>
  guard(state, `maxDeletions: 0\n${text}`).errors;

const pixels = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => {
    const key = `p${from + i}`;
    return [key, { type: "fbpixel", name: key, tag: key }] as const;
  });
const pixelState = (count: number): Record<string, Recorded> =>
  Object.fromEntries(pixels(0, count).map(([key, values]) => [`Pixel ${key}`, { values }]));
const pixelFile = (from: number, to: number) =>
  `pixels: ${JSON.stringify(Object.fromEntries(pixels(from, to)))}\n`;

const CODE = { type: "link", data: "https://example.com/menu", link: "https://acme.example/qr/abc" };
const MENU = { "QrCode menu": { values: CODE } };

describe("maxDeletions", () => {
  test.each([
    // By default, 30 % of 10 or more.
    [3, 10, undefined, true],
    [4, 10, undefined, false],
    [1, 5, "0", false],
    // In quotes, a number is no percentage.
    [30, 200, '"20"', false],
    [2, 2, '"50 %"', false],
  ])("%i of %i with %s: allowed is %s", (count, total, maxDeletions, isAllowed) => {
    const setting = maxDeletions === undefined ? "" : `maxDeletions: ${maxDeletions}\n`;
    const { errors } = guard(pixelState(total), setting + pixelFile(count, total));
    expect(errors).toHaveLength(isAllowed ? 0 : 1);
  });

  test("does not count what is not deleted: items, links, the account, pending creates", () => {
    const state: Record<string, Recorded> = {
      ...pixelState(1),
      "ChannelItem spring/link/7": { values: { channel: "1" } },
      "CampaignLink launch/7": { values: { campaign: "1" } },
      "Account account": {},
      "QrCode pending": { values: CODE, pending: { at: 0, after: 0 } },
    };
    expect(refused(state, pixelFile(0, 1))).toEqual([]);
    expect(refused(state, "")).toEqual([expect.stringContaining("1 of 1")]);
  });

  test("counts what is replaced, by meaning and without ignored fields", () => {
    const state = {
      "Pixel ads": { values: { type: "forum", name: "A", tag: "1" } },
      "ChannelItem spring/link/7": { values: { channel: "1", itemType: "qr", item: 7 } },
      "Channel spring": { values: { name: "A" } },
    };
    const channels = "channels: { spring: { name: B, items: [{ link: 7 }] } }\n";
    const ads = (fields: string) => refused(state, `${channels}pixels: { ads: { ${fields} } }\n`);
    expect(ads('type: reddit, name: B, tag: "1"')).toEqual([]);
    const replaced = expect.stringMatching(/1 of 2.*pixels\.ads.*: another type replaces it/s);
    expect(ads('type: fbpixel, name: A, tag: "1"')).toEqual([replaced]);
    expect(ads('type: fbpixel, name: A, tag: "1", options: { ignoreChanges: [type] }')).toEqual([]);
  });

  test("counts a link that loses its address: removed, or by another domain under its key", () => {
    const domain = "https://go.example.com";
    const state = {
      "Domain go": { id: "1", values: { domain } },
      "Link spring": { id: "2", values: { alias: "spring", domain, link: `${domain}/spring` } },
    };
    const errorsOf = (address: string, key: string) => {
      const link = `{ url: https://example.com, alias: spring, domain: go }`;
      return refused(state, `domains: { go: { domain: ${address} } }\nlinks: { ${key}: ${link} }\n`);
    };
    expect(errorsOf("https://GO.example.com/", "spring")).toEqual([]);
    const lost = expect.stringContaining(`links.spring (id 2, ${domain}/spring)`);
    expect(errorsOf(domain, "summer")).toEqual([lost]);
    expect(errorsOf("https://to.example.com", "spring")).toEqual([lost]);
  });

  test("a renamed entry is no deletion, unless the state has the new key, too", () => {
    const file = "channels: { new: { name: A, renamedFrom: old } }\n";
    expect(refused({ "Channel old": {} }, file)).toEqual([]);
    expect(refused({ "Channel old": {}, "Channel new": {} }, file)).toHaveLength(1);
  });
});

describe("warns about", () => {
  test("deletions that break public addresses, with the address", () => {
    const state = {
      ...MENU,
      "Domain go": { values: { domain: "https://go.example.com" } },
      "Campaign launch": { values: { rotator: "https://acme.example/r/launch" } },
      "Campaign private": { values: { name: "Private" } },
      "Pixel ads": {},
    };
    const { errors, warnings } = guard(state, "{}");
    expect(errors).toEqual([]);
    const addresses = [CODE.link, "https://go.example.com", "https://acme.example/r/launch"];
    for (const text of ["qrCodes.menu (id 101", ...addresses]) expect(warnings).toContain(text);
    expect(warnings).not.toMatch(/private|pixels\.ads/);
  });

  test("items and links, which only the state loses, unless their parent is deleted", () => {
    const state = {
      "Channel spring": { id: "1" },
      "ChannelItem spring/link/4711": { values: { channel: "1" } },
    };
    expect(guard(state, "channels: { spring: { name: Spring } }").warnings).toContain("link/4711");
    expect(guard(state, "{}").warnings).not.toContain("link/4711");
  });
});

describe("a new QR code with the type and data of one that leaves the file", () => {
  const renamed = (fields: string, state: Record<string, Recorded> = MENU) =>
    guard(state, `qrCodes: { lunch: { ${fields} } }`).errors;
  const SAME = "type: link, data: https://example.com/menu";

  test("is an error that suggests renamedFrom, also with another color", () => {
    for (const fields of [SAME, `${SAME}, foreground: "rgb(1,2,3)"`])
      expect(renamed(fields)).toEqual([expect.stringContaining("renamedFrom: menu")]);
  });

  test("is none with other data, duplicate, { id }, or if the state has it", () => {
    expect(renamed("type: text, data: https://example.com/menu")).toEqual([]);
    expect(renamed(`${SAME}, options: { onExisting: duplicate }`)).toEqual([]);
    expect(renamed(`${SAME}, options: { onExisting: { id: 7 } }`)).toEqual([]);
    expect(renamed(SAME, { ...MENU, "QrCode lunch": { values: CODE } })).toEqual([]);
  });

  test("never shows secret data", () => {
    const data = "WIFI:S:guests;P:hunter2;;";
    const state = { "QrCode guests": { values: { type: "wifi", data }, shown: {} } };
    const [error] = renamed(`type: wifi, data: "${data}"`, state);
    expect(error).toContain("renamedFrom: guests");
    expect(error).not.toContain("hunter2");
  });
});
