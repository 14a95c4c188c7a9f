// The account behind the API key: its record, and the guard against a wrong account.
import { describe, expect, it } from "vitest";
import { WrongAccountError } from "../../src/api/errors";
import { accountReply, accountSession, accountSessionWith } from "./support/account-session";

const OWN_RECORD = "7 registered 2020-01-02 03:04:05";

describe("the record of an account", () => {
  it("is its id and registration time", async () => {
    expect(await accountSession(accountReply()).session.accountRecord()).toBe(OWN_RECORD);
  });

  it.each([undefined, null, "", " "])(
    "is its id and the service's origin if the registration time is missing (%j)",
    async (registered) => {
      const { session } = accountSession(accountReply({ registered }));
      expect(await session.accountRecord()).toBe("7 at https://s.example");
    },
  );

  it("does not change with the e-mail address", async () => {
    const { session } = accountSession(accountReply());
    const before = await session.accountRecord();
    session.noteAccountChange({ email: "b@example.com" });
    expect(await session.accountRecord()).toBe(before);
  });
});

describe("the account guard", () => {
  it("accepts records of this account, and missing records", async () => {
    const { session } = accountSession(accountReply());
    await session.guard(OWN_RECORD);
    await session.guard(undefined);
    await session.guard(OWN_RECORD, undefined, OWN_RECORD);
  });

  it("rejects the same id of another installation, and names both", async () => {
    const guarded = accountSession(accountReply()).session.guard("7 registered 2019-09-09 09:09:09");
    await expect(guarded).rejects.toThrow(WrongAccountError);
    await expect(guarded).rejects.toThrow(
      /7 registered 2019-09-09 09:09:09, .* 7 registered 2020-01-02 03:04:05/,
    );
    await expect(guarded).rejects.toMatchObject({ session: true });
  });

  it("ends the session if there are records of two accounts, and names both and the next step", async () => {
    const { session, service } = accountSession(accountReply());
    await session.guard(OWN_RECORD);
    const guarded = session.guard("8 registered 2019-09-09 09:09:09");
    await expect(guarded).rejects.toThrow(WrongAccountError);
    await expect(guarded).rejects.toThrow(
      /several accounts: 7 registered 2020-01-02 03:04:05 and 8 registered 2019-09-09 09:09:09, .*pulumi state delete/,
    );
    await expect(session.read("/a")).rejects.toThrow(WrongAccountError);
    await expect(session.create("/a/add")).rejects.toThrow(WrongAccountError);
    expect(service.log).toEqual(["GET /api/account"]);
  });
});

describe("the expected account", () => {
  it.each([
    { username: "acme" },
    { id: 7 },
    { id: "7" },
    { email: " A@Example.com " },
    { registered: "2020-01-02 03:04:05", id: "7", username: "acme" },
  ])("is accepted: %j", async (expected) => {
    expect((await accountSessionWith({ expect: expected }, accountReply()).session.account()).id).toBe("7");
  });

  it.each([
    [{ username: "Acme" }, "expected username Acme"],
    [{ id: "8" }, "expected id 8"],
    [{ email: "b@example.com" }, "expected email b@example.com"],
    [{ username: "acme", registered: "2021-01-01 00:00:00" }, "expected registered 2021-01-01 00:00:00"],
  ])("stops every request to another one: %j", async (expected, message) => {
    const { session, service } = accountSessionWith({ expect: expected }, accountReply());
    await expect(session.send("DELETE", "/api/pixel/1/delete")).rejects.toThrow(WrongAccountError);
    await expect(session.account()).rejects.toThrow(message);
    expect(service.log).toEqual(["GET /api/account"]);
  });

  it("does not match if the service omits an expected field", async () => {
    const expected = { registered: "2020-01-02 03:04:05" };
    const { session } = accountSessionWith({ expect: expected }, accountReply({ registered: undefined }));
    await expect(session.account()).rejects.toThrow(WrongAccountError);
  });
});
