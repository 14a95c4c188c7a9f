// A service that answers with what it was sent: a careless message, a debug page. Neither key nor content is shown.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { KEY, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { Watched } from "./watched";

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** Reads go to the emulator, changes get `answer`. */
async function echoing(emulator: string, answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method !== "GET") return answer(request, body, response);
    const headers = { authorization: request.headers.authorization ?? "" };
    const passed = await fetch(`${emulator}${request.url}`, { headers });
    response.writeHead(passed.status, { "content-type": "application/json" }).end(await passed.text());
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

/** A careless message for the account, a debug page for the QR code. */
const repeat: Answer = ({ url, headers }, body, response) => {
  if (url?.startsWith("/api/qr")) {
    response.writeHead(404).end(`<pre>${headers.authorization}\n${body}</pre>`);
    return;
  }
  const message = `Not allowed: ${Object.values(JSON.parse(body)).join(" ")} with ${headers.authorization}`;
  response.writeHead(422).end(JSON.stringify({ error: 1, message }));
};

test("what the service repeats of a request is shown without the secrets", async () => {
  const at = await Watched.create({ "index.js": PROGRAM }, "environment");
  at.project.env.LINK_MANAGEMENT_BASE_URL = await echoing(at.project.emulator.url, repeat);
  const output = await at.fails("up", "--yes", "--continue-on-error");
  expect(output).toMatch(/the service refused: Not allowed: .*\[secret\].* with Bearer \[secret\]/);
  expect(output).toMatch(/an HTML page came back \(status 404\): .*\[secret\]/);
  for (const start of [KEY, PASSWORD, wifiText(WIFI)]) expect(output).not.toContain(start.slice(0, 9));
  await at.expectNoLeaks();
});
