// Names, slugs and pixel types: what the service rewrites and rejects.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

async function addNamed(api: ApiClient, name: string) {
  const created = await api.post("/api/channel/add", { name });
  await api.post("/api/pixel/add", { type: "gapixel", name, tag: name });
  await api.post("/api/campaign/add", { name });
  return created;
}

/** The names in the lists of channels, pixels and campaigns. */
async function listedNames(api: ApiClient): Promise<string[]> {
  const lists = ["channels", "pixels", "campaigns"].map(async (key) => {
    const { body } = await api.get(`/api/${key}`);
    return body.data[key][0].name;
  });
  return Promise.all(lists);
}

async function namesAfter(api: ApiClient, name: string) {
  await addNamed(api, name);
  return listedNames(api);
}

/** Statuses of a second channel and campaign of that name, and of updates that take it. */
async function takeName(api: ApiClient, name: string, taken: string) {
  const statuses: number[] = [];
  for (const kind of ["channel", "campaign"]) {
    await api.post(`/api/${kind}/add`, { name });
    statuses.push((await api.post(`/api/${kind}/add`, { name: taken })).status);
    const { body } = await api.post(`/api/${kind}/add`, { name: "Other" });
    statuses.push((await api.put(`/api/${kind}/${body.id}/update`, { name: taken })).status);
    expect((await api.put(`/api/${kind}/${body.id}/update`, { name: "Other" })).status).toBe(200);
  }
  return statuses;
}

async function slugOf(api: ApiClient, slug: string) {
  const { body } = await api.post("/api/campaign/add", { name: "Launch", slug, public: true });
  return body.rotator?.split("/").at(-1);
}

/** Statuses of creates with a documented type, the name of its network, and a type that has only one name. */
async function typeStatuses(api: ApiClient) {
  const add = async (type: string) =>
    (await api.post("/api/pixel/add", { type, name: type, tag: type })).status;
  return [await add("forum"), await add("reddit"), await add("fbpixel")];
}

async function listedTypes(api: ApiClient) {
  for (const type of ["forum", "reddit", "fbpixel"])
    api.account.pixels.create({ type, name: type, tag: type });
  const { pixels } = (await api.get("/api/pixels")).body.data;
  return pixels.map(({ type }: { type: string }) => type).toReversed();
}

export const names = {
  nameCase: {
    kept: [
      "names keep their case",
      async (api) => expect(await namesAfter(api, "sPring")).toEqual(["sPring", "sPring", "sPring"]),
    ],
    firstUpper: [
      "names begin with an upper-case letter",
      async (api) => expect(await namesAfter(api, "sPring")).toEqual(["SPring", "SPring", "SPring"]),
    ],
    lower: [
      "names are in lower case",
      async (api) => expect(await namesAfter(api, "sPring")).toEqual(["spring", "spring", "spring"]),
    ],
  },
  namesRewritten: {
    whenStored: [
      "a create returns the name that lists show",
      async (api) => {
        api.emulator.setDialect({ nameCase: "lower" });
        expect((await addNamed(api, "Spring")).body.name).toBe("spring");
        expect(await listedNames(api)).toEqual(["spring", "spring", "spring"]);
      },
    ],
    inLists: [
      "a create returns the name as sent, and lists show another spelling",
      async (api) => {
        api.emulator.setDialect({ nameCase: "lower", trimNames: true });
        expect((await addNamed(api, " Spring")).body.name).toBe(" Spring");
        expect(await listedNames(api)).toEqual(["spring", "spring", "spring"]);
      },
    ],
  },
  minNameLength: {
    1: [
      "a name can have one character",
      async (api) => expect((await api.post("/api/channel/add", { name: "a" })).status).toBe(200),
    ],
    2: [
      "the name of a channel or campaign needs two characters",
      async (api) => {
        expect((await api.post("/api/channel/add", { name: " a " })).status).toBe(400);
        expect((await api.post("/api/campaign/add", { name: "a" })).status).toBe(400);
        expect((await api.post("/api/campaign/add", {})).status).toBe(200);
        expect((await api.post("/api/channel/add", { name: "ab" })).status).toBe(200);
        expect((await api.post("/api/pixel/add", { type: "gapixel", name: "a", tag: "1" })).status).toBe(200);
      },
    ],
  },
  duplicateNames: {
    allowed: [
      "channels and campaigns can share a name",
      async (api) => expect(await takeName(api, "Spring", "Spring")).toEqual([200, 200, 200, 200]),
    ],
    rejected: [
      "the name of another channel or campaign is rejected in the same case",
      async (api) => {
        expect(await takeName(api, "Spring", "Spring")).toEqual([400, 400, 400, 400]);
        expect((await api.post("/api/channel/add", { name: "SPRING" })).status).toBe(200);
      },
    ],
    rejectedIgnoringCase: [
      "the name of another channel or campaign is rejected in any case",
      async (api) => {
        expect(await takeName(api, "Spring", "SPRING")).toEqual([400, 400, 400, 400]);
        expect((await api.post("/api/channel/add", { name: "spring" })).body.message).toBe(
          "You already have a channel with this name.",
        );
      },
    ],
  },
  slugCharacters: {
    kept: [
      "slugs keep their characters",
      async (api) => expect(await slugOf(api, "Summer_Sale")).toBe("Summer_Sale"),
    ],
    slugified: [
      "slugs have lower-case letters, digits and dashes",
      async (api) => expect(await slugOf(api, "Summer Sale!")).toBe("summer-sale"),
    ],
  },
  pixelTypes: {
    documented: [
      "only the documented types are accepted",
      async (api) => expect(await typeStatuses(api)).toEqual([200, 400, 200]),
    ],
    networks: [
      "only the networks' own types are accepted",
      async (api) => expect(await typeStatuses(api)).toEqual([400, 200, 200]),
    ],
    both: [
      "both types are accepted",
      async (api) => expect(await typeStatuses(api)).toEqual([200, 200, 200]),
    ],
  },
  shownPixelTypes: {
    asSent: [
      "lists show the type as it was sent",
      async (api) => expect(await listedTypes(api)).toEqual(["forum", "reddit", "fbpixel"]),
    ],
    documented: [
      "lists show the documented type",
      async (api) => expect(await listedTypes(api)).toEqual(["forum", "forum", "fbpixel"]),
    ],
    networks: [
      "lists show the network's own type",
      async (api) => expect(await listedTypes(api)).toEqual(["reddit", "reddit", "fbpixel"]),
    ],
  },
} satisfies Partial<KnobChecks>;
