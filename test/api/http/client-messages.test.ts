// What the client's messages contain: the request, the cause, the next step, and no secrets.
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../src/api/errors";
import {
  errorOf,
  fakeSession,
  GOOD,
  html,
  inTurn,
  LIMITED,
  lost,
  notSent,
  type Reply,
  rejection,
  TRUNCATED,
} from "../support/fake-service";

const start = (...replies: (Reply | Error)[]) => fakeSession(inTurn(...replies)).session;
const messageOf = async (promise: Promise<unknown>) => ((await errorOf(promise)) as Error).message;

describe("an error message", () => {
  const hostile = "\u001b[31mno\u001b[0m\u0007\r\n\u0000 \u202eway ".repeat(100);

  it.each<[string, Reply]>([
    ["an error", { body: { error: 1, message: hostile } }],
    ["a text", { text: hostile }],
    ["foreign JSON", { text: `{"x":"${hostile}` }],
  ])("is sanitized and bounded, and names the request: %s", async (_, reply) => {
    const message = await messageOf(start(reply).read("/api/pixels", { page: 1 }));
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(message).not.toContain("[31m");
    expect(message.length).toBeLessThan(600);
    expect(message).toContain("GET /api/pixels");
  });

  it.each<[string, Reply | Error]>([
    ["no response", lost()],
    ["not sent", notSent()],
    ["an HTML page", html()],
    ["a page of a gateway", html(502)],
    ["half a body", TRUNCATED],
    ["an error", rejection("no", 400)],
    ["a server error", rejection("no", 500)],
    ["a rate-limit response", LIMITED],
  ])("contains neither the key nor the body of the request: %s", async (_, reply) => {
    const error = await errorOf(start(reply).create("/api/x/add", { name: "secret-of-the-body" }));
    expect(error).toBeInstanceOf(ApiError);
    const { message, stack } = error as Error;
    expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toMatch(/secret-of-the-body|key-1/);
  });

  it("shows what was received instead of a response of the API, and what to check", async () => {
    expect(await messageOf(start(html()).read("/api/x"))).toBe(
      'GET /api/x: received an HTML page (status 200): "<!doctype html><title>Sign in</title>", which is not a ' +
        "response of the service's API. Check that https://s.example is its base address",
    );
  });

  it.each([502, 503, 504])("says that the service or its proxy is down: status %d", async (status) => {
    for (const reply of [html(status), { status, text: "" }, { status, text: "upstream connect error" }]) {
      expect(await messageOf(start(reply).read("/api/x"))).toBe(
        `GET /api/x: the service or its proxy is down (status ${status}), after 4 attempts. Try again later`,
      );
    }
    expect(await messageOf(start(html(status)).send("PUT", "/api/x"))).toBe(
      `PUT /api/x: the service or its proxy is down (status ${status}). The change may have taken effect. Run the ` +
        "command again later to find out",
    );
    expect(await messageOf(start(html(status)).create("/api/x/add"))).toBe(
      `POST /api/x/add: the service or its proxy is down (status ${status}). The change may have taken effect`,
    );
  });

  it("shows what to check if the service is unreachable", async () => {
    expect(await messageOf(start(notSent()).read("/api/x"))).toBe(
      "GET /api/x: the connection was refused (4 attempts). Check that the service runs at https://s.example and that " +
        "the network reaches it, then run the command again",
    );
  });

  it("says that a change may have taken effect, and for a create leaves the next step to the caller", async () => {
    expect(await messageOf(start(lost()).send("PUT", "/api/x"))).toBe(
      "PUT /api/x: the connection was reset. The change may have taken effect. Run the command again to find out",
    );
    expect(await messageOf(start(lost()).create("/api/x/add"))).toBe(
      "POST /api/x/add: the connection was reset. The change may have taken effect",
    );
  });

  it.each([
    [{ error: 1, message: "words" }, "words"],
    [{ error: "words" }, "words"],
    [{ error: 1, message: { name: ["is missing"] } }, '{"name":["is missing"]}'],
    [{ error: 1 }, "(no message)"],
  ])("takes the reason from wherever the service puts it: %j", async (body, reason) => {
    const error = await errorOf(start({ body }).read("/api/x"));
    expect(error).toMatchObject({
      reason,
      message: `GET /api/x: the service rejected the request: ${reason} (status 200)`,
    });
  });
});

describe("a slow request", () => {
  /** The transport reports every attempt as slow. */
  const slowSession = (...replies: (Reply | Error)[]) => {
    const logged: string[] = [];
    const next = inTurn(...replies);
    const respond: typeof next = (request, count) => {
      request.onSlow?.();
      return next(request, count);
    };
    return {
      logged,
      session: fakeSession(respond, {}, { log: (message) => void logged.push(message) }).session,
    };
  };

  it("is logged with its attempt and path", async () => {
    const { session, logged } = slowSession(GOOD);
    await session.read("/api/pixels", { page: 2 });
    expect(logged).toEqual(["no response for 10 s, attempt 1 of 4: GET /api/pixels"]);
  });

  it("is logged for each attempt", async () => {
    const { session, logged } = slowSession(lost(), lost(), GOOD);
    await session.send("PUT", "/api/pixel/7/update", {});
    expect(logged).toEqual(
      [1, 2, 3].map((attempt) => `no response for 10 s, attempt ${attempt} of 4: PUT /api/pixel/7/update`),
    );
  });

  it("counts only failed attempts, not rate-limit responses", async () => {
    const { session, logged } = slowSession(LIMITED, GOOD);
    await session.create("/api/pixel/add", {});
    expect(logged).toEqual(Array(2).fill("no response for 10 s, attempt 1 of 4: POST /api/pixel/add"));
  });
});
