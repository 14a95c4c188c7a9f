import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";

describe("domains", () => {
  test("creates, lists, updates and deletes a domain", async () => {
    const api = await start();
    const domain = { domain: "https://go.example.com", redirectroot: "https://example.com" };
    expect((await api.post("/api/domain/add", domain)).body).toEqual({ error: 0, id: 101 });
    const update = { domain: "https://other.example.com", redirect404: "https://example.com/404" };
    expect((await api.put("/api/domain/101/update", update)).body).toEqual({
      error: 0,
      message: "Domain has been updated successfully.",
    });
    expect((await api.get("/api/domains")).body.data.domains).toEqual([
      { id: 101, ...domain, redirect404: "https://example.com/404" },
    ]);
    expect((await api.delete("/api/domain/101/delete")).body.message).toBe(
      "Domain has been deleted successfully.",
    );
    expect(api.account.domains.size).toBe(0);
  });

  test.each([
    "go.example.com",
    "ftp://go.example.com",
    "https:go.example.com",
    "https://go.example.com/path",
    "https://go.example.com?q",
    "https://user:pw@go.example.com",
    "https://",
    "https:// go.example.com",
  ])("rejects the domain %j", async (domain) => {
    const api = await start();
    expect((await api.post("/api/domain/add", { domain })).status).toBe(400);
  });

  test("rejects a redirect that is not a web URL", async () => {
    const api = await start();
    const body = { domain: "https://go.example.com", redirectroot: "javascript:alert(1)" };
    expect((await api.post("/api/domain/add", body)).status).toBe(400);
  });
});
