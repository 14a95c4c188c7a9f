// One request over real sockets: headers, time-outs, sizes, and whether a failed one may have been processed.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { HttpTransport, TransportFailure } from "../../src/api/http/transport";
import { MAX_BODY_BYTES } from "../../src/api/limits";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: http.RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that does with a connection what no HTTP server does. */
async function serveRaw(onConnection: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net
    .createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      onConnection(socket);
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that takes every request for a tunnel to the service at `url`. */
async function serveProxy(url: string): Promise<string> {
  const { port } = new URL(url);
  return serveRaw((socket) => {
    socket.once("data", () => {
      const service = net.connect(Number(port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(service).pipe(socket);
      });
      // An end that is no clean one is handed on as such.
      service.on("error", () => socket.resetAndDestroy());
      socket.on("close", () => service.destroy());
    });
  });
}

const TIMES = { connectMs: 1000, headersMs: 150, bodyMs: 150 };
function open(baseUrl: string, times = TIMES): HttpTransport {
  const transport = new HttpTransport(baseUrl, "the-key", times);
  closers.push(() => transport.close());
  return transport;
}

/** Runs `call` with a proxy in the environment. */
async function withProxy<T>(
  variable: "http_proxy" | "https_proxy",
  url: string,
  call: () => Promise<T>,
): Promise<T> {
  const before = process.env[variable];
  process.env[variable] = url;
  try {
    return await call();
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  }
}

const WAYS = {
  directly: async (url: string, times = TIMES) => open(url, times),
  "through a proxy": async (url: string, times = TIMES) => {
    const transport = open("http://service.invalid", times);
    // The wire is chosen by the first request.
    const send = transport.send.bind(transport);
    const proxy = await serveProxy(url);
    transport.send = (request) => withProxy("http_proxy", proxy, () => send(request));
    return transport;
  },
};

const failureOf = async (transport: HttpTransport, method: "GET" | "POST" = "GET") => {
  const failure = await transport.send({ method, path: "/api/x" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TransportFailure);
  return failure as TransportFailure;
};

describe("a request", () => {
  it.each(Object.entries(WAYS))("is carried %s, with its body, and its answer back", async (_, open) => {
    const url = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.writeHead(201, { "X-RateLimit-Remaining": "7" });
      response.end(JSON.stringify([request.method, request.url, request.headers.authorization, body]));
    });
    const transport = await open(url);
    const answer = await transport.send({ method: "PUT", path: "/api/x", body: '{"name":"Bücher"}' });
    expect(answer.headers["x-ratelimit-remaining"]).toBe("7");
    expect(JSON.parse(answer.text)).toEqual(["PUT", "/api/x", "Bearer the-key", '{"name":"Bücher"}']);
  });

  it("carries the headers of the API below the base address, and its body", async () => {
    const seen: { line: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
    const url = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(201, { "X-RateLimit-Remaining": "7" }).end('{"error":0,"name":"Bücher €"}');
    });
    const transport = open(`${url}/base`);
    const answer = await transport.send({
      method: "POST",
      path: "/api/pixel/add?a=1",
      body: '{"name":"Bücher"}',
    });
    expect(answer).toMatchObject({ status: 201, text: '{"error":0,"name":"Bücher €"}' });
    expect(answer.headers["x-ratelimit-remaining"]).toBe("7");
    await transport.send({ method: "GET", path: "/api/account" });
    expect(seen.map(({ line, body }) => [line, body])).toEqual([
      ["POST /base/api/pixel/add?a=1", '{"name":"Bücher"}'],
      ["GET /base/api/account", ""],
    ]);
    for (const { headers } of seen) {
      expect(headers.authorization).toBe("Bearer the-key");
      expect(headers["content-type"]).toBe("application/json");
      expect(headers["user-agent"]).toMatch(/^pulumi-link-management\/\d+\.\d+\.\d+/);
    }
  });

  it("uses the connections of those before", async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("{}");
    });
    const transport = open(url);
    for (let count = 0; count < 20; count++) await transport.send({ method: "GET", path: "/" });
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("follows no redirect", async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    expect((await open(url).send({ method: "GET", path: "/" })).status).toBe(302);
    expect(requests).toBe(1);
  });

  it("goes past a proxy when the service is on this machine", async () => {
    const url = await serve((_, response) => response.end("{}"));
    const send = () => open(url).send({ method: "GET", path: "/" });
    expect((await withProxy("http_proxy", "http://127.0.0.1:9", send)).status).toBe(200);
  });

  it("goes through the proxy of the environment otherwise, and was not sent when that refuses", async () => {
    const asked: string[] = [];
    const url = await serveRaw((socket) => {
      socket.once("data", (data) => {
        asked.push(data.toString().split("\r\n")[0]!);
        socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      });
    });
    const transport = open("https://service.invalid");
    const failure = await withProxy("https_proxy", url, () => failureOf(transport, "POST"));
    expect(failure.sent).toBe(false);
    expect(asked).toEqual(["CONNECT service.invalid:443 HTTP/1.1"]);
  });
});

