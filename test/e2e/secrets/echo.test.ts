// A service that repeats the request in its response, in an error message or a debug page. The secrets are redacted.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { KEY, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { ScannedProject } from "./scanned-project";

type RequestHandler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** Starts a proxy that forwards reads to the emulator and passes writes to `onWrite`. Returns its address. */
async function startProxy(emulatorUrl: string, onWrite: RequestHandler): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method !== "GET") return onWrite(request, body, response);
    const headers = { authorization: request.headers.authorization ?? "" };
    const forwarded = await fetch(`${emulatorUrl}${request.url}`, { headers });
    response.writeHead(forwarded.status, { "content-type": "application/json" }).end(await forwarded.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PROGRAM = `const { Account, QrCode } = require("pulumi-link-management");
new Account("account", { password: ${JSON.stringify(PASSWORD)} });
new QrCode("guests", { type: "wifi", data: [${JSON.stringify(wifiText(WIFI))}] });
`;

/** An error message for the account, a debug page for the QR code. */
const echo: RequestHandler = ({ url, headers }, body, response) => {
  if (url?.startsWith("/api/qr")) {
    response.writeHead(404).end(`<pre>${headers.authorization}\n${body}</pre>`);
    return;
  }
  const message = `Not allowed: ${Object.values(JSON.parse(body)).join(" ")} with ${headers.authorization}`;
  response.writeHead(422).end(JSON.stringify({ error: 1, message }));
};

test("redacts the secrets that the service repeats from a request", async () => {
  const app = await ScannedProject.create({ "index.js": PROGRAM }, "environment");
  app.project.env.LINK_MANAGEMENT_BASE_URL = await startProxy(app.project.emulator.url, echo);
  const output = await app.fails("up", "--yes", "--continue-on-error");
  expect(output).toMatch(
    /the service rejected the request: Not allowed: .*\[secret\].* with Bearer \[secret\]/,
  );
  expect(output).toMatch(/received an HTML page \(status 404\): .*\[secret\]/);
  for (const start of [KEY, PASSWORD, wifiText(WIFI)]) expect(output).not.toContain(start.slice(0, 9));
  await app.expectNoLeaks();
});
