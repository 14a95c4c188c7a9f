// A provider process whose service sends hostile responses to a list request, over a real socket. Its memory and time
// are compared with a harmless response. The error is reported, and nothing is changed.
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../support/package-root";
import { type Measured, measured } from "./measured";

/** Above the harmless response: several times the largest body and list, held as text and as values. */
const MAX_MIB = 250;
const MAX_SECONDS = 15;

const MIB = 1024 * 1024;
const RATE = "X-RateLimit-Limit: 1000000\r\nX-RateLimit-Remaining: 999999\r\nX-RateLimit-Reset: 60\r\n";
const HEAD = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${RATE}`;

type Respond = (socket: net.Socket, number: number) => void;

const send = (socket: net.Socket, body: string | Buffer, headers = "") => {
  socket.write(`${HEAD}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
  socket.write(body);
};

/** Writes `start`, and then the same piece repeatedly. */
function flood(start: string, piece: string | Buffer, times = Number.POSITIVE_INFINITY): Respond {
  return (socket) => {
    socket.write(start);
    let written = 0;
    const more = () => {
      while (written < times && !socket.destroyed) {
        written += 1;
        if (!socket.write(piece)) return void socket.once("drain", more);
      }
    };
    more();
  };
}

const list = (entries: string, figures = "") => `{"error":"0","data":{${figures}"pixels":[${entries}]}}`;
const endless = (entry: (id: number) => string): Respond => {
  return (socket, number) =>
    send(
      socket,
      list(
        Array.from({ length: 100 }, (_, index) => entry(number * 100 + index)).join(","),
        '"perpage":100,"maxpage":1000000000,',
      ),
    );
};
const body = (text: string | Buffer, headers = ""): Respond => {
  return (socket) => send(socket, text, headers);
};

const TOO_LARGE = "a response of more than 16777216 bytes";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

/** With a part of the error. */
const RESPONSES: Record<string, readonly [Respond, string]> = {
  "a body of 100 MB": [
    flood(`${HEAD}Content-Length: ${100 * MIB}\r\n\r\n`, Buffer.alloc(MIB, "x"), 100),
    TOO_LARGE,
  ],
  "a body without length and end": [
    flood(`${HEAD}Connection: close\r\n\r\n`, Buffer.alloc(MIB, " ")),
    TOO_LARGE,
  ],
  "chunks without end": [flood(CHUNKED, `${MIB.toString(16)}\r\n${"x".repeat(MIB)}\r\n`), TOO_LARGE],
  "a million chunks of one byte": [
    (socket) => socket.write(`${CHUNKED}${"1\r\nx\r\n".repeat(1_000_000)}0\r\n\r\n`),
    "received no JSON",
  ],
  "headers without end": [flood(HEAD, "a: b\r\n".repeat(10_000)), "Headers Overflow Error"],
  "a header without end": [flood(`${HEAD}a: `, Buffer.alloc(MIB, "x")), "Headers Overflow Error"],
  "a million headers": [body(list(""), "a: b\r\n".repeat(1_000_000)), "Headers Overflow Error"],
  "a header of 64 KiB": [body(list(""), `a: ${"x".repeat(65_536)}\r\n`), "Headers Overflow Error"],
  "trailers without end": [flood(`${CHUNKED}0\r\n`, "a: b\r\n".repeat(10_000)), "Headers Overflow Error"],
  "100 MB compressed by gzip": [
    body(gzipSync(Buffer.alloc(100 * MIB, "{")), "Content-Encoding: gzip\r\n"),
    "received no JSON",
  ],
  "lists in lists": [body(`{"error":0,"data":${"[".repeat(8 * MIB)}`), "incomplete or foreign JSON"],
  "millions of objects": [body(list(`${"{},".repeat(5 * MIB)}{}`)), "incomplete or foreign JSON"],
  "millions of numbers": [body(list(`${"1,".repeat(7 * MIB)}1`)), "incomplete or foreign JSON"],
  "a million keys": [
    body(`{"error":0,"data":{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":1`).join(",")}}}`),
    "incomplete or foreign JSON",
  ],
  "half a million prototypes": [
    body(`{"error":0,"data":{${'"__proto__":{"a":1},'.repeat(240_000)}"b":1}}`),
    "no array under `data.pixels`",
  ],
  "a message of 15 MB with escapes": [
    body(`{"error":1,"message":"${"\\u001b[31mx".repeat(1.4 * MIB)}"}`),
    "the service rejected the request: xxx",
  ],
  "15 MB that are not text": [body(Buffer.alloc(15 * MIB, 0xff)), "received no JSON"],
  "pages of 15 MB without end": [
    endless((id) => `{"id":${id},"name":"${"x".repeat(150_000)}"}`),
    "it has no end",
  ],
  "pages without end": [
    endless((id) => `{"id":${id},"name":"A","type":"forum","tag":"${id}"}`),
    "it has no end",
  ],
  "pages of many values without end": [
    endless((id) => `{"id":${id},"a":[${"{},".repeat(2000)}{}]}`),
    "it has no end",
  ],
};

const ACCOUNT = '{"error":0,"data":{"id":7,"username":"acme","registered":"2020-01-02 03:04:05"}}';

let end = async () => {};
afterEach(() => end());

/** Serves the account and a create correctly, and a list by `respond`. Records all other requests. */
async function serve(respond: Respond): Promise<{ url: string; changes: string[] }> {
  const sockets = new Set<net.Socket>();
  const changes: string[] = [];
  let lists = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const line = data.toString("latin1").split("\r\n")[0]!;
      if (line.startsWith("GET /api/account ")) send(socket, ACCOUNT);
      else if (line.startsWith("GET /api/pixels?")) respond(socket, lists++);
      else {
        changes.push(line);
        send(socket, '{"error":0,"id":99}');
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  end = async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, changes };
}

async function createPixel(respond: Respond): Promise<Measured & { changes: string[] }> {
  const { url, changes } = await serve(respond);
  const usage = await measured([join(__dirname, "create-pixel.cjs"), url], packageRoot);
  return { ...usage, changes };
}

let harmless: Measured;
beforeAll(async () => {
  const entry = '{"id":1,"type":"forum","name":"B","tag":"x"}';
  const usage = await createPixel(body(list(entry, '"result":1,"perpage":100,"maxpage":1,')));
  await end();
  expect(usage.output).toBe("created 99\n");
  harmless = usage;
});

test.each(Object.entries(RESPONSES))("%s", async (_, [respond, error]) => {
  const { output, code, peakMiB, seconds, changes } = await createPixel(respond);
  expect(output).toMatch(/^reported: .*GET \/api\/pixels: /);
  expect(output).toContain(error);
  expect(output.length).toBeLessThan(1000);
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(code).toBe(1);
  expect(changes).toEqual([]);
  expect(peakMiB - harmless.peakMiB).toBeLessThan(MAX_MIB);
  expect(seconds - harmless.seconds).toBeLessThan(MAX_SECONDS);
});
