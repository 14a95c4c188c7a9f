// What happens to fields on their way into the account, and to doubles.
import { expect } from "vitest";
import type { Api } from "../support/api-client";
import type { Statements } from "./knob-checks";

const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };

/** Updates a full channel and returns it. */
async function updatedChannel(api: Api, body: unknown) {
  api.account.channels.create(channel);
  const { status } = await api.put("/api/channel/101/update", body);
  return { status, ...api.account.channels.get(101) };
}

async function twice(api: Api, path: string, body: unknown, second = body) {
  await api.post(path, body);
  return (await api.post(path, second)).status;
}

async function assignedTwice(api: Api) {
  api.account.channels.create(channel);
  api.account.campaigns.create({ name: "Launch" });
  const item = "/api/channel/101/assign/links/4711";
  const link = "/api/campaign/101/assign/4711";
  await api.post(item);
  await api.post(link);
  return {
    statuses: [(await api.post(item)).status, (await api.post(link)).status],
    items: (await api.get("/api/channel/101")).body.data.items.length,
    links: api.account.campaigns.get(101)?.links,
  };
}

async function names(api: Api) {
  await api.post("/api/channel/add", { name: " Spring " });
  await api.post("/api/pixel/add", { type: "forum", name: " Ads ", tag: " 1 " });
  await api.post("/api/campaign/add", { name: " Launch " });
  const { channels, pixels, campaigns } = api.account;
  return [channels.get(101)?.name, pixels.get(101)?.name, campaigns.get(101)?.name, pixels.get(101)?.tag];
}

const colour = async (api: Api) =>
  (await api.post("/api/channel/add", { name: "a", color: "#22aA66" })).body.color;

const rgb = (api: Api, background: string) =>
  api.post("/api/qr/add", { type: "text", data: "hi", background });

async function slug(api: Api, body: object) {
  return (await api.post("/api/campaign/add", { public: true, ...body })).body.rotator;
}

async function updatedQr(api: Api, type: string) {
  api.account.qrs.create({ type: "text", data: "hi" });
  const { status } = await api.put("/api/qr/101/update", { type, data: "new" });
  return [status, api.account.qrs.get(101)?.type];
}

async function deletedUnknown(api: Api) {
  const kinds = ["pixel", "domain", "channel", "campaign", "qr"];
  const replies = await Promise.all(kinds.map((kind) => api.delete(`/api/${kind}/9/delete`)));
  return replies.map(({ status }) => status);
}

