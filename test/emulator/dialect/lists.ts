// Page sizes, the list envelope and order.
import { expect } from "vitest";
import type { Api } from "../support/api-client";
import type { Statements } from "./knob-checks";

/** The data of a list of seven channels, ids 101 to 107, or of none. */
async function channels(api: Api, query: string, count = 7) {
  for (let id = 101; id < 101 + count; id++) api.account.channels.create({ name: `Channel ${id}` });
  const { body } = await api.get(`/api/channels?${query}`);
  return body.data;
}

const ids = (data: { channels: { id: number }[] }) => data.channels.map(({ id }) => id);

export const lists = {
  pageCap: {
    100: [
      "a page holds 100 at most",
      async (api) => {
        const data = await channels(api, "limit=1000", 101);
        expect([data.perpage, data.channels.length]).toEqual([100, 100]);
      },
    ],
    15: [
      "a page holds 15 at most",
      async (api) => expect((await channels(api, "limit=100", 16)).channels).toHaveLength(15),
    ],
    3: [
      "a page holds 3 at most, also by default",
      async (api) => {
        const data = await channels(api, "page=3");
        expect(data).toMatchObject({ result: 7, perpage: 3, currentpage: 3, maxpage: 3, nextpage: null });
        expect(ids(data)).toEqual([101]);
      },
    ],
  },
  defaultPageSize: {
    15: [
      "a page without limit, or with one that is no number, holds 15",
      async (api) => {
        expect((await channels(api, "", 16)).channels).toHaveLength(15);
        expect((await api.get("/api/channels?limit=-1&page=0")).body.data.perpage).toBe(15);
        expect((await api.get("/api/channels?limit=&page=x")).body.data.currentpage).toBe(1);
      },
    ],
    4: ["a page without limit holds 4", async (api) => expect((await channels(api, "")).perpage).toBe(4)],
  },
  limitRefused: {
    never: [
      "a limit above the cap is capped",
      async (api) => expect((await channels(api, "limit=500")).perpage).toBe(100),
    ],
    aboveCap: [
      "a limit above the cap is refused",
      async (api) => {
        expect((await api.get("/api/channels?limit=101")).status).toBe(400);
        expect((await api.get("/api/channels?limit=100")).status).toBe(200);
      },
    ],
    always: [
      "any limit is refused",
      async (api) => {
        expect((await api.get("/api/channels?limit=1")).status).toBe(400);
        expect((await api.get("/api/channels?page=1")).status).toBe(200);
      },
    ],
  },
  pageEnd: {
    null: [
      "nextpage is null on the last page",
      async (api) => {
        expect(await channels(api, "limit=5")).toMatchObject({ nextpage: 2 });
        expect((await api.get("/api/channels?limit=5&page=2")).body.data.nextpage).toBeNull();
      },
    ],
    absent: [
      "nextpage is missing on the last page",
      async (api) => expect(await channels(api, "limit=5&page=2")).not.toHaveProperty("nextpage"),
    ],
    zero: [
      "nextpage is 0 on the last page",
      async (api) => expect((await channels(api, "limit=5&page=2")).nextpage).toBe(0),
    ],
    same: [
      "nextpage is the last page itself",
      async (api) => expect((await channels(api, "limit=5&page=2")).nextpage).toBe(2),
    ],
    pastEnd: [
      "nextpage points behind the last page",
      async (api) => expect((await channels(api, "limit=5&page=2")).nextpage).toBe(3),
    ],
  },
  resultMeans: {
    total: [
      "result counts all objects",
      async (api) => expect((await channels(api, "limit=5")).result).toBe(7),
    ],
    onPage: [
      "result counts the objects of the page",
      async (api) => expect((await channels(api, "limit=5&page=2")).result).toBe(2),
    ],
  },
  maxpageForm: {
    present: [
      "maxpage is the last page, 1 for an empty list",
      async (api) => {
        expect((await channels(api, "", 0)).maxpage).toBe(1);
        expect((await channels(api, "limit=2")).maxpage).toBe(4);
      },
    ],
    zeroWhenEmpty: [
      "maxpage is 0 for an empty list",
      async (api) => {
        expect((await channels(api, "", 0)).maxpage).toBe(0);
        expect((await channels(api, "")).maxpage).toBe(1);
      },
    ],
    absent: [
      "maxpage is missing",
      async (api) => expect(await channels(api, "")).not.toHaveProperty("maxpage"),
    ],
  },
  currentpageForm: {
    present: [
      "currentpage is the page that was asked for",
      async (api) => expect((await channels(api, "limit=2&page=3")).currentpage).toBe(3),
    ],
    absent: [
      "currentpage is missing",
      async (api) => expect(await channels(api, "")).not.toHaveProperty("currentpage"),
    ],
  },
  pageBeyondEnd: {
    empty: [
      "a page after the last one is empty",
      async (api) => {
        const data = await channels(api, "page=9");
        expect(data).toMatchObject({ channels: [], currentpage: 9, maxpage: 1, nextpage: null, result: 7 });
      },
    ],
    lastPage: [
      "a page after the last one is the last one",
      async (api) => {
        const data = await channels(api, "limit=5&page=9");
        expect(data.currentpage).toBe(2);
        expect(ids(data)).toEqual([102, 101]);
      },
    ],
    error: [
      "a page after the last one is refused",
      async (api) => expect((await api.get("/api/channels?page=2")).status).toBe(404),
    ],
  },
  order: {
    newestFirst: [
      "the newest comes first",
      async (api) => expect(ids(await channels(api, "limit=3"))).toEqual([107, 106, 105]),
    ],
    oldestFirst: [
      "the oldest comes first",
      async (api) => expect(ids(await channels(api, "limit=3"))).toEqual([101, 102, 103]),
    ],
  },
} satisfies Partial<Statements>;
