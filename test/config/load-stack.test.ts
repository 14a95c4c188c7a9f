// Errors that stop a program before its first registration, reported as one error.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadStack } from "../../src/config/build/load-stack";
import { DEMO_KEY, startEmulator } from "../../src/emulator";
import { Provider } from "../../src/index";
import { inProgramRun } from "../pulumi/support/program-run";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "load-stack-"));
  write("Pulumi.yaml", "name: test");
  write("link-management.yaml", 'pixels: { ads: { type: fbpixl, name: Shop ads, tag: "1" } }\n');
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key-4711");
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "http://127.0.0.1:9");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

function write(file: string, content: string): void {
  writeFileSync(join(folder, file), content);
}

async function problem(options: { file?: string } = {}): Promise<string> {
  const error: unknown = await loadStack({ folder, ...options }).catch((thrown: unknown) => thrown);
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  return (error as Error).message;
}

const WRONG_TYPE = `1 error in link-management.yaml

link-management.yaml:1:24 error pixels.ads: type cannot be "fbpixl"; did you mean "fbpixel"?
  1 | pixels: { ads: { type: fbpixl, name: Shop ads, tag: "1" } }
    |                        ^^^^^^`;

test("reports an invalid file", async () => {
  expect(await problem()).toBe(WRONG_TYPE);
});

test("reports an invalid file and a missing key together", async () => {
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", undefined);
  expect(await problem()).toMatch(/^no API key: [^\n]+\n\n1 error in link-management.yaml\n\n/);
});

test("reports warnings with the errors", async () => {
  write(
    "link-management.yaml",
    'qrCodes: { menu: { type: link, data: "https://x.example", foreground: "rgb(250,250,250)" }, more: { type: link } }\n',
  );
  expect(await problem()).toMatch(/^1 error and 1 warning in link-management.yaml\n/);
});

test("reports a missing file", async () => {
  expect(await problem({ file: "nothing.yaml" })).toMatch(/^there is no config file "nothing.yaml" in /);
});

test("takes the file from the caller, then the environment, then the stack config", async () => {
  pulumi.runtime.setAllConfig({ "link-management:file": "from-config.yaml" });
  expect(await problem()).toContain('"from-config.yaml"');
  vi.stubEnv("LINK_MANAGEMENT_FILE", "from-environment.yaml");
  expect(await problem()).toContain('"from-environment.yaml"');
  expect(await problem({ file: "from-caller.yaml" })).toContain('"from-caller.yaml"');
});

test("rejects a key in plain config, even if the environment has one", async () => {
  write("link-management.yaml", "{}");
  pulumi.runtime.setAllConfig({ "link-management:apiKey": "plain-key" });
  const message = await problem();
  expect(message).toContain("pulumi config set --secret link-management:apiKey");
  expect(message).not.toContain("plain-key");
});

test("accepts a key in secret config", async () => {
  write("link-management.yaml", "{}");
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", undefined);
  pulumi.runtime.setAllConfig({ "link-management:apiKey": "secret-key" }, ["link-management:apiKey"]);
  expect(await loadStack({ folder })).toEqual({});
});

test("shows no secret of the file that the service repeats", async () => {
  const server = createServer((_, response) => {
    response.writeHead(401).end('{"error":1,"message":"no hunter22 and no battery staple"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    pulumi.runtime.setAllConfig({ "shop:tag": "battery staple" }, ["shop:tag"]);
    write(
      "link-management.yaml",
      'account: { expect: { id: 1 }, password: hunter22 }\npixels: { ads: { type: forum, name: A, tag: "${config:shop:tag}" } }\n',
    );
    expect(await problem()).toMatch(/^the service rejected the API key: no \[secret\] and no \[secret\] /);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("rejects an unexpected account with one request", async () => {
  const emulator = await startEmulator({ port: 0 });
  try {
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", emulator.url);
    write("link-management.yaml", "account: { expect: { username: other } }\npixels: {}\n");
    expect(await problem()).toMatch(
      /^wrong account: expected username other, but the API key belongs to account 1 .*\(acme, /,
    );
    write("link-management.yaml", "account: { expect: { username: acme, id: 1 } }\n");
    expect(await loadStack({ folder })).toEqual({});
    expect(emulator.log.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/account"]);
  } finally {
    await emulator.close();
  }
});

test("reports a setting that does not exist, unless the file refers to it", async () => {
  pulumi.runtime.setAllConfig({ "link-management:acount": "acme" });
  expect(await problem()).toMatch(
    /^unknown setting link-management:acount; did you mean link-management:account\?\n\n1 error/,
  );
  write(
    "link-management.yaml",
    'pixels: { ads: { type: fbpixl, name: "${config:link-management:acount}", tag: "1" } }\n',
  );
  expect(await problem()).toMatch(/^1 error in link-management.yaml\n/);
});

test("shows the expression instead of an expected value from outside", async () => {
  const emulator = await startEmulator();
  try {
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", emulator.url);
    vi.stubEnv("SOME_TOKEN", "s3cret");
    write("link-management.yaml", 'account: { expect: { username: "${env:SOME_TOKEN}", id: 99 } }\n');
    const message = await problem();
    expect(message).toContain("expected id 99, username ${env:SOME_TOKEN}, but the API key belongs to");
    expect(message).not.toContain("s3cret");
  } finally {
    await emulator.close();
  }
});

test("creates the resources with a provider", async () => {
  const accounts = [
    { username: "acme", keys: [DEMO_KEY] },
    { username: "brand-b", keys: ["key-of-b"] },
  ];
  const emulator = await startEmulator({ accounts });
  const providers = new Map<string, string | undefined>();
  try {
    await inProgramRun(async () => {
      await pulumi.runtime.setMocks({
        call: () => ({}),
        newResource: ({ name, inputs, provider }) => {
          providers.set(name, provider?.split("::").at(-2));
          return { id: "7", state: inputs };
        },
      });
      const provider = new Provider("brand-b", { apiKey: "key-of-b", baseUrl: emulator.url });
      write("link-management.yaml", 'pixels: { ads: { type: forum, name: A, tag: "1" } }\n');
      const outputs = await loadStack({ folder, provider });
      await (
        outputs.pixels as unknown as Record<string, { id: { promise(): Promise<unknown> } }>
      ).ads!.id.promise();
      await expect(loadStack({ folder, provider: "brand-b" as never })).rejects.toThrow(
        "loadStack: provider must be a Provider of pulumi-link-management",
      );
    });
    expect(providers.get("ads")).toBe("brand-b");
  } finally {
    await emulator.close();
  }
});
