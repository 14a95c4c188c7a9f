// What the service does with the fields of a request.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };

/** Updates a channel that has all fields, and returns the status and the channel. */
async function updateChannel(api: ApiClient, body: unknown) {
  api.account.channels.create(channel);
  const { status } = await api.put("/api/channel/101/update", body);
  return { status, ...api.account.channels.get(101) };
}

async function storedNames(api: ApiClient) {
  await api.post("/api/channel/add", { name: " Spring " });
  await api.post("/api/pixel/add", { type: "forum", name: " Ads ", tag: " 1 " });
  await api.post("/api/campaign/add", { name: " Launch " });
  const { channels, pixels, campaigns } = api.account;
  return [channels.get(101)?.name, pixels.get(101)?.name, campaigns.get(101)?.name, pixels.get(101)?.tag];
}

async function storedDomains(api: ApiClient) {
  await api.post("/api/domain/add", { domain: "https://a.example" });
  await api.post("/api/domain/add", { domain: "https://b.example/" });
  return api.account.domains.list().map(({ domain }) => domain);
}

const storedColor = async (api: ApiClient) =>
  (await api.post("/api/channel/add", { name: "a", color: "#22aA66" })).body.color;

const addQrWithBackground = (api: ApiClient, background: string) =>
  api.post("/api/qr/add", { type: "text", data: "hi", background });

/** The rotator URL of a new campaign. Its path has the slug. */
async function rotatorOf(api: ApiClient, fields: object) {
  return (await api.post("/api/campaign/add", { public: true, ...fields })).body.rotator;
}

/** Status of an update of a QR code with the type "text", and its type after the update. */
async function updateQrType(api: ApiClient, type: string) {
  api.account.qrs.create({ type: "text", data: "hi" });
  const { status } = await api.put("/api/qr/101/update", { type, data: "new" });
  return [status, api.account.qrs.get(101)?.type];
}

export const fields = {
  omittedUpdateField: {
    kept: [
      "an omitted field keeps its value",
      async (api) => expect(await updateChannel(api, {})).toMatchObject({ status: 200, ...channel }),
    ],
    cleared: [
      "an omitted field is cleared",
      async (api) => {
        expect(await updateChannel(api, { name: "New" })).toMatchObject({
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
      '"" and null clear a text field',
      async (api) =>
        expect(await updateChannel(api, { description: "", color: null })).toMatchObject({
          status: 200,
          name: "Spring",
          description: "",
          color: "",
        }),
    ],
    ignored: [
      '"" does not change a text field, a name or the email address',
      async (api) => {
        expect(await updateChannel(api, { name: "", description: "", color: "" })).toMatchObject(channel);
        await api.put("/api/account/update", { email: "", password: "s3cret" });
        expect(api.account.profile.email).toBe("acme@example.com");
        expect((await api.put("/api/account/update", { email: "" })).status).toBe(400);
        expect((await api.post("/api/channel/add", { name: "New", color: "" })).body.color).toBe("");
      },
    ],
    rejected: [
      '"" is rejected',
      async (api) => {
        expect(await updateChannel(api, { description: "" })).toMatchObject({ status: 400, ...channel });
        expect((await api.post("/api/channel/add", { name: "New", color: "" })).status).toBe(400);
      },
    ],
  },
  trimNames: {
    false: [
      "names keep their white space",
      async (api) => expect(await storedNames(api)).toEqual([" Spring ", " Ads ", " Launch ", " 1 "]),
    ],
    true: [
      "names lose leading and trailing white space, tags keep it",
      async (api) => expect(await storedNames(api)).toEqual(["Spring", "Ads", "Launch", " 1 "]),
    ],
  },
  hexColorCase: {
    kept: ["hex colors are stored as given", async (api) => expect(await storedColor(api)).toBe("#22aA66")],
    upper: [
      "hex colors are stored in upper case",
      async (api) => expect(await storedColor(api)).toBe("#22AA66"),
    ],
    lower: [
      "hex colors are stored in lower case",
      async (api) => expect(await storedColor(api)).toBe("#22aa66"),
    ],
  },
  rgbColorSpaces: {
    accepted: [
      "an rgb color may contain spaces",
      async (api) => expect((await addQrWithBackground(api, "rgb(1, 2, 3)")).status).toBe(200),
    ],
    rejected: [
      "an rgb color with spaces is rejected",
      async (api) => {
        expect((await addQrWithBackground(api, "rgb(1, 2, 3)")).status).toBe(400);
        expect((await addQrWithBackground(api, "rgb(1,2,3)")).status).toBe(200);
      },
    ],
  },
  lowercaseSlugs: {
    false: [
      "slugs are stored as given",
      async (api) => expect(await rotatorOf(api, { slug: "Launch" })).toBe("https://link.example/r/Launch"),
    ],
    true: [
      "slugs are stored in lower case",
      async (api) => expect(await rotatorOf(api, { slug: "Launch" })).toBe("https://link.example/r/launch"),
    ],
  },
  domainTrailingSlash: {
    kept: [
      "a domain is stored as given",
      async (api) => expect(await storedDomains(api)).toEqual(["https://a.example", "https://b.example/"]),
    ],
    added: [
      "a domain without a trailing slash gets one",
      async (api) => expect(await storedDomains(api)).toEqual(["https://a.example/", "https://b.example/"]),
    ],
  },
  defaultSlug: {
    generated: [
      "a campaign without a slug gets a generated code",
      async (api) => expect(await rotatorOf(api, { name: "Über uns" })).toMatch(/\/r\/[0-9a-z]{7}$/),
    ],
    fromName: [
      "a campaign without a slug gets one from its name, or a code if it has no name",
      async (api) => {
        expect(await rotatorOf(api, { name: "Über uns!" })).toBe("https://link.example/r/uber-uns");
        expect(await rotatorOf(api, {})).toMatch(/\/r\/[0-9a-z]{7}$/);
      },
    ],
  },
  accountUpdateRequires: {
    either: [
      "an account update requires the email address or the password",
      async (api) => {
        expect((await api.put("/api/account/update", { email: "a@example.com" })).status).toBe(200);
        expect((await api.put("/api/account/update", { password: "s3cret" })).status).toBe(200);
      },
    ],
    both: [
      "an account update requires the email address and the password",
      async (api) => {
        expect((await api.put("/api/account/update", { email: "a@example.com" })).status).toBe(400);
        const both = { email: "a@example.com", password: "s3cret" };
        expect((await api.put("/api/account/update", both)).status).toBe(200);
      },
    ],
  },
  qrTypeOnUpdate: {
    ignored: [
      "a type in a QR code update is ignored, even an invalid one",
      async (api) => expect(await updateQrType(api, "nonsense")).toEqual([200, "text"]),
    ],
    applied: [
      "a type in a QR code update is applied",
      async (api) => expect(await updateQrType(api, "link")).toEqual([200, "link"]),
    ],
    rejected: [
      "a different type in a QR code update is rejected, the same type is not",
      async (api) => {
        expect(await updateQrType(api, "link")).toEqual([400, "text"]);
        expect((await api.put("/api/qr/101/update", { type: "text", data: "new" })).status).toBe(200);
      },
    ],
  },
} satisfies Partial<KnobChecks>;
