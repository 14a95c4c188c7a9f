// A service that answers with what it was sent: a careless message, a debug page. Neither key nor content is shown.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { KEY, PASSWORD, Watched, WIFI, wifiText } from "./watched";

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

const answers: [string, Answer, RegExp][] = [
  [
    "a message that repeats the request",
    ({ headers }, body, response) => {
      const message = `Not allowed: ${Object.values(JSON.parse(body)).flat().join(" ")} with ${headers.authorization}`;
      response.writeHead(422).end(JSON.stringify({ error: 1, message }));
    },
    /the service refused: Not allowed: .*\[secret\].* with Bearer \[secret\]/,
  ],
  [
    "a message cut off within a secret",
    (_request, body, response) => {
      const message = `${"x".repeat(290)}${Object.values(JSON.parse(body)).flat().join(" ")}`;
      response.writeHead(422).end(JSON.stringify({ error: 1, message }));
    },
    /the service refused: x+/,
  ],
  [
    "a debug page",
    ({ headers }, body, response) => {
      response.writeHead(404).end(`<pre>${headers.authorization}\n${body}</pre>`);
    },
    /an HTML page came back \(status 404\): .*\[secret\]/,
  ],
];

test.each(answers)("%s is shown without the secrets", async (_, answer, message) => {
  const at = await Watched.create({ "index.js": PROGRAM }, "environment");
  at.project.env.LINK_MANAGEMENT_BASE_URL = await echoing(at.project.emulator.url, answer);
  const output = await at.fails("up", "--yes", "--continue-on-error");
  expect(output).toMatch(message);
  for (const start of [KEY, PASSWORD, wifiText(WIFI)]) expect(output).not.toContain(start.slice(0, 9));
  await at.expectNoLeaks();
});

test("a refusal of the key that repeats it is shown without it", async () => {
  const at = await Watched.create({ "index.js": PROGRAM }, "environment");
  const server = createServer((request, response) => {
    const message = `No such key: ${request.headers.authorization}`;
    response.writeHead(401).end(JSON.stringify({ error: 1, message }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  at.project.env.LINK_MANAGEMENT_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await at.fails("preview")).toContain("No such key: Bearer [secret]");
  await at.expectNoLeaks();
});
