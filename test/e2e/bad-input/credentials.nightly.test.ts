// A missing or unusable key or address, with a config file and with a program.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { ENTRY_POINTS, expectOneError, project } from "./one-error";

async function listen(body: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function closedPort(): Promise<string> {
  const server = await listen("");
  const address = addressOf(server);
  await new Promise((resolve) => server.close(resolve));
  return address;
}

describe.each(ENTRY_POINTS)("through %s", (_, files) => {
  test("no API key is one error that names both ways to set it", async () => {
    const at = await project(files, { LINK_MANAGEMENT_API_KEY: undefined });
    expectOneError(
      await at.try("up", "--yes"),
      "no API key: set it",
      "export LINK_MANAGEMENT_API_KEY=",
      "pulumi config set --secret link-management:apiKey",
    );
    expect(at.emulator.log).toEqual([]);
  });

  test("no base address is one error that names both ways to set it", async () => {
    const at = await project(files, { LINK_MANAGEMENT_BASE_URL: undefined });
    expectOneError(
      await at.try("up", "--yes"),
      "no base address of the service: set it",
      "export LINK_MANAGEMENT_BASE_URL=",
      "pulumi config set link-management:baseUrl",
    );
    expect(at.emulator.log).toEqual([]);
  });

  test("an empty API key is one error that names the variable", async () => {
    const at = await project(files, { LINK_MANAGEMENT_API_KEY: "" });
    expectOneError(await at.try("up", "--yes"), "the API key in LINK_MANAGEMENT_API_KEY is empty");
    expect(at.emulator.log).toEqual([]);
  });

  test("an API key in plain config is rejected with the right command, and is not shown", async () => {
    const at = await project(files, { LINK_MANAGEMENT_API_KEY: undefined });
    await at.pulumi("config", "set", "--plaintext", "link-management:apiKey", "demo-key");
    const run = await at.try("up", "--yes");
    expectOneError(
      run,
      "link-management:apiKey is in plain text",
      "pulumi config set --secret link-management:apiKey",
    );
    expect(run.output).not.toContain("demo-key");
    expect(at.emulator.log).toEqual([]);
  });

  test("an API key in plain config is rejected although the environment has another", async () => {
    const at = await project(files);
    await at.pulumi("config", "set", "--plaintext", "link-management:apiKey", "other-key");
    expectOneError(await at.try("preview"), "link-management:apiKey is in plain text");
    expect(at.emulator.log).toEqual([]);
  });

  test("a rejected API key is one error with the message of the service, after one request", async () => {
    const at = await project(files, { LINK_MANAGEMENT_API_KEY: "of-somebody-else" });
    const run = await at.try("up", "--yes");
    expectOneError(
      run,
      "the service rejected the API key",
      "A valid API key is required",
      "set it again with",
    );
    expect(run.output).not.toContain("of-somebody-else");
    expect(at.emulator.log.map(({ path }) => path)).toEqual(["/api/account"]);
  });

  test("an address without a server is one error that names the address", async () => {
    const address = await closedPort();
    const at = await project(files, { LINK_MANAGEMENT_BASE_URL: address });
    expectOneError(await at.try("up", "--yes"), "the connection was refused", `runs at ${address} `);
  });

  test("an address that serves a web page is one error that shows the start of the page", async () => {
    const page = await listen("<!doctype html><title>Welcome</title>");
    const at = await project(files, { LINK_MANAGEMENT_BASE_URL: addressOf(page) });
    expectOneError(
      await at.try("up", "--yes"),
      "received an HTML page",
      "<title>Welcome",
      `Check that ${addressOf(page)} is its base address`,
    );
  });

  test("http on a public host is rejected before anything is sent", async () => {
    const at = await project(files, { LINK_MANAGEMENT_BASE_URL: "http://links.example.com" });
    expectOneError(await at.try("up", "--yes"), "would send the API key unencrypted", "use https://");
  });
});
