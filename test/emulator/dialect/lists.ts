// Page sizes, list envelope and order.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

/** Creates channels with ids from 101, and returns the `data` of a list request. */
async function listChannels(api: ApiClient, query: string, count = 7) {
  for (let id = 101; id < 101 + count; id++) api.account.channels.create({ name: `Channel ${id}` });
  const { body } = await api.get(`/api/channels?${query}`);
  return body.data;
}

const ids = (data: { channels: { id: number }[] }) => data.channels.map(({ id }) => id);

export const lists = {
  maxPageSize: {
    100: [
      "a page has at most 100 objects",
      async (api) => {
        const data = await listChannels(api, "limit=1000", 101);
        expect([data.perpage, data.channels.length]).toEqual([100, 100]);
      },
    ],
    15: [
      "a page has at most 15 objects",
      async (api) => expect((await listChannels(api, "limit=100", 16)).channels).toHaveLength(15),
    ],
    3: [
      "a page has at most 3 objects, even without a limit",
      async (api) => {
        const data = await listChannels(api, "page=3");
        expect(data).toMatchObject({ result: 7, perpage: 3, currentpage: 3, maxpage: 3, nextpage: null });
        expect(ids(data)).toEqual([101]);
      },
    ],
  },
  defaultPageSize: {
    15: [
      "a page without a valid limit has 15 objects",
      async (api) => {
        expect((await listChannels(api, "", 16)).channels).toHaveLength(15);
        expect((await api.get("/api/channels?limit=-1&page=0")).body.data.perpage).toBe(15);
        expect((await api.get("/api/channels?limit=&page=x")).body.data.currentpage).toBe(1);
      },
    ],
    4: [
      "a page without a limit has 4 objects",
      async (api) => expect((await listChannels(api, "")).perpage).toBe(4),
    ],
  },
  limitParameter: {
    capped: [
      "a limit above the maximum is capped",
      async (api) => expect((await listChannels(api, "limit=500")).perpage).toBe(100),
    ],
    rejectedAboveMax: [
      "a limit above the maximum is rejected",
      async (api) => {
        expect((await api.get("/api/channels?limit=101")).status).toBe(400);
        expect((await api.get("/api/channels?limit=100")).status).toBe(200);
      },
    ],
    rejected: [
      "any limit is rejected",
      async (api) => {
        expect((await api.get("/api/channels?limit=1")).status).toBe(400);
        expect((await api.get("/api/channels?page=1")).status).toBe(200);
      },
    ],
  },
  nextpageOnLastPage: {
    null: [
      "nextpage is null on the last page",
      async (api) => {
        expect(await listChannels(api, "limit=5")).toMatchObject({ nextpage: 2 });
        expect((await api.get("/api/channels?limit=5&page=2")).body.data.nextpage).toBeNull();
      },
    ],
    absent: [
      "nextpage is absent on the last page",
      async (api) => expect(await listChannels(api, "limit=5&page=2")).not.toHaveProperty("nextpage"),
    ],
    zero: [
      "nextpage is 0 on the last page",
      async (api) => expect((await listChannels(api, "limit=5&page=2")).nextpage).toBe(0),
    ],
    same: [
      "nextpage is the last page itself on the last page",
      async (api) => expect((await listChannels(api, "limit=5&page=2")).nextpage).toBe(2),
    ],
    pastEnd: [
      "nextpage is past the end on the last page",
      async (api) => expect((await listChannels(api, "limit=5&page=2")).nextpage).toBe(3),
    ],
  },
  resultField: {
    total: [
      "result counts all objects",
      async (api) => expect((await listChannels(api, "limit=5")).result).toBe(7),
    ],
    onPage: [
      "result counts the objects on the page",
      async (api) => expect((await listChannels(api, "limit=5&page=2")).result).toBe(2),
    ],
  },
  maxpageField: {
    present: [
      "maxpage is the last page, 1 for an empty list",
      async (api) => {
        expect((await listChannels(api, "", 0)).maxpage).toBe(1);
        expect((await listChannels(api, "limit=2")).maxpage).toBe(4);
      },
    ],
    zeroWhenEmpty: [
      "maxpage is 0 for an empty list",
      async (api) => {
        expect((await listChannels(api, "", 0)).maxpage).toBe(0);
        expect((await listChannels(api, "")).maxpage).toBe(1);
      },
    ],
    absent: [
      "maxpage is absent",
      async (api) => expect(await listChannels(api, "")).not.toHaveProperty("maxpage"),
    ],
  },
  currentpageField: {
    present: [
      "currentpage is the requested page",
      async (api) => expect((await listChannels(api, "limit=2&page=3")).currentpage).toBe(3),
    ],
    absent: [
      "currentpage is absent",
      async (api) => expect(await listChannels(api, "")).not.toHaveProperty("currentpage"),
    ],
  },
  pageBeyondLast: {
    empty: [
      "a page beyond the last one is empty",
      async (api) => {
        const data = await listChannels(api, "page=9");
        expect(data).toMatchObject({ channels: [], currentpage: 9, maxpage: 1, nextpage: null, result: 7 });
      },
    ],
    lastPage: [
      "a page beyond the last one is replaced by the last one",
      async (api) => {
        const data = await listChannels(api, "limit=5&page=9");
        expect(data.currentpage).toBe(2);
        expect(ids(data)).toEqual([102, 101]);
      },
    ],
    error: [
      "a page beyond the last one is an error",
      async (api) => expect((await api.get("/api/channels?page=2")).status).toBe(404),
    ],
  },
  listOrder: {
    newestFirst: [
      "the newest object comes first",
      async (api) => expect(ids(await listChannels(api, "limit=3"))).toEqual([107, 106, 105]),
    ],
    oldestFirst: [
      "the oldest object comes first",
      async (api) => expect(ids(await listChannels(api, "limit=3"))).toEqual([101, 102, 103]),
    ],
  },
} satisfies Partial<KnobChecks>;
