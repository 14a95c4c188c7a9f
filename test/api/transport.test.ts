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
  expect((await connect(url).send({ method: "GET", path: "/" })).status).toBe(302);
  expect(paths).toEqual(["/"]);
});

describe("a response that is compressed all the same", () => {
  const ENCODERS = {
    gzip: zlib.gzipSync,
    br: zlib.brotliCompressSync,
    deflate: zlib.deflateSync,
  };
  const encoded = async (encoding: string, body: Buffer, status = 200) => {
    const headers = { "Content-Encoding": encoding, "Content-Length": String(body.length) };
    return (await serve(() => ({ status, headers, body }))).url;
  };

  test.each(Object.entries(ENCODERS))("is decoded: %s", async (encoding, encode) => {
    for (const status of [200, 403]) {
      const url = await encoded(encoding, encode(Buffer.from('{"name":"Bücher €"}')), status);
      const response = await connect(url).send({ method: "GET", path: "/" });
      expect(response).toMatchObject({ status, text: '{"name":"Bücher €"}' });
    }
  });

  test("is not decoded beyond 16 MiB", async () => {
    const mebibyte = zlib.gzipSync(Buffer.alloc(1024 * 1024));
    const url = await encoded("gzip", Buffer.concat(Array(17).fill(mebibyte)));
    expect((await failure(connect(url))).message).toMatch(/larger than 16777216/);
  });
});

describe("a request was certainly not sent", () => {
  test("if nothing listens on the port", async () => {
    expect((await failure(connect(await unusedAddress()))).mayHaveArrived).toBe(false);
  });

  test("if the service does not speak TLS", async () => {
    const { url } = await serve(() => OK);
    expect((await failure(connect(url.replace("http:", "https:")))).mayHaveArrived).toBe(false);
  });

  test("if the authority of its certificate is unknown: the error says how to make it known", async () => {
    const error = await failure(connect(await startHttps()));
    expect(error.mayHaveArrived).toBe(false);
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
    expect((await failure(connect(await serveRaw(respond)))).mayHaveArrived).toBe(true);
  });

  test.each<[string, (socket: net.Socket) => void]>([
    ["no response", () => {}],
    ["a part of the response", (socket) => socket.write(START)],
  ])("if the time is over with %s", async (_, respond) => {
    const error = await failure(connect(await serveRaw(respond), SHORT_MS));
    expect(error.mayHaveArrived).toBe(true);
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
    expect((await failure(connect(url))).mayHaveArrived).toBe(true);
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
    expect((await failure(transport)).mayHaveArrived).toBe(true);
    expect(requests).toBe(2);
  });
});

describe("a proxy in the environment", () => {
  /** @returns what a proxy is asked for, which refuses everything */
  async function startProxy() {
    const requests: string[] = [];
    const address = await serveRaw((socket, text) => {
      requests.push(text);
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    });
    return { address, requests };
  }

  /** Without those of the machine. */
  function setVariables(variables: Readonly<Record<string, string>>): void {
    const NONE = {
      https_proxy: "",
      HTTPS_PROXY: "",
      http_proxy: "",
      HTTP_PROXY: "",
      no_proxy: "",
      NO_PROXY: "",
    };
    for (const [name, value] of Object.entries({ ...NONE, ...variables })) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  test.each(["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"])(
    "is used, with or without a scheme, and a request that it refuses was not sent: %s",
    async (name) => {
      const { address, requests } = await startProxy();
      for (const value of [address, new URL(address).host]) {
        setVariables({ [name]: value });
        expect(await failure(connect("https://service.invalid"))).toMatchObject({ mayHaveArrived: false });
        expect(requests.splice(0)).toEqual([
          expect.stringMatching(/^CONNECT service.invalid:443 HTTP\/1.1\r/),
        ]);
      }
    },
  );

  test("gets the user and the password of its address, decoded", async () => {
    const { address, requests } = await startProxy();
    setVariables({ HTTPS_PROXY: address.replace("//", "//user:p%23s@") });
    await failure(connect("https://service.invalid"));
    expect(requests[0]).toContain(`Basic ${Buffer.from("user:p#s").toString("base64")}`);
  });

  test.each([
    "http://user:my#secret@proxy.example:3128",
    "user:100%secret@proxy.example:3128",
    "ftp://user:secret@proxy.example",
  ])("is an error that names the variable, but no password, if it cannot be used: %s", async (value) => {
    setVariables({ HTTPS_PROXY: value });
    const error: Error = await connect("https://service.invalid")
      .send({ method: "GET", path: "/" })
      .then(
        () => new Error("no error"),
        (reason) => reason,
      );
    expect(error).toBeInstanceOf(SettingsError);
    expect(error.message).toMatch(/HTTPS_PROXY.*%23/);
    expect(inspect(error)).not.toMatch(/secret|proxy\.example/);
  });

  test.each(["localhost, .invalid", "*"])(
    "is not used for what NO_PROXY names, also beside an empty no_proxy: %s",
    async (noProxy) => {
      const { address, requests } = await startProxy();
      setVariables({ HTTPS_PROXY: address, NO_PROXY: noProxy });
      await failure(connect("https://service.invalid:8443"));
      expect(requests).toEqual([]);
    },
  );

  test("is not used for a service on this machine", async () => {
    setVariables({ http_proxy: await unusedAddress() });
    const { url } = await serve(() => OK);
    expect((await connect(url).send({ method: "GET", path: "/" })).status).toBe(200);
  });
});
