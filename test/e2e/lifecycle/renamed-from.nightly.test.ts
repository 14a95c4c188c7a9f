// `renamedFrom:`: a key changes and nothing else does, neither on the account nor of what is named by the key.
import { expect, test } from "vitest";
import { configured, ids, plan, upOf, writes } from "./support";

const BEFORE = `
pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1234567890" } }
domains: { go: { domain: https://go.example.com } }
qrCodes: { menu: { type: link, data: https://example.com/menu } }
channels: { spring: { name: Spring, items: [{ qr: menu }, { link: 4711 }, { bio: 12 }] } }
campaigns: { launch: { name: Launch, slug: launch, links: [4711, 4712] } }
`;

const renamed = (from: (key: string) => string) => `
pixels: { new-ads: { type: fbpixel, name: Shop ads, tag: "1234567890"${from("ads")} } }
domains: { new-go: { domain: https://go.example.com${from("go")} } }
qrCodes: { new-menu: { type: link, data: https://example.com/menu${from("menu")} } }
channels: { new-spring: { name: Spring, items: [{ qr: new-menu }, { link: 4711 }, { bio: 12 }]${from("spring")} } }
campaigns: { new-launch: { name: Launch, slug: launch, links: [4711, 4712]${from("launch")} } }
`;

/** The names after the change, by those before. */
const newName = (name: string) =>
  name.replace(/ (ads|go|menu|spring|launch)/, " new-$1").replace("/qr/menu", "/qr/new-menu");

test("the entry, its items and links, and items that refer to it keep their state, and nothing is sent", async () => {
  const project = await configured({});
  await project.config(BEFORE);
  await upOf(project);
  const before = await ids(project);
  const item = await project.resource("ChannelItem", "spring/qr/menu");
  project.emulator.clearLog();

  await project.config(renamed((key) => `, renamedFrom: ${key}`));
  expect(await plan(project)).toEqual([]);
  await project.pulumi("up", "--yes", "--expect-no-changes");
  const after = Object.fromEntries(Object.entries(before).map(([name, id]) => [newName(name), id]));
  expect(await ids(project)).toEqual(after);
  expect((await project.resource("ChannelItem", "new-spring/qr/new-menu")).outputs).toEqual(item.outputs);

  await project.config(renamed(() => ""));
  await project.pulumi("up", "--yes", "--refresh", "--expect-no-changes");
  expect(await ids(project)).toEqual(after);
  expect(writes(project)).toEqual({});
});

test("options.aliases does the same, by key and by URN", async () => {
  const project = await configured({});
  await project.config(BEFORE);
  await upOf(project);
  const before = await ids(project);
  project.emulator.clearLog();

  const urn = (type: string, key: string) =>
    `"urn:pulumi:test::test::pulumi-nodejs:dynamic/link-management:${type}::${key}"`;
  const aliases: Record<string, string> = { spring: urn("Channel", "spring"), menu: urn("QrCode", "menu") };
  await project.config(renamed((key) => `, options: { aliases: [${aliases[key] ?? key}] }`));
  await project.pulumi("up", "--yes", "--expect-no-changes");
  expect(await ids(project)).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, id]) => [newName(name), id])),
  );
  expect(writes(project)).toEqual({});
});
