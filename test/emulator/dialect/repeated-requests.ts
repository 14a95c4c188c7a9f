// Requests for what already exists, is already assigned, or is already deleted.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

/** Sends two requests and returns the status of the second one. */
async function postTwice(api: ApiClient, path: string, first: unknown, second = first) {
  await api.post(path, first);
  return (await api.post(path, second)).status;
}

async function assignTwice(api: ApiClient) {
  api.account.channels.create({ name: "Spring" });
  api.account.campaigns.create({ name: "Launch" });
  const item = "/api/channel/101/assign/links/4711";
  const link = "/api/campaign/101/assign/4711";
  return {
    statuses: [await postTwice(api, item, undefined), await postTwice(api, link, undefined)],
    items: (await api.get("/api/channel/101")).body.data.items.length,
    links: api.account.campaigns.get(101)?.links,
  };
}

async function deleteUnknownIds(api: ApiClient) {
  const types = ["pixel", "domain", "channel", "campaign", "qr"];
  const responses = await Promise.all(types.map((type) => api.delete(`/api/${type}/9/delete`)));
  return responses.map(({ status }) => status);
}

export const repeatedRequests = {
  duplicateDomains: {
    rejected: [
      "a duplicate domain is rejected, whatever its case and trailing slash",
      async (api) => {
        const [first, second] = [{ domain: "https://a.example" }, { domain: "https://A.example/" }];
        expect(await postTwice(api, "/api/domain/add", first, second)).toBe(400);
      },
    ],
    allowed: [
      "a duplicate domain is allowed",
      async (api) => {
        expect(await postTwice(api, "/api/domain/add", { domain: "https://a.example" })).toBe(200);
        expect(api.account.domains.size).toBe(2);
      },
    ],
  },
  duplicateSlugs: {
    rejected: [
      "the slug of another campaign is rejected, a campaign's own slug is not",
      async (api) => {
        expect(await postTwice(api, "/api/campaign/add", { slug: "launch" })).toBe(400);
        expect(api.account.campaigns.size).toBe(1);
        expect((await api.put("/api/campaign/101/update", { name: "a", slug: "launch" })).status).toBe(200);
      },
    ],
    allowed: [
      "two campaigns can have the same slug",
      async (api) => expect(await postTwice(api, "/api/campaign/add", { slug: "launch" })).toBe(200),
    ],
  },
  duplicatePixelsAndChannels: {
    allowed: [
      "duplicate pixels and channels are allowed",
      async (api) => {
        expect(await postTwice(api, "/api/channel/add", { name: "a" })).toBe(200);
        expect(await postTwice(api, "/api/pixel/add", { type: "forum", name: "a", tag: "1" })).toBe(200);
      },
    ],
    rejected: [
      "a pixel with a known type and tag, or a channel with a known name, is rejected in creates and updates",
      async (api) => {
        expect(await postTwice(api, "/api/channel/add", { name: "a" })).toBe(400);
        expect(await postTwice(api, "/api/pixel/add", { type: "forum", name: "a", tag: "1" })).toBe(400);
        await api.post("/api/channel/add", { name: "b" });
        expect((await api.put("/api/channel/102/update", { name: "a" })).status).toBe(400);
        await api.post("/api/pixel/add", { type: "forum", name: "a", tag: "2" });
        expect((await api.put("/api/pixel/102/update", { tag: "1" })).status).toBe(400);
        expect((await api.put("/api/pixel/102/update", { tag: "2" })).status).toBe(200);
      },
    ],
  },
  deleteUnknownId: {
    error: [
      "deleting an unknown id fails",
      async (api) => expect(await deleteUnknownIds(api)).toEqual([404, 404, 404, 404, 404]),
    ],
    success: [
      "deleting an unknown id succeeds and changes nothing",
      async (api) => {
        expect(await deleteUnknownIds(api)).toEqual([200, 200, 200, 200, 200]);
        expect(api.emulator.log.some(({ changes }) => changes)).toBe(false);
      },
    ],
  },
  repeatedAssignment: {
    ignored: [
      "a repeated assignment succeeds and changes nothing",
      async (api) =>
        expect(await assignTwice(api)).toEqual({ statuses: [200, 200], items: 1, links: [4711] }),
    ],
    error: [
      "a repeated assignment fails",
      async (api) =>
        expect(await assignTwice(api)).toEqual({ statuses: [400, 400], items: 1, links: [4711] }),
    ],
    duplicateEntry: [
      "a repeated assignment adds a second entry",
      async (api) =>
        expect(await assignTwice(api)).toEqual({ statuses: [200, 200], items: 2, links: [4711, 4711] }),
    ],
  },
} satisfies Partial<KnobChecks>;
