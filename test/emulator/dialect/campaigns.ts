// How campaigns and their addresses look.
import { expect } from "vitest";
import type { Api } from "../support/api-client";
import type { Statements } from "./knob-checks";

/** A list entry of a public and of a private campaign. */
async function entries(api: Api) {
  api.account.campaigns.create({ name: "Big Launch", slug: "launch", public: true });
  api.account.campaigns.create({ name: "Private", slug: "private" });
  const { campaigns } = (await api.get("/api/campaigns")).body.data;
  return campaigns.toReversed();
}

async function nameKeys(api: Api) {
  const named = (entry: object) => Object.keys(entry).filter((key) => ["name", "domain"].includes(key));
  return (await entries(api)).flatMap(named);
}

export const campaigns = {
  campaignNameKey: {
    name: [
      "a list entry has its name under name",
      async (api) => expect(await nameKeys(api)).toEqual(["name", "name"]),
    ],
    domain: [
      "a list entry has its name under domain",
      async (api) => expect(await nameKeys(api)).toEqual(["domain", "domain"]),
    ],
    mixed: [
      "list entries have their names under either key",
      async (api) => expect(await nameKeys(api)).toEqual(["domain", "name"]),
    ],
  },
  listAddressFrom: {
    slug: [
      "the list address holds the slug",
      async (api) => expect((await entries(api))[0].list).toBe("https://link.example/u/acme/launch-101"),
    ],
    name: [
      "the list address holds the name, or the slug where there is none",
      async (api) => {
        expect((await entries(api))[0].list).toBe("https://link.example/u/acme/big-launch-101");
        expect((await api.post("/api/campaign/add", { slug: "bare" })).body.list).toMatch("/u/acme/bare-103");
      },
    ],
  },
  rotatorForPrivate: {
    false: [
      "the rotator of a private campaign is false",
      async (api) => expect((await entries(api))[1].rotator).toBe(false),
    ],
    address: [
      "the rotator of a private campaign is its address",
      async (api) => expect((await entries(api))[1].rotator).toBe("https://link.example/r/private"),
    ],
  },
  rotatorForm: {
    withScheme: [
      "addresses begin with https://",
      async (api) => expect((await entries(api))[0].rotator).toBe("https://link.example/r/launch"),
    ],
    withoutScheme: [
      "addresses begin with the host",
      async (api) =>
        expect((await entries(api))[0]).toMatchObject({
          rotator: "link.example/r/launch",
          list: "link.example/u/acme/launch-101",
        }),
    ],
  },
} satisfies Partial<Statements>;
