import { describe, expect, test } from "vitest";
import type { AccountSession } from "../../../src/api/session";
import type { AccountExpectation, Settings } from "../../../src/api/settings";
import { DistinctAccounts } from "../../../src/pulumi/accounts/distinct-accounts";
import type { ExplicitProvider } from "../../../src/pulumi/accounts/explicit-provider";

interface Fake {
  readonly account: string;
  readonly expect?: AccountExpectation;
  readonly isUnknown?: boolean;
}

/** Providers by name; "default" is the default provider. @returns the names of the accounts that were read */
function start(fakes: Record<string, Fake>) {
  const read: string[] = [];
  const sessionOf = async (provider: ExplicitProvider | undefined) => {
    const { account, expect, isUnknown } = fakes[provider?.name ?? "default"]!;
    if (isUnknown) return undefined;
    const settings = { baseUrl: "https://s.example", expect } as Settings;
    const accountRecord = async () => {
      read.push(account);
      return `${account} at https://s.example`;
    };
    const session = {
      settings,
      accountRecord,
      account: async () => ({ id: account, username: "acme", email: "" }),
    };
    return session as unknown as AccountSession;
  };
  const accounts = new DistinctAccounts(sessionOf);
  const add = (name: string) => accounts.add(name === "default" ? undefined : ({ name } as ExplicitProvider));
  return { accounts, add, read };
}

function all(fakes: Record<string, Fake>) {
  const { accounts, add, read } = start(fakes);
  for (const name of Object.keys(fakes)) add(name);
  return { check: () => accounts.check(), read };
}

describe("the accounts of the providers", () => {
  test("are not read for one provider", async () => {
    const { check, read } = all({ default: { account: "1" } });
    await check();
    expect(read).toEqual([]);
  });

  test("are read once for several ones", async () => {
    const { check, read } = all({ default: { account: "1" }, b: { account: "2" } });
    await Promise.all([check(), check()]);
    expect(read).toEqual(["1", "2"]);
  });

  test.each([
    [
      "default",
      "b",
      /^the default provider and provider b have the same account 1 at .*\. Nothing was changed\./,
    ],
    ["a", "b", /^provider a and provider b have the same account 1 at .*\. Nothing was changed\./],
  ])("are an error if %s and %s have the same one", async (a, b, message) => {
    const { check } = all({ [a]: { account: "1" }, c: { account: "2" }, [b]: { account: "1" } });
    await expect(check()).rejects.toThrow(message);
  });

  test("are compared again with a provider that the program constructs later", async () => {
    const { accounts, add } = start({ a: { account: "1" }, b: { account: "1" } });
    add("a");
    await accounts.check();
    add("b");
    // A resource of the first one may have been created meanwhile.
    await expect(accounts.check()).rejects.toThrow(/have the same account 1 .*\(acme\)\. Give each provider/);
  });

  test.each([
    ["different", { username: "a" }, { username: "b" }, false],
    ["different in one of several fields", { id: 1, username: "a" }, { id: "2", username: "a" }, false],
    ["equal", { username: "a" }, { username: "a" }, true],
    ["different in their case", { email: "A@example.com" }, { email: "a@example.com" }, true],
    ["of different fields", { username: "a" }, { id: 2 }, true],
    ["given for one only", { username: "a" }, undefined, true],
  ])("are read if what they expect is %s (%j and %j): %s", async (_, a, b, isRead) => {
    const { check, read } = all({ a: { account: "1", expect: a }, b: { account: "2", expect: b } });
    await check();
    expect(read.length > 0).toBe(isRead);
  });

  test("are not compared as long as the key is unknown", async () => {
    const { check } = all({ a: { account: "1" }, b: { account: "1", isUnknown: true } });
    await check();
  });
});