export const writes = {
  updateMissingField: {
    kept: [
      "a field that an update does not name keeps its value",
      async (api) => expect(await updatedChannel(api, {})).toMatchObject({ status: 200, ...channel }),
    ],
    cleared: [
      "a field that an update does not name is cleared",
      async (api) => {
        expect(await updatedChannel(api, { name: "New" })).toMatchObject({
          status: 200,
          name: "New",
          description: "",
          color: "",
          starred: false,
        });
        api.account.pixels.create({ type: "forum", name: "Ads", tag: "1" });
        await api.put("/api/pixel/101/update", { tag: "2" });
        expect(api.account.pixels.get(101)).toMatchObject({ name: "", tag: "2" });
        api.account.campaigns.create({ slug: "launch", public: true });
        await api.put("/api/campaign/101/update", { name: "New" });
        expect(api.account.campaigns.get(101)).toMatchObject({
          public: false,
          slug: expect.not.stringMatching("launch"),
        });
        api.account.qrs.create({ type: "text", data: "hi", logo: "l.png", background: "rgb(1,1,1)" });
        await api.put("/api/qr/101/update", { data: "new" });
        expect(api.account.qrs.get(101)).toMatchObject({ logo: "", background: "" });
      },
    ],
  },
  emptyString: {
    cleared: [
      '"" and null clear a text',
      async (api) =>
        expect(await updatedChannel(api, { description: "", color: null })).toMatchObject({
          status: 200,
          name: "Spring",
          description: "",
          color: "",
        }),
    ],
    ignored: [
      '"" leaves a text as it is, also a name and the e-mail address',
      async (api) => {
        expect(await updatedChannel(api, { name: "", description: "", color: "" })).toMatchObject(channel);
        await api.put("/api/account/update", { email: "", password: "s3cret" });
        expect(api.account.profile.email).toBe("acme@example.com");
        expect((await api.put("/api/account/update", { email: "" })).status).toBe(400);
        expect((await api.post("/api/channel/add", { name: "New", color: "" })).body.color).toBe("");
      },
    ],
    refused: [
      '"" is refused',
      async (api) => {
        expect(await updatedChannel(api, { description: "" })).toMatchObject({ status: 400, ...channel });
        expect((await api.post("/api/channel/add", { name: "New", color: "" })).status).toBe(400);
      },
    ],
  },
  trimNames: {
    false: [
      "names keep their white space",
      async (api) => expect(await names(api)).toEqual([" Spring ", " Ads ", " Launch ", " 1 "]),
    ],
    true: [
      "names lose their outer white space",
      async (api) => expect(await names(api)).toEqual(["Spring", "Ads", "Launch", " 1 "]),
    ],
  },
  hexCase: {
    kept: ["hex colours stay as given", async (api) => expect(await colour(api)).toBe("#22aA66")],
    upper: ["hex colours get upper case", async (api) => expect(await colour(api)).toBe("#22AA66")],
    lower: ["hex colours get lower case", async (api) => expect(await colour(api)).toBe("#22aa66")],
  },
  rgbSpaces: {
    accepted: [
      "blanks in an rgb colour are accepted",
      async (api) => expect((await rgb(api, "rgb(1, 2, 3)")).status).toBe(200),
    ],
    refused: [
      "blanks in an rgb colour are refused",
      async (api) => {
        expect((await rgb(api, "rgb(1, 2, 3)")).status).toBe(400);
        expect((await rgb(api, "rgb(1,2,3)")).status).toBe(200);
      },
    ],
  },
  lowercaseSlugs: {
    false: [
      "slugs stay as given",
      async (api) => expect(await slug(api, { slug: "Launch" })).toBe("https://link.example/r/Launch"),
    ],
    true: [
      "slugs get lower case",
      async (api) => expect(await slug(api, { slug: "Launch" })).toBe("https://link.example/r/launch"),
    ],
  },
  domainSlash: {
    false: [
      "a domain stays as given",
      async (api) => {
        await api.post("/api/domain/add", { domain: "https://a.example" });
        await api.post("/api/domain/add", { domain: "https://b.example/" });
        const domains = api.account.domains.list().map(({ domain }) => domain);
        expect(domains).toEqual(["https://a.example", "https://b.example/"]);
      },
    ],
    added: [
      "a slash is added to a domain that has none",
      async (api) => {
        await api.post("/api/domain/add", { domain: "https://a.example" });
        await api.post("/api/domain/add", { domain: "https://b.example/" });
        const domains = api.account.domains.list().map(({ domain }) => domain);
        expect(domains).toEqual(["https://a.example/", "https://b.example/"]);
      },
    ],
  },
  domainDuplicates: {
    refused: [
      "a domain that the account has is refused, in whatever spelling",
      async (api) => {
        const [first, second] = [{ domain: "https://a.example" }, { domain: "https://A.example/" }];
        expect(await twice(api, "/api/domain/add", first, second)).toBe(400);
      },
    ],
    allowed: [
      "a domain can be there twice",
      async (api) => {
        expect(await twice(api, "/api/domain/add", { domain: "https://a.example" })).toBe(200);
        expect(api.account.domains.size).toBe(2);
      },
    ],
  },
  slugTaken: {
    refused: [
      "a slug that another campaign has is refused; its own is not",
      async (api) => {
        expect(await twice(api, "/api/campaign/add", { slug: "launch" })).toBe(400);
        expect(api.account.campaigns.size).toBe(1);
        expect((await api.put("/api/campaign/101/update", { name: "a", slug: "launch" })).status).toBe(200);
      },
    ],
    allowed: [
      "two campaigns can have one slug",
      async (api) => expect(await twice(api, "/api/campaign/add", { slug: "launch" })).toBe(200),
    ],
  },
  otherDuplicates: {
    allowed: [
      "pixels and channels can be there twice",
      async (api) => {
        expect(await twice(api, "/api/channel/add", { name: "a" })).toBe(200);
        expect(await twice(api, "/api/pixel/add", { type: "forum", name: "a", tag: "1" })).toBe(200);
      },
    ],
    refused: [
      "a second pixel with type and tag, or channel with the name, is refused, also by an update",
      async (api) => {
        expect(await twice(api, "/api/channel/add", { name: "a" })).toBe(400);
        expect(await twice(api, "/api/pixel/add", { type: "forum", name: "a", tag: "1" })).toBe(400);
        await api.post("/api/channel/add", { name: "b" });
        expect((await api.put("/api/channel/102/update", { name: "a" })).status).toBe(400);
        await api.post("/api/pixel/add", { type: "forum", name: "a", tag: "2" });
        expect((await api.put("/api/pixel/102/update", { tag: "1" })).status).toBe(400);
        expect((await api.put("/api/pixel/102/update", { tag: "2" })).status).toBe(200);
      },
    ],
  },
  slugWhenMissing: {
    generated: [
      "a campaign without slug gets a code, always the same for its id",
      async (api) => expect(await slug(api, { name: "Über uns" })).toMatch(/\/r\/[0-9a-z]{7}$/),
    ],
    fromName: [
      "a campaign without slug gets one from its name, or a code without a name",
      async (api) => {
        expect(await slug(api, { name: "Über uns!" })).toBe("https://link.example/r/uber-uns");
        expect(await slug(api, {})).toMatch(/\/r\/[0-9a-z]{7}$/);
      },
    ],
  },
  accountUpdateNeeds: {
    either: [
      "an account update needs the e-mail address or the password",
      async (api) => {
        expect((await api.put("/api/account/update", { email: "a@example.com" })).status).toBe(200);
        expect((await api.put("/api/account/update", { password: "s3cret" })).status).toBe(200);
      },
    ],
    both: [
      "an account update needs the e-mail address and the password",
      async (api) => {
        expect((await api.put("/api/account/update", { email: "a@example.com" })).status).toBe(400);
        const both = { email: "a@example.com", password: "s3cret" };
        expect((await api.put("/api/account/update", both)).status).toBe(200);
      },
    ],
  },
  qrTypeOnUpdate: {
    ignored: [
      "a type in a QR update is ignored, whatever it is",
      async (api) => expect(await updatedQr(api, "nonsense")).toEqual([200, "text"]),
    ],
    applied: [
      "a type in a QR update is applied",
      async (api) => expect(await updatedQr(api, "link")).toEqual([200, "link"]),
    ],
    refused: [
      "another type in a QR update is refused, the same one is not",
      async (api) => {
        expect(await updatedQr(api, "link")).toEqual([400, "text"]);
        expect((await api.put("/api/qr/101/update", { type: "text", data: "new" })).status).toBe(200);
      },
    ],
  },
  deleteUnknown: {
    error: [
      "a delete of an unknown id fails",
      async (api) => expect(await deletedUnknown(api)).toEqual([404, 404, 404, 404, 404]),
    ],
    success: [
      "a delete of an unknown id succeeds and changes nothing",
      async (api) => {
        expect(await deletedUnknown(api)).toEqual([200, 200, 200, 200, 200]);
        expect(api.emulator.log.some(({ changes }) => changes)).toBe(false);
      },
    ],
  },
  doubleAssign: {
    ignored: [
      "a repeated assignment succeeds and changes nothing",
      async (api) =>
        expect(await assignedTwice(api)).toEqual({ statuses: [200, 200], items: 1, links: [4711] }),
    ],
    error: [
      "a repeated assignment fails",
      async (api) =>
        expect(await assignedTwice(api)).toEqual({ statuses: [400, 400], items: 1, links: [4711] }),
    ],
    duplicateEntry: [
      "a repeated assignment makes a second entry",
      async (api) =>
        expect(await assignedTwice(api)).toEqual({ statuses: [200, 200], items: 2, links: [4711, 4711] }),
    ],
  },
} satisfies Partial<Statements>;
