// What replaces or breaks an object says so, whoever ordered it, and however the program names the resource.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Campaign } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import type { Habit } from "../support/habits";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY } from "../support/what-exists";
import { startStack } from "../support/world";

const codes = (count: number) =>
  `qrCodes:\n${Array.from({ length: count }, (_, n) => `  c${n}: { type: text, data: "${n}", name: C${n} }\n`).join("")}`;
const names = (count: number) => Array.from({ length: count }, (_, n) => `QrCode c${n}`);

describe("--replace without a change", () => {
  test("says which address stops working, once", async () => {
    const { stack } = await applied(codes(2));
    const { link } = stack.resources[0]!.outputs;
    const { messages } = await stack.preview(codes(2), { replace: ["QrCode c0"] });
    const lines = messages.filter((text) => text.includes(String(link)));
    expect(lines).toEqual([expect.stringMatching(/^warning: qrCodes\.c0.*printed copy/)]);
  });

  test("counts for the deletion guard of a preview", async () => {
    const { world, stack } = await applied(codes(12));
    expect(await messageOf(stack.up(codes(12), { replace: names(8) }))).toMatch(/8 of 12.*MAX_DELETIONS=8/s);
    expect(world.changes).toEqual([]);
    await stack.up(codes(12), { replace: names(3) });
    expect(Number(stack.ids["QrCode c0"])).toBeGreaterThan(112);
    // What an earlier run replaced is no replacement of this one.
    expect((await stack.preview(`maxDeletions: 0\n${codes(12)}`)).changes).toEqual([]);
  });

  test("of an object that is gone warns of nothing: it is created", async () => {
    const { world, stack } = await applied(codes(12));
    for (const name of names(8)) world.account.qrs.delete(Number(stack.ids[name]));
    const { text } = await stack.preview(codes(12), { replace: names(8) });
    expect(text).not.toMatch(/printed copy/);
  });
});

test("a replacement that the config orders warns once", async () => {
  const { stack } = await applied("domains: { go: { domain: https://go.example.com } }\n");
  const { messages } = await stack.preview("domains: { go: { domain: https://to.example.com } }\n");
  const warnings = messages.filter((text) => text.startsWith("warning") && text.includes("go.example.com"));
  expect(warnings).toHaveLength(1);
});

describe("in a preview that `review` reads", () => {
  afterEach(() => void vi.unstubAllEnvs());
  const before =
    "domains: { go: { domain: https://go.example.com } }\n" +
    "campaigns: { launch: { name: Launch, slug: launch, public: true } }\n" +
    "channels: { spring: { name: Spring, items: [{ link: 4711 }] } }\n" +
    "qrCodes: { menu: { type: text, data: menu, name: Menu }, old: { type: text, data: old, name: Old } }\n";
  const after =
    "domains: { go: { domain: https://to.example.com } }\n" +
    "campaigns: { launch: { name: Launch, slug: summer, public: true } }\n" +
    "channels: { spring: { name: Spring } }\n" +
    "qrCodes: { menu: { type: text, data: menu, name: Menu } }\n";
  const warned = async (isInReview: boolean) => {
    const { stack } = await applied(before);
    if (isInReview) vi.stubEnv("LINK_MANAGEMENT_IN_REVIEW", "1");
    const { messages } = await stack.preview(after, { replace: ["QrCode menu"] });
    return messages.filter((text) => text.startsWith("warning")).join("\n");
  };

  test("nothing warns of what its rows say", async () => {
    const usual = await warned(false);
    for (const word of ["replaces", "breaks", "qrCodes.old", "Only the state"]) expect(usual).toContain(word);
    expect(await warned(true)).not.toMatch(/replaces|breaks|qrCodes\.|Only the state/);
  });
});

class Shop extends pulumi.ComponentResource {
  constructor(name: string, slug: string, options: pulumi.ComponentResourceOptions = {}) {
    super("shop:index:Shop", name, {}, options);
    new Campaign(`${name}-child`, { name: "Launch", slug, public: true }, { parent: this });
  }
}

test("an update below a renamed component, whose record the program does not find, warns like any other", async () => {
  const { stack } = await startStack({ up: () => void new Shop("old", "launch") });
  const renamed = () => void new Shop("new", "summer", { aliases: [{ name: "old" }] });
  const { changes, text } = await stack.preview(renamed);
  expect(changes).toEqual(["update Campaign new-child: slug"]);
  expect(text).toMatch(/warning: Campaign new-child: a change of slug breaks/);
  expect((await stack.up(renamed, DIRECTLY)).changes).toEqual(changes);
});

test("a link that the list shows in lower case stays manageable", async () => {
  const lowers: Habit = (request, serve) => () => {
    const response = serve();
    if (request.method !== "GET" || !request.path.startsWith("/api/urls")) return response;
    const text = JSON.stringify(response.body);
    return {
      ...response,
      body: JSON.parse(text.replaceAll("/Spring", "/spring").replaceAll('"Spring"', '"spring"')),
    };
  };
  const config = (url: string) => `links: { spring: { url: ${url}, alias: Spring } }\n`;
  const { world, stack } = await startStack({
    dialect: ALL_KINDS,
    habit: lowers,
    up: config("https://example.com/a"),
  });
  expect((await stack.preview(config("https://example.com/a"), { refresh: true })).changes).toEqual([]);
  await stack.up(config("https://example.com/b"));
  expect(world.account.links.get(Number(stack.ids["Link spring"]))).toMatchObject({
    url: "https://example.com/b",
  });
  await stack.destroy();
  expect(world.account.links.list().filter(({ custom }) => custom === "Spring")).toEqual([]);
});
