import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";
import { FAILURE } from "../support/failure";

describe("account", () => {
  test("returns all documented fields", async () => {
    const api = await start();
    expect(await api.get("/api/account")).toMatchObject({
      status: 200,
      body: {
        error: 0,
        data: {
          id: 1,
          email: "acme@example.com",
          username: "acme",
          avatar: expect.stringContaining("https://"),
          status: "Pro",
          expires: "2035-12-31 23:59:59",
          registered: "2024-01-15 09:30:00",
        },
      },
    });
  });

  test("updates the email address and the password", async () => {
    const api = await start();
    const { body } = await api.put("/api/account/update", { email: "new@example.com", password: "s3cret" });
    expect(body).toEqual({ error: 0, message: "Account has been successfully updated." });
    expect((await api.get("/api/account")).body.data.email).toBe("new@example.com");
    expect(api.account.passwordMatches("s3cret")).toBe(true);
    expect(api.account.passwordMatches("other")).toBe(false);
  });

  test("matches no password before one is set", async () => {
    const api = await start();
    expect(api.account.passwordMatches("")).toBe(false);
  });

  test.each([{}, { email: "invalid" }, { email: 5 }, { password: "" }])(
    "rejects the update %j",
    async (body) => {
      const api = await start();
      expect(await api.put("/api/account/update", body)).toMatchObject({ status: 400, body: FAILURE });
    },
  );
});
