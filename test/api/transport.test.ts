// One request over real sockets: what is sent, what ends it, and whether it may have arrived.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import net, { type AddressInfo } from "node:net";
import { inspect } from "node:util";
import zlib from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { HttpTransport, TransportFailure } from "../../src/api/transport";
import { startHttps } from "../support/https";
import { errorOf, serve } from "./support/service";

const SHORT_MS = 150;

/** @param timeoutMs of an attempt */
function connect(baseUrl: string, timeoutMs = 20_000): HttpTransport {
  const transport = new HttpTransport(baseUrl, "the-key", timeoutMs);
  onTestFinished(() => transport.close());
  return transport;
}

const get = (transport: HttpTransport) => transport.send({ method: "GET", path: "/api/x" });

/** How a request fails: whether it may have arrived. */
async function failure(transport: HttpTransport): Promise<TransportFailure> {
  const error = await errorOf(get(transport));
  expect(error).toBeInstanceOf(TransportFailure);
  return error as TransportFailure;
}

/** A server that answers the first bytes of each connection as no HTTP server does. */
async function serveRaw(respond: (socket: net.Socket, text: string) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => respond(socket, data.toString()));
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
    "accept-encoding": "identity",
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
  expect((await get(connect(url))).status).toBe(302);
  expect(paths).toEqual(["/api/x"]);
});

test("a response that is compressed all the same is decoded", async () => {
  const body = zlib.gzipSync(Buffer.from("Bücher €"));
  const { url } = await serve(() => ({ headers: { "Content-Encoding": "gzip" }, body }));
  expect((await get(connect(url))).text).toBe("Bücher €");
});

describe("a request was certainly not sent", () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ["nothing listens on the port", unusedAddress, /REFUSED/],
    [
      "the service does not speak TLS",
      async () => (await serve(() => "reset")).url.replace("http:", "https:"),
      /SSL/,
    ],
    ["the authority of its certificate is unknown", startHttps, /certificate.*NODE_EXTRA_CA_CERTS/],
  ])("if %s", async (_, addressOf, message) => {
    const error = await failure(connect(await addressOf()));
    expect(error.mayHaveArrived).toBe(false);
    expect(error.message).toMatch(message);
  });
});

describe("a request may have arrived", () => {
  const START = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{";

  test.each<[string, (socket: net.Socket) => void, RegExp]>([
    ["the connection is closed", (socket) => socket.destroy(), /closed/],
    ["it is reset", (socket) => socket.resetAndDestroy(), /RESET/],
    ["it is closed within the body", (socket) => socket.end(START), /closed/],
    ["the time is over with a part of it", (socket) => socket.write(START), /0.15 s/],
  ])("if %s", async (_, respond, message) => {
    const error = await failure(connect(await serveRaw(respond), SHORT_MS));
    expect(error.mayHaveArrived).toBe(true);
    expect(error.message).toMatch(message);
  });

  test("if the response has more than 16 MiB", async () => {
    const { url } = await serve(() => ({ body: Buffer.alloc(17 * 1024 * 1024, " ") }));
    const error = await failure(connect(url));
    expect(error.mayHaveArrived).toBe(true);
    expect(error.message).toMatch(/size/);
  });

  test("if the connection of a later request breaks: nothing is sent twice", async () => {
    let requests = 0;
    const url = await serveRaw((socket) => {
      if (++requests > 1) socket.destroy();
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
    const transport = connect(url);
    await get(transport);
    expect((await failure(transport)).mayHaveArrived).toBe(true);
    expect(requests).toBe(2);
  });
});

describe("a proxy in the environment", () => {
  const NAMES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"];

  /** Without those of the machine. @param variables those of the test */
  function setVariables(variables: Readonly<Record<string, string>>): void {
    for (const name of NAMES) vi.stubEnv(name, variables[name]);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  /** @returns what a proxy is asked for, which refuses everything */
  async function startProxy() {
    const requests: string[] = [];
    const address = await serveRaw((socket, text) => {
      requests.push(text);
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    });
    return { address, requests };
  }

  test("is used, with its password, and a request that it refuses was not sent", async () => {
    const { address, requests } = await startProxy();
    setVariables({ HTTPS_PROXY: address.replace("//", "//user:p%23s@") });
    expect((await failure(connect("https://service.invalid"))).mayHaveArrived).toBe(false);
    expect(requests).toEqual([expect.stringMatching(/^CONNECT service.invalid:443 HTTP\/1.1\r/)]);
    expect(requests[0]).toContain(`Basic ${Buffer.from("user:p#s").toString("base64")}`);
  });

  test("is an error that names the variable, but no password, if it cannot be used", async () => {
    setVariables({ HTTPS_PROXY: "http://user:my#secret@proxy.example:3128" });
    const error = await errorOf(get(connect("https://service.invalid")));
    expect(error).toBeInstanceOf(SettingsError);
    expect(error.message).toMatch(/HTTPS_PROXY.*%23/);
    expect(inspect(error)).not.toMatch(/secret|proxy\.example/);
  });

  test("is not used for what NO_PROXY names, nor for a service on this machine", async () => {
    const { address, requests } = await startProxy();
    setVariables({ HTTPS_PROXY: address, http_proxy: address, NO_PROXY: "localhost, .invalid" });
    await failure(connect("https://service.invalid:8443"));
    const { url } = await serve(() => ({ body: {} }));
    expect((await get(connect(url))).status).toBe(200);
    expect(requests).toEqual([]);
  });
});
