// `options:` of entries, and `defaults:` of a file, through the real CLI.
import { expect, test } from "vitest";
import { acme, configured, ids, objectCounts, plan, upOf, writes } from "./support";

interface Parts {
  pixel?: string;
  channels?: string;
  campaigns?: string;
}

const config = ({
  pixel = "Ads",
  channels = "{ spring: { name: Spring, options: { retainOnDelete: true } } }",
  campaigns = "{ launch: { name: Launch, slug: launch, options: { protect: true } } }",
}: Parts) => `
pixels: { ads: { type: fbpixel, name: ${pixel}, tag: "1", options: { ignoreChanges: [name] } } }
channels: ${channels}
campaigns: ${campaigns}
`;

test("ignoreChanges, retainOnDelete and protect work", async () => {
  const project = await configured({});
  await project.config(config({}));
  await upOf(project);
  project.emulator.clearLog();

  await project.config(config({ pixel: "Other" }));
  expect(await plan(project)).toEqual([]);

  await project.config(config({ campaigns: "{}" }));
  const rejected = await project.try("up", "--yes");
  expect(rejected.code).not.toBe(0);
  expect(rejected.output).toContain("protect");

  await project.config(config({ channels: "{}" }));
  await project.pulumi("up", "--yes");
  expect(Object.keys(await ids(project)).sort()).toEqual(["Campaign launch", "Pixel ads"]);
  expect(objectCounts(project)).toMatchObject({ pixels: 1, channels: 1, campaigns: 1 });
  expect(writes(project)).toEqual({});
});

test("onExisting is set for the file, and differently for one entry", async () => {
  const project = await configured({});
  const account = acme(project);
  account.domains.create({ domain: "https://go.example.com", redirectroot: "https://old.example.com" });
  account.channels.create({ name: "Spring" });
  await project.config(`
defaults: { onExisting: overwrite }
domains: { go: { domain: https://go.example.com, redirectRoot: https://example.com } }
channels: { spring: { name: Spring, options: { onExisting: duplicate } } }
`);
  expect(await project.pulumi("preview")).toMatch(/domains\.go \(.*\): adopts id \d+, updates redirectRoot/);
  await upOf(project);
  expect(objectCounts(project)).toMatchObject({ domains: 1, channels: 2 });
  expect(account.domains.list()).toMatchObject([{ redirectroot: "https://example.com" }]);
});