describe.each(Object.entries(WAYS))("a session that is closed %s", (_way, open) => {
  it("ends what is under way", async () => {
    let arrived = () => {};
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const url = await serve(() => arrived());
    const transport = await open(url, { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000 });
    const failure = failureOf(transport, "POST");
    await isThere;
    await transport.close();
    expect((await failure).sent).toBe(true);
  });
});

describe("a failure before anything was sent", () => {
  it("is told for a path that HTTP cannot carry", async () => {
    const url = await serve((_, response) => response.end("{}"));
    const failure = await open(url)
      .send({ method: "GET", path: "/a b" })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "TransportFailure", sent: false });
  });

  it("is told for a proxy that never connects", async () => {
    const url = await serveRaw(() => {});
    const transport = open("https://service.invalid", { connectMs: 50, headersMs: 50, bodyMs: 50 });
    const failure = await withProxy("https_proxy", url, () => failureOf(transport, "POST"));
    expect(failure).toMatchObject({ sent: false, message: "no connection within 0.1 s" });
  });

  it("is told for a port where nothing listens", async () => {
    const url = await serve(() => {});
    await closers.pop()!();
    const failure = await failureOf(open(url), "POST");
    expect(failure).toMatchObject({
      sent: false,
      message: "the connection was refused (nothing listens there)",
    });
  });

  it("is told for a host that is not known", async () => {
    const failure = await failureOf(open("https://nothing.invalid"), "POST");
    expect(failure.sent).toBe(false);
    expect(failure.message).toMatch(/host name/);
  });

  it("is told for a service that speaks no TLS", async () => {
    const url = await serve(() => {});
    expect((await failureOf(open(url.replace("http:", "https:")), "POST")).sent).toBe(false);
  });
});

describe.each(Object.entries(WAYS))("a failure after it was sent %s", (_way, open) => {
  it.each<[string, (socket: net.Socket) => void, RegExp]>([
    ["dropped", (socket) => socket.once("data", () => socket.destroy()), /closed|reset/],
    ["reset", (socket) => socket.once("data", () => socket.resetAndDestroy()), /reset/],
    ["never answered", () => {}, /no answer within 0\.15 s/],
    [
      "answered in part",
      (socket) => socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")),
      /only a part of the answer within 0\.15 s/,
    ],
    [
      "answered short",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")),
      /closed|cut off/,
    ],
    [
      "answered in cut chunks",
      (socket) =>
        socket.once("data", () =>
          socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\r\n"),
        ),
      /closed|cut off/,
    ],
    ["answered with no HTTP", (socket) => socket.once("data", () => socket.end("SSH-2.0-x\r\n")), /./],
  ])("is told when it was %s", async (_, onConnection, message) => {
    const failure = await failureOf(await open(await serveRaw(onConnection)), "POST");
    expect(failure.sent).toBe(true);
    expect(failure.message).toMatch(message);
  });

  it("is told when the answer drips for longer than it may", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": "100000" });
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    const begun = performance.now();
    expect((await failureOf(await open(url))).sent).toBe(true);
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  it("is told when interim answers come without end", async () => {
    const url = await serveRaw((socket) => {
      const piece = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100);
      const more = () => {
        while (socket.write(piece));
        socket.once("drain", more);
      };
      socket.once("data", more);
    });
    expect((await failureOf(await open(url))).message).toMatch(
      /no answer within 0\.15 s|header|not expect|closed/i,
    );
  });

  it.each([
    ["headers without end", "HTTP/1.1 200 OK\r\n", "a: b\r\n"],
    ["a header without end", "HTTP/1.1 200 OK\r\na: ", "x"],
    ["trailers without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a: b\r\n"],
    ["a chunk's extension without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x"],
  ])("is told when the answer has %s", async (_, start, piece) => {
    const url = await serveRaw((socket) => {
      const more = () => {
        while (socket.write(piece.repeat(1000)));
        socket.once("drain", more);
      };
      socket.once("data", () => {
        socket.write(start);
        more();
      });
    });
    const failure = await failureOf(await open(url, { connectMs: 5000, headersMs: 500, bodyMs: 500 }));
    // undici passes over the extension, until the time is up.
    expect(failure.message).toMatch(/overflow|within 0\.5 s/i);
  });

  it("is told when the answer is too large, without keeping it", async () => {
    const piece = Buffer.alloc(1024 * 1024, " ");
    let written = 0;
    const url = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && written < 100 * piece.length) {
          written += piece.length;
          if (!response.write(piece)) return response.once("drain", more);
        }
        return response.end();
      };
      more();
    });
    const failure = await failureOf(await open(url, { ...TIMES, bodyMs: 5000 }));
    expect(failure.message).toBe(`an answer of more than ${MAX_BODY_BYTES} bytes`);
    expect(written).toBeLessThan(40 * piece.length);
  });

  it("is never answered by a second request of the transport's own", async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      if (requests === 1) response.end("{}");
      else response.destroy();
    });
    const transport = await open(url);
    await transport.send({ method: "GET", path: "/" });
    await failureOf(transport);
    expect(requests).toBe(2);
  });
});
