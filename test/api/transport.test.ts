// One request over real sockets: what is sent, what ends it, and whether it may have arrived.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HttpTransport, TransportFailure } from "../../src/api/transport";
import { startHttps } from "../support/https";
import { type Answer, serve } from "./support/service";

const SHORT_MS = 150;
const LONG_MS = 20_000;

/** A transport. Adapt this when the client changes. @param timeoutMs of an attempt */
function connect(baseUrl: string, timeoutMs = LONG_MS): HttpTransport {
  const transport = new HttpTransport(baseUrl, "the-key", timeoutMs);
  onTestFinished(() => transport.close());
  return transport;
}

/** How a request fails: whether it may have arrived. */
async function failure(transport: HttpTransport): Promise<TransportFailure> {
  const error: unknown = await transport
    .send({ method: "POST", path: "/api/x/add" })
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(TransportFailure);
  return error as TransportFailure;
}

/** A server that answers the first bytes of each connection as no HTTP server does. */
async function serveRaw(respond: (socket: net.Socket, text: string) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (data) => respond(socket, data.toString()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function unusedAddress(): Promise<string> {
  const { url, close } = await serve(() => "reset");
  await close();
  return url;
}

const OK: Answer = { body: {} };

test("a request has the path below the address, the key, and JSON in UTF-8", async () => {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const { url } = await serve(async (request) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ request, body });
    return { status: 201, headers: { "X-RateLimit-Remaining": "7" }, body: { name: "Bücher €" } };
  });
  const body = '{"name":"Bücher"}';
  const response = await connect(`${url}/base`).send({ method: "PUT", path: "/api/x?a=1", body });
  expect(response).toMatchObject({ status: 201, text: '{"name":"Bücher €"}' });
  expect(response.headers["x-ratelimit-remaining"]).toBe("7");
  const [{ request, body: received }] = seen as [(typeof seen)[0]];
  expect([request.method, request.url, received]).toEqual(["PUT", "/base/api/x?a=1", body]);
  expect(request.headers).toMatchObject({
    authorization: "Bearer the-key",
    "content-type": "application/json",
    "user-agent": expect.stringMatching(/^pulumi-link-management\/\d/),
  });
});

test("a redirect is not followed: it would carry the key elsewhere", async () => {
  const paths: unknown[] = [];
  const { url } = await serve((request) => {
    paths.push(request.url);
    return { status: 302, headers: { Location: "/elsewhere" } };
  });
  expect((await connect(url).send({ method: "GET", path: "/" })).status).toBe(302);
  expect(paths).toEqual(["/"]);
});

describe("a request was certainly not sent", () => {
  test("if nothing listens on the port", async () => {
    expect((await failure(connect(await unusedAddress()))).sent).toBe(false);
  });

  test("if the service does not speak TLS", async () => {
    const { url } = await serve(() => OK);
    expect((await failure(connect(url.replace("http:", "https:")))).sent).toBe(false);
  });

  test("if the authority of its certificate is unknown: the error says how to make it known", async () => {
    const { url } = await startHttps(await unusedAddress());
    const error = await failure(connect(url));
    expect(error.sent).toBe(false);
    expect(error.message).toMatch(/certificate.*NODE_EXTRA_CA_CERTS/);
  });
});

describe("a request may have arrived", () => {
  const START = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{";

  test.each<[string, (socket: net.Socket) => void]>([
    ["closed", (socket) => socket.destroy()],
    ["reset", (socket) => socket.resetAndDestroy()],
    ["closed within the body", (socket) => socket.end(START)],
    ["used for another protocol", (socket) => socket.end("SSH-2.0-x\r\n")],
  ])("if the connection is %s", async (_, respond) => {
    expect((await failure(connect(await serveRaw(respond)))).sent).toBe(true);
  });

  test.each<[string, (socket: net.Socket) => void]>([
    ["no response", () => {}],
    ["a part of the response", (socket) => socket.write(START)],
  ])("if the time is over with %s", async (_, respond) => {
    const error = await failure(connect(await serveRaw(respond), SHORT_MS));
    expect(error.sent).toBe(true);
    expect(error.message).toContain(`${SHORT_MS / 1000} s`);
  });

  test("if the response has more than 16 MiB, of which little is received", async () => {
    const piece = Buffer.alloc(1024 * 1024, " ");
    let written = 0;
    const url = await serveRaw((socket) => {
      const more = () => {
        while (!socket.destroyed && written < 100 * piece.length) {
          written += piece.length;
          if (!socket.write(piece)) return void socket.once("drain", more);
        }
      };
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
      more();
    });
    expect((await failure(connect(url))).sent).toBe(true);
    expect(written).toBeGreaterThan(16 * piece.length);
    expect(written).toBeLessThan(60 * piece.length);
  });

  test("if the connection of a later request breaks: nothing is sent twice", async () => {
    let requests = 0;
    const answer = (socket: net.Socket) => {
      requests++;
      if (requests > 1) socket.destroy();
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    };
    const url = await serveRaw((socket) => {
      answer(socket);
      socket.on("data", () => answer(socket));
    });
    const transport = connect(url);
    await transport.send({ method: "GET", path: "/" });
    expect((await failure(transport)).sent).toBe(true);
    expect(requests).toBe(2);
  });
});

describe("a proxy in the environment", () => {
  test("is used, and a request that it refuses was not sent", async () => {
    const lines: string[] = [];
    const proxy = await serveRaw((socket, text) => {
      lines.push(text.split("\r\n")[0]!);
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    });
    vi.stubEnv("https_proxy", proxy);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await failure(connect("https://service.invalid"))).sent).toBe(false);
    expect(lines).toEqual(["CONNECT service.invalid:443 HTTP/1.1"]);
  });

  test("is not used for a service on this machine", async () => {
    vi.stubEnv("http_proxy", await unusedAddress());
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url } = await serve(() => OK);
    expect((await connect(url).send({ method: "GET", path: "/" })).status).toBe(200);
  });
});
