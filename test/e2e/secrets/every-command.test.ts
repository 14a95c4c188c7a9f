// A service that repeats what it has received before, in the response to every command. The secrets are redacted.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { SecretsScan } from "../../support/secrets-scan";
import { ScannedProject } from "./scanned-project";

/** The kind of object of a request, such as `qr`. */
const kindOf = (url = "") => /^\/api\/([a-z]+?)s?(?=[/?]|$)/.exec(url)?.[1] ?? "";

/** A proxy in front of the emulator. */
class EchoService {
  url = "";
  /** Requests that get an error with everything received before about objects of the same kind. */
  echoed: RegExp | undefined;
  readonly #received: { readonly kind: string; readonly body: string }[] = [];

  static async start(emulatorUrl: string): Promise<EchoService> {
    const service = new EchoService();
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.setHeader("content-type", "application/json");
      if (service.echoed?.test(`${request.method} ${request.url}`)) {
        response.writeHead(422).end(JSON.stringify({ error: 1, message: service.#echo(request, body) }));
        return;
      }
      service.#received.push({ kind: kindOf(request.url), body });
      const forwarded = await fetch(`${emulatorUrl}${request.url}`, {
        method: request.method!,
        headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
        ...(body !== "" && { body }),
      });
      response.writeHead(forwarded.status).end(await forwarded.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return service;
  }

  #echo({ url, headers }: IncomingMessage, body: string): string {
    const earlier = this.#received.filter(({ kind }) => kind === kindOf(url)).map((one) => one.body);
    return `${headers.authorization} sent ${body}, before ${earlier.join("")}`;
  }
}

/** Not one of the secrets that the emulator keeps out of its log, because only the program knows that it is one. */
const TAG = "tag+of 'the' agency";

/** Wifi content that only an output or a promise has, and a value that only the program knows to be secret. */
const program = (color: string) => `const { Account, Pixel, QrCode } = require("pulumi-link-management");
const { output, secret } = require("@pulumi/pulumi");
const text = ${JSON.stringify(wifiText(WIFI))};
new QrCode("guests", { type: "wifi", data: text, foreground: "${color}" });
new QrCode("staff", { type: "text", data: output(text), foreground: "${color}" });
new QrCode("press", { type: "text", content: { text: Promise.resolve(text) }, foreground: "${color}" });
new Pixel("ads", { type: "forum", name: "${color}", tag: secret(${JSON.stringify(TAG)}) });
if ("${color}" === "rgb(1,2,4)") new Account("account", { password: ${JSON.stringify(PASSWORD)} });
`;

test("a service that repeats everything shows no secret in any command", async () => {
  const app = await ScannedProject.create({ "index.js": program("rgb(1,2,3)") }, "environment");
  const marked = new SecretsScan({ tag: TAG });
  const service = await EchoService.start(app.project.emulator.url);
  app.project.env.LINK_MANAGEMENT_BASE_URL = service.url;
  await app.pulumi("up", "--yes", "--skip-preview");
  for (const name of ["guests", "staff", "press"]) await app.expectEncrypted("QrCode", name, "data");
  await app.expectEncrypted("Pixel", "ads", "tag");

  await app.project.write({ "index.js": program("rgb(1,2,4)") });
  const commands: [RegExp, string[]][] = [
    [/GET \/api\/account/, ["preview", "--diff"]],
    [/GET \/api\/(qr|pixels)/, ["refresh", "--yes"]],
    [/PUT/, ["up", "--yes", "--skip-preview", "--continue-on-error"]],
    [/DELETE/, ["destroy", "--yes", "--skip-preview", "--continue-on-error"]],
  ];
  for (const [requests, command] of commands) {
    service.echoed = requests;
    const output = await app.fails(...command);
    marked.text(`output of pulumi ${command.join(" ")}`, output);
    expect(output).toMatch(/rejected the (request|API key): Bearer \[secret\] sent/);
  }
  await app.expectNoLeaks();
  await marked.folder(app.project.folder, app.project.exceptions);
  expect(marked.leaks).toEqual([]);
});
