// Requests that fail over real sockets: what the failure says, and whether the request may have taken effect.
import type net from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpTransport, TransportFailure } from "../../../src/api/http/transport";
import { MAX_BODY_BYTES } from "../../../src/api/limits";
import { errorOf } from "../support/fake-service";
import { TestServers, withProxy } from "../support/test-server";

const servers = new TestServers();
afterEach(() => servers.close());

const failureOf = async (transport: HttpTransport, path = "/api/x") => {
  const failure = await errorOf(transport.send({ method: "POST", path }));
  expect(failure).toBeInstanceOf(TransportFailure);
  return failure as TransportFailure;
};

describe("a request is not sent", () => {
  it("if HTTP cannot carry its path", async () => {
    const url = await servers.serve((_, response) => response.end("{}"));
    expect((await failureOf(servers.connect(url), "/a b")).sent).toBe(false);
  });

  it("if the proxy accepts the connection and never responds", async () => {
    const proxy = await servers.serveRaw(() => {});
    const transport = servers.connect("https://service.invalid", { connectMs: 400, headersMs: 100 });
    const failure = await withProxy("https_proxy", proxy, () => failureOf(transport));
    expect(failure).toMatchObject({ sent: false, message: "no connection within 0.5 s" });
  });

  it("if nothing listens on the port", async () => {
    expect(await failureOf(servers.connect(await servers.unusedAddress()))).toMatchObject({
      sent: false,
      message: "the connection was refused (nothing listens on that port)",
    });
  });

  it("if the host is unknown", async () => {
    const failure = await failureOf(servers.connect("https://nothing.invalid"));
    expect(failure.sent).toBe(false);
    expect(failure.message).toMatch(/host name/);
  });

  it("if the service does not speak TLS", async () => {
    const url = await servers.serve(() => {});
    expect(await failureOf(servers.connect(url.replace("http:", "https:")))).toMatchObject({
      sent: false,
      message: "the server does not use https on this port",
    });
  });
});

const onData = (respond: (socket: net.Socket) => void) => (socket: net.Socket) =>
  void socket.once("data", () => respond(socket));

/** Sends `start`, and then `piece` again and again. */
const endless = (start: string, piece: string) =>
  onData((socket) => {
    const more = () => {
      while (socket.write(piece.repeat(1000)));
      socket.once("drain", more);
    };
    socket.write(start);
    more();
  });

describe.each(["connect", "connectByProxy"] as const)("a request counts as sent (%s)", (connect) => {
  it.each<[string, (socket: net.Socket) => void, RegExp]>([
    ["closed", onData((socket) => socket.destroy()), /closed|reset/],
    ["reset", onData((socket) => socket.resetAndDestroy()), /reset/],
    [
      "closed within the body",
      onData((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")),
      /closed|cut off/,
    ],
    [
      "closed within a chunk",
      onData((socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\r\n")),
      /closed|cut off/,
    ],
    ["used for another protocol", onData((socket) => socket.end("SSH-2.0-x\r\n")), /./],
  ])("if the connection is %s", async (_, onConnection, message) => {
    const failure = await failureOf(await servers[connect](await servers.serveRaw(onConnection)));
    expect(failure.sent).toBe(true);
    expect(failure.message).toMatch(message);
  });

  it("if no response arrives in time", async () => {
    const url = await servers.serveRaw(() => {});
    const failure = await failureOf(await servers[connect](url, { headersMs: 150 }));
    expect(failure).toMatchObject({ sent: true, message: "no response within 0.15 s" });
  });

  it("if only a part of the response arrives in time", async () => {
    const part = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{";
    const url = await servers.serveRaw(onData((socket) => socket.write(part)));
    const failure = await failureOf(await servers[connect](url, { bodyMs: 150 }));
    expect(failure).toMatchObject({ sent: true, message: "only a part of the response within 0.15 s" });
  });

  it("if the response takes too long in total, although its bytes keep arriving", async () => {
    const url = await servers.serve((_, response) => {
      response.writeHead(200, { "Content-Length": "100000" });
      const timer = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(timer));
    });
    const failure = await failureOf(await servers[connect](url, { bodyMs: 150 }));
    expect(failure).toMatchObject({ sent: true, message: "only a part of the response within 0.15 s" });
  });

  it("if interim responses arrive without end", async () => {
    const url = await servers.serveRaw(endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"));
    const failure = await failureOf(await servers[connect](url, { headersMs: 150 }));
    expect(failure.sent).toBe(true);
    expect(failure.message).toMatch(/no response within 0\.15 s|header|not expect|closed/i);
  });

  it.each([
    ["headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n"],
    ["a header", "HTTP/1.1 200 OK\r\na: ", "x"],
    ["trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a: b\r\n"],
    // Undici ignores the extension, so the timeout ends it.
    ["a chunk extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x"],
  ])("if the response has %s without end", async (_, start, piece) => {
    const url = await servers.serveRaw(endless(start, piece));
    const failure = await failureOf(await servers[connect](url, { headersMs: 500, bodyMs: 500 }));
    expect(failure.sent).toBe(true);
    expect(failure.message).toMatch(/overflow|within 0\.5 s/i);
  });

  it("if the response is too large, of which little is received", async () => {
    const piece = Buffer.alloc(1024 * 1024, " ");
    let written = 0;
    const url = await servers.serve((_, response) => {
      const more = () => {
        while (!response.destroyed && written < 100 * piece.length) {
          written += piece.length;
          if (!response.write(piece)) return response.once("drain", more);
        }
        return response.end();
      };
      more();
    });
    const failure = await failureOf(await servers[connect](url));
    expect(failure).toMatchObject({
      sent: true,
      message: `a response of more than ${MAX_BODY_BYTES} bytes`,
    });
    expect(written).toBeLessThan(40 * piece.length);
  });

  it("if the second request of a connection fails, and the transport does not repeat it", async () => {
    let requests = 0;
    const url = await servers.serve((_, response) => {
      requests++;
      if (requests === 1) response.end("{}");
      else response.destroy();
    });
    const transport = await servers[connect](url);
    await transport.send({ method: "GET", path: "/" });
    const failure = await errorOf(transport.send({ method: "GET", path: "/" }));
    expect(failure).toMatchObject({ name: "TransportFailure", sent: true });
    expect(requests).toBe(2);
  });
});
