import { expect, test } from "vitest";
import {
  ENTRY,
  type EntryPlan,
  type EntryRequest,
  entryName,
  planOf,
  takeRequest,
  toText,
} from "../../src/kind/entry";
import { Account, CampaignLink, ChannelItem, QrCode } from "../../src/resources/classes";

const REQUEST: EntryRequest = {
  entry: "pixels.ads",
  isPreview: true,
  accounts: ["1"],
  ownId: "5",
  managedIds: { "1": ["5", "6"] },
  onExisting: { id: 7 },
  pending: "decided",
};

test("the engine hides the input, because its name begins with two underscores", () => {
  expect(ENTRY).toBe("__entry");
});

test("takes the request out of the inputs", () => {
  expect(takeRequest({ name: "Ads", [ENTRY]: toText(REQUEST) })).toEqual({
    request: REQUEST,
    inputs: { name: "Ads" },
  });
});

test.each([undefined, "", 5, null])("assumes an update without a state if the request is %j", (text) => {
  expect(takeRequest({ name: "Ads", [ENTRY]: text })).toEqual({
    request: { entry: "", isPreview: false, accounts: [] },
    inputs: { name: "Ads" },
  });
});

test("keeps the defaults of a request that lacks them", () => {
  expect(takeRequest({ [ENTRY]: '{"entry":"pixels.ads"}' }).request).toEqual({
    entry: "pixels.ads",
    isPreview: false,
    accounts: [],
  });
});

test.each<EntryPlan>([
  {},
  { adopt: "5" },
  { adopt: "5", changed: ["name"] },
  { adoptsExisting: true },
  { resolvesPending: true },
  { collision: { kind: "managed", ids: ["5"] } },
])("reads the plan %j back from the inputs", (plan) => {
  expect(planOf({ name: "Ads", [ENTRY]: toText(plan) })).toEqual(plan);
});

test("plans nothing special without a hidden input", () => {
  expect(planOf({ name: "Ads" })).toEqual({});
});

test.each([
  [QrCode, "menu", "qrCodes.menu"],
  [ChannelItem, "spring/qr/menu", "channels.spring.items qr/menu"],
  [CampaignLink, "launch/4711", "campaigns.launch.links 4711"],
  [Account, "account", "account"],
  // Of a program.
  [Account, "mine", "Account mine"],
  [ChannelItem, "item", "ChannelItem item"],
])("names an entry that is only in the state: %#", ({ definition }, name, expected) => {
  expect(entryName(definition, name)).toBe(expected);
});
