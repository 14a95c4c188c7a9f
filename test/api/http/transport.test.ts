// One request over real sockets: headers, bodies, connections and proxies.
import type http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { AccountSession } from "../../../src/api/session";
import { ACCOUNT, errorOf, SETTINGS } from "../support/fake-service";
import { TestServers, withProxy } from "../support/test-server";

const servers = new TestServers();
afterEach(() => servers.close());

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

describe("a request", () => {
  it.each(["connect", "connectByProxy"] as const)("and its response arrive (%s)", async (connect) => {
    const url = await servers.serve(async (request, response) => {
      response.writeHead(201, { "X-RateLimit-Remaining": "7" });
      const { method, url, headers } = request;
      response.end(JSON.stringify([method, url, headers.authorization, await bodyOf(request)]));
    });
    const transport = await servers[connect](url);
    const response = await transport.send({ method: "PUT", path: "/api/x", body: '{"name":"Bücher"}' });
    expect(response.headers["x-ratelimit-remaining"]).toBe("7");
    expect(JSON.parse(response.text)).toEqual(["PUT", "/api/x", "Bearer the-key", '{"name":"Bücher"}']);
  });

  it("has the path below the base address, the headers of the API and a body", async () => {
    const seen: { line: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
    const url = await servers.serve(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ line: `${method} ${url}`, headers, body: await bodyOf(request) });
      response.writeHead(201, { "X-RateLimit-Remaining": "7" }).end('{"error":0,"name":"Bücher €"}');
    });
    const transport = servers.connect(`${url}/base`);
    const path = "/api/pixel/add?a=1";
    const response = await transport.send({ method: "POST", path, body: '{"name":"Bücher"}' });
    expect(response).toMatchObject({ status: 201, text: '{"error":0,"name":"Bücher €"}' });
    expect(response.headers["x-ratelimit-remaining"]).toBe("7");
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

  it("reuses open connections", async () => {
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("{}");
    });
    const transport = servers.connect(url);
    for (let count = 0; count < 20; count++) await transport.send({ method: "GET", path: "/" });
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("follows no redirect", async () => {
    let requests = 0;
    const url = await servers.serve((_, response) => {
      requests++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    expect((await servers.connect(url).send({ method: "GET", path: "/" })).status).toBe(302);
    expect(requests).toBe(1);
  });
});

describe("a proxy in the environment", () => {
  it("is not used for a service on this machine", async () => {
    const url = await servers.serve((_, response) => response.end("{}"));
    const send = () => servers.connect(url).send({ method: "GET", path: "/" });
    expect((await withProxy("http_proxy", "http://127.0.0.1:9", send)).status).toBe(200);
  });

  it("is used for any other service, and the request is not sent if the proxy rejects it", async () => {
    const lines: string[] = [];
    const url = await servers.serveRaw((socket) => {
      socket.once("data", (data) => {
        lines.push(data.toString().split("\r\n")[0]!);
        socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      });
    });
    const transport = servers.connect("https://service.invalid");
    const send = () => errorOf(transport.send({ method: "POST", path: "/api/x" }));
    const failure = await withProxy("https_proxy", url, send);
    expect(failure).toMatchObject({ name: "TransportFailure", sent: false });
    expect(lines).toEqual(["CONNECT service.invalid:443 HTTP/1.1"]);
  });
});

describe("a transport that is closed", () => {
  it.each(["connect", "connectByProxy"] as const)("aborts requests in flight (%s)", async (connect) => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await servers.serve(() => arrived());
    const transport = await servers[connect](url);
    const failure = errorOf(transport.send({ method: "POST", path: "/api/x" }));
    await arrival;
    await transport.close();
    expect(await failure).toMatchObject({ name: "TransportFailure", sent: true });
  });
});

describe("a slow response", () => {
  /** A service that responds after `release` is called. */
  const heldService = async (body: unknown) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const url = await servers.serve(async (_, response) => {
      await released;
      response.end(JSON.stringify(body));
    });
    return { url, release };
  };

  it.each(["connect", "connectByProxy"] as const)("calls onSlow once (%s)", async (connect) => {
    const { url, release } = await heldService({});
    let calls = 0;
    const transport = await servers[connect](url, { slowMs: 30 });
    const onSlow = () => {
      calls++;
      setTimeout(release, 100);
    };
    expect((await transport.send({ method: "GET", path: "/", onSlow })).status).toBe(200);
    expect(calls).toBe(1);
  });

  it("calls onSlow only until the request has ended", async () => {
    const url = await servers.serve((request, response) => {
      if (request.url === "/dropped") request.socket.destroy();
      else response.end("{}");
    });
    const transport = servers.connect(url, { slowMs: 100 });
    for (const path of ["/", "/dropped"]) {
      let isEnded = false;
      let isCalledLate = false;
      const onSlow = () => {
        isCalledLate = isEnded;
      };
      await errorOf(transport.send({ method: "GET", path, onSlow }));
      isEnded = true;
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(isCalledLate).toBe(false);
    }
  });

  it("is logged by the session with its attempt", async () => {
    const { url, release } = await heldService({ error: 0, data: ACCOUNT });
    const logged: string[] = [];
    const log = (message: string) => {
      logged.push(message);
      release();
    };
    const transport = servers.connect(url, { slowMs: 30 });
    const session = new AccountSession({ ...SETTINGS, baseUrl: url }, { transport, log });
    expect((await session.account()).id).toBe("7");
    await session.close();
    expect(logged).toEqual(["no response for 10 s, attempt 1 of 4: GET /api/account"]);
  });
});
