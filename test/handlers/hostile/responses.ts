// Responses that no service of api.md gives, and a transport that returns them.
import { expect } from "vitest";
import { HttpTransport, type Transport } from "../../../src/api/http/transport";
import { DEMO_KEY } from "../../../src/emulator/index";
import { PartialError, ReportedError } from "../../../src/kind/reported-error";
import { listedKinds } from "../support/kinds";
import type { World } from "../support/world";

const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

const page = (item: string) => {
  const lists = listedKinds.map(({ list }) => `"${list.key}":[${item}]`);
  return `{"result":1,"perpage":100,"maxpage":1,${lists.join(",")}}`;
};

/** A list with one item, which is also an account. */
const list = (item: string, id: string) => `{"error":"0","data":${page(item).replace("{", `{"id":${id},`)}}`;

const COMMON = {
  "no JSON": "\u001b]0;title\u0007\u001b[2J<html>",
  "an error with terminal escapes": JSON.stringify({ error: 1, message: "\u001b[31mno\u009b2J\r\n\u202e" }),
  "an error with deep nesting": `{"error":1,"message":${NESTED}}`,
} as const;

/** In place of the account or a list. */
export const READ_RESPONSES = {
  ...COMMON,
  "data with deep nesting": `{"error":0,"data":${NESTED}}`,
  "data of a prototype": '{"error":0,"__proto__":{"data":{"id":1}},"constructor":{"prototype":{"id":1}}}',
  "an id beyond 2^53": list('{"id":9007199254740995}', "9007199254740995"),
  "an id with a path": list('{"id":"1/../../account"}', '"1/x"'),
  "an id that is an object": list('{"id":{"toString":1}}', '{"toString":1}'),
} as const;

/** In place of the response to a change. */
export const CHANGE_RESPONSES = {
  nothing: "",
  ...COMMON,
  "a success with deep nesting": `{"error":0,"id":${NESTED}}`,
  "a success of a prototype": '{"error":0,"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}',
  "an id beyond 2^53": '{"error":0,"id":9007199254740995}',
  "an id with a path": '{"error":0,"id":"1/../../account"}',
  "an id that is an object": '{"error":0,"id":{"toString":1}}',
} as const;

/** Sends every request to the emulator. Replaces the body of the responses to a method and path. */
export function hostileTransport(world: World, method: string, path: RegExp, text: string): Transport {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return {
    send: async (request) => {
      const response = await http.send(request);
      const isHostile = request.method === method && path.test(request.path.split("?")[0]!);
      return isHostile ? { ...response, text } : response;
    },
    close: () => http.close(),
  };
}

/** The result of a call. `undefined` if it failed with an error for the user, without control characters. */
export async function outcome<T>(call: Promise<T>): Promise<{ result?: T; message?: string }> {
  try {
    return { result: await call };
  } catch (error) {
    const isReported = error instanceof ReportedError || error instanceof PartialError;
    expect(isReported, String(error)).toBe(true);
    const { message } = error as Error;
    expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    return { message };
  }
}
