import { describe, expect, test } from "vitest";
import { ENTRY } from "../../src/kind/entry";
import { METADATA } from "../../src/kind/metadata";
import { TYPE_PREFIX } from "../../src/kind/provider-source";
import { type AccountRecord, readStackState } from "../../src/pulumi/stack-state";
import { inProgramRun, monitorWith, type Outputs, type RunOptions, urnOf } from "./support/program-run";

const read = (outputs: Outputs | Error, options?: RunOptions) =>
  inProgramRun(() => readStackState(monitorWith(outputs).monitor), options);

const resource = (type: string, name: string, outputs: Record<string, unknown>): Outputs => ({
  [urnOf(type, name)]: { type: TYPE_PREFIX + type, outputs },
});
const owner = ({ urn, account, provider }: AccountRecord) => ({ urn, account, provider });
const metadata = (values: object) => ({ [METADATA]: JSON.stringify(values) });
/** A secret, as the engine returns it. */
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

describe("reads", () => {
  test("the resources of this package, with their accounts", async () => {
    const state = await read({
      ...resource("Pixel", "ads", metadata({ id: "5", account: "1" })),
      ...resource("QrCode", "menu", metadata({ id: "undecided", account: "1", pending: true })),
      ...resource("Channel", "spring", metadata({ id: "7", account: "2", provider: "brand-b" })),
      "urn:pulumi:test::shop::aws:s3/bucket:Bucket::b": {
        type: "aws:s3/bucket:Bucket",
        outputs: { [METADATA]: "damaged" },
      },
    });
    const none = { provider: undefined, fileRecord: {}, values: {}, shown: {} };
    expect([...state.byUrn.values()]).toEqual([
      {
        urn: urnOf("Pixel", "ads"),
        type: `${TYPE_PREFIX}Pixel`,
        id: "5",
        account: "1",
        isPending: false,
        ...none,
      },
      {
        urn: urnOf("QrCode", "menu"),
        type: `${TYPE_PREFIX}QrCode`,
        id: "undecided",
        account: "1",
        isPending: true,
        ...none,
      },
      {
        urn: urnOf("Channel", "spring"),
        type: `${TYPE_PREFIX}Channel`,
        id: "7",
        account: "2",
        isPending: false,
        ...none,
        provider: "brand-b",
      },
    ]);
    expect(state.accounts).toEqual([...state.byUrn.values()].map(owner));
  });

  test("metadata that the user declared as secret", async () => {
    const { byUrn } = await read({
      ...resource("Pixel", "ads", { [METADATA]: secret('{"id":"5","account":"1"}') }),
      ...resource("Pixel", "more", { marks: secret('{"account":"1","holder":"6:14d337ed0fcc"}') }),
    });
    expect([...byUrn.values()].map(({ id }) => id)).toEqual(["5", "6"]);
  });

  test("the account of a resource that the program only reads, but not the resource itself", async () => {
    const { accounts, byUrn } = await read(
      resource("Pixel", "shared", metadata({ id: "5", account: "1", external: true })),
    );
    expect(accounts).toEqual([{ urn: urnOf("Pixel", "shared"), account: "1", provider: undefined }]);
    expect(byUrn.size).toBe(0);
  });

  test("the file of an entry, and whether its object stays without it", async () => {
    const entry = (value: unknown) => ({ [ENTRY]: value });
    const { byUrn } = await read({
      ...resource("Pixel", "a", entry('{"adopt":"5","file":"a.yaml"}')),
      ...resource("Pixel", "b", entry('{"file":"b.yaml","isRetained":true}')),
      ...resource("Pixel", "c", entry(secret('{"file":"c.yaml"}'))),
      ...resource("Pixel", "program", entry("{}")),
      ...resource("Pixel", "damaged", entry("{")),
    });
    expect([...byUrn.values()].map(({ fileRecord }) => fileRecord)).toEqual([
      { file: "a.yaml" },
      { file: "b.yaml", isRetained: true },
      { file: "c.yaml" },
      {},
      {},
    ]);
  });

  test("all values to compare, and those that may be shown", async () => {
    const { byUrn } = await read(
      resource("Campaign", "launch", {
        ...metadata({ id: "5" }),
        name: "Launch",
        slug: secret("top-secret"),
        rotator: "https://go.example/r/top-secret",
        list: "https://go.example/u/list",
      }),
    );
    const record = byUrn.get(urnOf("Campaign", "launch"))!;
    expect(record.values).toEqual({
      name: "Launch",
      slug: "top-secret",
      rotator: "https://go.example/r/top-secret",
      list: "https://go.example/u/list",
    });
    expect(record.shown).toEqual({ name: "Launch", list: "https://go.example/u/list" });
  });

  test("a resource without metadata", async () => {
    const { accounts, byUrn } = await read(resource("Pixel", "imported", { name: "Ads" }));
    expect(accounts.map(({ account }) => account)).toEqual([undefined]);
    expect(byUrn.get(urnOf("Pixel", "imported"))).toMatchObject({ id: undefined, isPending: false });
  });

  test("the secrets, at any depth", async () => {
    const { secrets } = await read({
      ...resource("QrCode", "guests", { type: "wifi", data: secret("hunter22") }),
      ...resource("QrCode", "more", { data: ["a", { b: secret(["one", "two"]) }], logo: secret("three") }),
    });
    expect(secrets).toEqual(["hunter22", ["one", "two"], "three"]);
  });

  test("nothing from a new stack", async () => {
    expect(await read({})).toEqual({ accounts: [], byUrn: new Map(), secrets: [] });
  });
});

test("names the resource whose metadata is damaged", async () => {
  await expect(read(resource("Pixel", "ads", { [METADATA]: "{" }))).rejects.toThrow(
    `${urnOf("Pixel", "ads")}: the output "__metadata" in the state is damaged`,
  );
});

test("reports an engine that does not answer", async () => {
  await expect(read(new Error("unavailable"))).rejects.toThrow(
    "the engine did not return the state of the stack (unavailable). Run again",
  );
});

test.each([
  ["organization", "test"],
  ["acme", "acme/shop/test"],
])("asks for the stack of the organization %s as %s", async (organization, stackName) => {
  const { monitor, invocations } = monitorWith({});
  await inProgramRun(() => readStackState(monitor), { organization });
  expect(invocations).toEqual([{ token: "pulumi:pulumi:readStackResourceOutputs", args: { stackName } }]);
});
