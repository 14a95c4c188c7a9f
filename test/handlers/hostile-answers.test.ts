// A service that answers one path with anything at all: the user is told, nothing else breaks, nothing is changed.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/http/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { ReportedError } from "../../src/kind/reported-error";
import { World } from "./world";

const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const list = (entries: string) =>
  `{"error":"0","data":{"result":1,"perpage":100,"maxpage":1,` +
  `"pixels":[${entries}],"domains":[${entries}],"channels":[${entries}],"campaigns":[${entries}],"qrs":[${entries}]}}`;

/** Answers that no service of api.md gives. */
const ANSWERS = {
  "no JSON": "\u001b]0;title\u0007\u001b[2J<html>",
  "a refusal with terminal escapes": JSON.stringify({ error: 1, message: "\u001b[31mno\u009b2J\r\n\u202e" }),
  "a refusal nested without end": `{"error":1,"message":${NESTED}}`,
  "data nested without end": `{"error":0,"data":${NESTED}}`,
  "data of a prototype": '{"error":0,"__proto__":{"data":{"id":1}},"constructor":{"prototype":{"id":1}}}',
  "an id beyond 2^53": list('{"id":9007199254740995}').replace('"data":{', '"data":{"id":9007199254740995,'),
  "an id that leads elsewhere": list('{"id":"1/../../account"}').replace('"data":{', '"data":{"id":"1/x",'),
  "an id that is an object": list('{"id":{"toString":1}}').replace(
    '"data":{',
    '"data":{"id":{"toString":1},',
  ),
} as const;

const KINDS = {
  pixel: { path: "/api/pixels", args: { type: "forum", name: "A", tag: "t" } },
  domain: { path: "/api/domains", args: { domain: "https://a.example.com" } },
  channel: { path: "/api/channels", args: { name: "A" } },
  campaign: { path: "/api/campaigns", args: { name: "A" } },
  qrCode: { path: "/api/qr", args: { type: "text", data: "x" } },
} as const;

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.end());

/** Answers `path` with `text`; everything else goes to the emulator. */
function hostile(path: string, text: string): Transport {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return {
    send: async (request) => {
      const answer = await http.send(request);
      return request.method === "GET" && request.path.split("?")[0] === path ? { ...answer, text } : answer;
    },
    close: () => http.close(),
  };
}

async function toldOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ReportedError);
  return (error as Error).message;
}

describe.each(Object.entries(ANSWERS))("%s", (_, text) => {
  test("in place of the account stops everything", async () => {
    for (const [kind, { args }] of Object.entries(KINDS)) {
      const process = world.process({}, hostile("/api/account", text));
      const message = await toldOf(process.create(kind, args));
      expect(message).toContain("/api/account");
      expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
    expect(world.changes()).toEqual([]);
  });

  test.each(Object.entries(KINDS))(
    "in place of the list of a %s proves nothing",
    async (kind, { path, args }) => {
      const state = await world.process().create(kind, args);
      world.emulator.clearLog();
      const process = world.process({}, hostile(path, text));
      const message = await toldOf(process.refresh(kind, state));
      expect(message).toContain(path);
      expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      expect(world.changes()).toEqual([]);
    },
  );
});
