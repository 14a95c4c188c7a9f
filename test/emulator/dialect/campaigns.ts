// Campaigns and their URLs in responses.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

/** The list entries of a public and a private campaign. */
async function listEntries(api: ApiClient) {
  api.account.campaigns.create({ name: "Big Launch", slug: "launch", public: true });
  api.account.campaigns.create({ name: "Private", slug: "private" });
  const { campaigns } = (await api.get("/api/campaigns")).body.data;
  return campaigns.toReversed();
}

async function nameKeys(api: ApiClient) {
  const entries: object[] = await listEntries(api);
  return entries.flatMap(Object.keys).filter((key) => key === "name" || key === "domain");
}

/** The links of two campaigns after both got the same one. */
async function assignToBoth(api: ApiClient) {
  await listEntries(api);
  await api.post("/api/campaign/101/assign/4711");
  await api.post("/api/campaign/102/assign/4711");
  return api.account.campaigns.list().map(({ links }) => links);
}

export const campaigns = {
  campaignsPerLink: {
    many: [
      "a link can be in two campaigns",
      async (api) => expect(await assignToBoth(api)).toEqual([[4711], [4711]]),
    ],
    one: [
      "assigning a link to another campaign moves it",
      async (api) => expect(await assignToBoth(api)).toEqual([[], [4711]]),
    ],
  },
  campaignNameKey: {
    name: [
      "list entries have the name under `name`",
      async (api) => expect(await nameKeys(api)).toEqual(["name", "name"]),
    ],
    domain: [
      "list entries have the name under `domain`",
      async (api) => expect(await nameKeys(api)).toEqual(["domain", "domain"]),
    ],
    mixed: [
      "some list entries have the name under `name`, others under `domain`",
      async (api) => expect(await nameKeys(api)).toEqual(["domain", "name"]),
    ],
  },
  campaignResponseNameKey: {
    domain: [
      "a create and an update respond with the name under `domain`",
      async (api) => {
        expect((await api.post("/api/campaign/add", { name: "Launch" })).body.domain).toBe("Launch");
        expect((await api.put("/api/campaign/101/update", { name: "Start" })).body.domain).toBe("Start");
      },
    ],
    campaign: [
      "a create and an update respond with the name under `campaign`",
      async (api) => {
        expect((await api.post("/api/campaign/add", { name: "Launch" })).body.campaign).toBe("Launch");
        const { body } = await api.put("/api/campaign/101/update", { name: "Start" });
        expect([body.campaign, body.domain, body.name]).toEqual(["Start", undefined, undefined]);
      },
    ],
  },
  campaignListUrlFrom: {
    slug: [
      "the list URL contains the slug",
      async (api) => expect((await listEntries(api))[0].list).toBe("https://link.example/u/acme/launch-101"),
    ],
    name: [
      "the list URL contains the name, or the slug if there is no name",
      async (api) => {
        expect((await listEntries(api))[0].list).toBe("https://link.example/u/acme/big-launch-101");
        expect((await api.post("/api/campaign/add", { slug: "bare" })).body.list).toMatch("/u/acme/bare-103");
      },
    ],
  },
  privateCampaignRotator: {
    false: [
      "the rotator of a private campaign is false",
      async (api) => expect((await listEntries(api))[1].rotator).toBe(false),
    ],
    url: [
      "the rotator of a private campaign is its URL",
      async (api) => expect((await listEntries(api))[1].rotator).toBe("https://link.example/r/private"),
    ],
  },
  campaignUrlForm: {
    withScheme: [
      "URLs start with https://",
      async (api) => expect((await listEntries(api))[0].rotator).toBe("https://link.example/r/launch"),
    ],
    withoutScheme: [
      "URLs start with the host",
      async (api) =>
        expect((await listEntries(api))[0]).toMatchObject({
          rotator: "link.example/r/launch",
          list: "link.example/u/acme/launch-101",
        }),
    ],
  },
} satisfies Partial<KnobChecks>;
