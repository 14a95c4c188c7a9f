// `options:` of entries, and `defaults:` of a file, through the real CLI.
import { expect, test } from "vitest";
import { acme, configured, holdings, ids, plan, upOf, writes } from "./support";

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

test("changes are ignored, an object outlives its entry, and a protected one is not deleted", async () => {
  const project = await configured({});
  await project.config(config({}));
  await upOf(project);
  project.emulator.clearLog();

  await project.config(config({ pixel: "Other" }));
  expect(await plan(project)).toEqual([]);

  await project.config(config({ campaigns: "{}" }));
  const refused = await project.try("up", "--yes");
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain("protect");

  await project.config(config({ channels: "{}" }));
  await project.pulumi("up", "--yes");
  expect(Object.keys(await ids(project)).sort()).toEqual(["Campaign launch", "Pixel ads"]);
  expect(holdings(project)).toMatchObject({ pixels: 1, channels: 1, campaigns: 1 });
  expect(writes(project)).toEqual({});
});

test("what becomes of existing objects is said for the file, and otherwise for an entry", async () => {
  const project = await configured({});
  const planted = acme(project);
  planted.domains.create({ domain: "https://go.example.com", redirectroot: "https://old.example.com" });
  planted.channels.create({ name: "Spring" });
  await project.config(`
defaults: { onExisting: adopt }
domains: { go: { domain: https://go.example.com, redirectRoot: https://example.com } }
channels: { spring: { name: Spring, options: { onExisting: duplicate } } }
`);
  expect(await project.pulumi("preview")).toMatch(
    /Domain https:\/\/go\.example\.com: the account already holds this object with id \d+; it is taken over and updated \(redirectRoot\).*renamedFrom/,
  );
  await upOf(project);
  expect(holdings(project)).toMatchObject({ domains: 1, channels: 2 });
  expect(planted.domains.list()).toMatchObject([{ redirectroot: "https://example.com" }]);
});
