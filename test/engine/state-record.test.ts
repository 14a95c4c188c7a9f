import { describe, expect, test } from "vitest";
import { Runtime } from "../../src/provider/runtime";
import { isRecorded, readState, type StateRecord, stackOption } from "../../src/provider/state-record";

test.for([
  ["up --yes --stack dev", "dev"],
  ["up --stack=acme/links/dev --target urn:pulumi:test::a", "acme/links/dev"],
  ["-C folder destroy -s dev --yes", "dev"],
  ["destroy -sdev", "dev"],
])("`pulumi %s` is about the stack %s", ([words = "", name]) => {
  expect(stackOption(words.split(" "))).toEqual(["--stack", name]);
});

test.for(["up --yes", "destroy --secrets-provider passphrase --show-sames"])(
  "`pulumi %s` is about the selected stack",
  (words) => {
    expect(stackOption(words.split(" "))).toEqual([]);
  },
);

test("without a CLI nobody tells", async () => {
  await expect(readState(process.pid, { PATH: "" })).rejects.toThrow("ENOENT");
});

test("where the state cannot be read a deletion goes on, and the user is told what that means", async () => {
  const warnings: string[] = [];
  const tell = { info() {}, warn: (message: string) => void warnings.push(message) };
  const readState = async () => {
    throw new Error("no CLI");
  };
  const { holders } = new Runtime({ tell, env: {}, readState });
  expect(await holders.release("Pixel", "1", "a")).toBe(true);
  expect(await holders.release("Pixel", "2", "b")).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(/state could not be read \(no CLI\): .* is deleted with the first one/),
  ]);
});

describe("what the state names", () => {
  const type = "CampaignLink";
  const args = { campaign: "101", link: 4711 };
  const begun = { type, inputs: { campaign: "101", link: 4711, __provider: "" } };
  const other = { type, inputs: { campaign: "101", link: 4712 } };
  const held = { type, id: "101/4711", holder: "a" };
  const isNamed = (record: StateRecord) => isRecorded(record, type, "101/4711", args);

  test("is what another entry has", () => {
    expect(isNamed({ held: [held], begun: [begun] })).toBe(true);
    expect(isNamed({ held: [{ ...held, id: "101/4712" }], begun: [begun] })).toBe(false);
    expect(isNamed({ held: [{ ...held, type: "ChannelItem" }], begun: [begun] })).toBe(false);
  });

  test("is what an interrupted run had begun, beside the create that runs", () => {
    expect(isNamed({ held: [], begun: [begun, begun] })).toBe(true);
    expect(isNamed({ held: [], begun: [begun, other] })).toBe(false);
    expect(isNamed({ held: [], begun: [begun, { ...begun, type: "ChannelItem" }] })).toBe(false);
  });
});
