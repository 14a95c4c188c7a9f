// `loadStack` in a program: what stops it before the first registration, and the stack outputs.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { loadStack } from "../../src/config/build/load-stack";
import { DEMO_KEY, startEmulator } from "../../src/emulator";
import { inProgramRun } from "../support/program-run";
import { CONFIG_FILE } from "./support/config";
import { Folder } from "./support/folder";

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "http://127.0.0.1:9");
});
afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

const WRONG = 'pixels: { ads: { type: fbpixel, name: Ads, tag: "1", typo: 1 } }\n';

function project(text: string): string {
  return new Folder().write({ "Pulumi.yaml": "name: test", [CONFIG_FILE]: text }).path;
}

/** The message of the one error, which the CLI prints without a stack. */
async function problem(text: string, file?: string): Promise<string> {
  const options = { folder: project(text), ...(file !== undefined && { file }) };
  const error: unknown = await loadStack(options).catch((thrown: unknown) => thrown);
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  return (error as Error).message;
}

async function emulator() {
  const started = await startEmulator();
  onTestFinished(() => started.close());
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", started.url);
  return started;
}

test("errors of the file and of the settings are one error", async () => {
  pulumi.runtime.setAllConfig({ "link-management:acount": "acme" });
  const message = await problem(WRONG);
  expect(message).toContain('unknown link-management:acount; did you mean "account"?');
  expect(message).toContain(`${CONFIG_FILE}:1:54 error`);
  pulumi.runtime.setAllConfig({});
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "");
  expect(await problem(WRONG)).toMatch(/API key[\s\S]*:1:54 error/);
});

test("a key in plain config is refused, also if the environment has one, and not shown", async () => {
  pulumi.runtime.setAllConfig({ "link-management:apiKey": "plain-key" });
  const message = await problem("{}");
  expect(message).toContain("--secret link-management:apiKey");
  expect(message).not.toContain("plain-key");
});

test("the file comes from the caller, then the environment, then the stack config", async () => {
  pulumi.runtime.setAllConfig({ "link-management:file": "from-config.yaml" });
  expect(await problem("{}")).toContain("from-config.yaml");
  vi.stubEnv("LINK_MANAGEMENT_FILE", "from-environment.yaml");
  expect(await problem("{}")).toContain("from-environment.yaml");
  expect(await problem("{}", "from-caller.yaml")).toContain("from-caller.yaml");
});

test("an unexpected account is an error after one request, which shows no value from outside", async () => {
  const { log } = await emulator();
  vi.stubEnv("SOME_TOKEN", "s3cret");
  const message = await problem('account: { expect: { username: "${env:SOME_TOKEN}", id: 99 } }\n');
  expect(message).toMatch(new RegExp(`^${CONFIG_FILE}:1:12 wrong account`));
  expect(message).not.toContain("s3cret");
  expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/account"]);
  const { addresses } = await loadStack({ folder: project("account: { expect: { username: acme } }") });
  expect(addresses).toEqual({});
});

test("a program gets the resources by section and key, and the addresses of QR codes and campaigns", async () => {
  // With mocks, a program needs neither.
  for (const name of ["API_KEY", "BASE_URL"]) vi.stubEnv(`LINK_MANAGEMENT_${name}`, undefined);
  await inProgramRun(async () => {
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: ({ name, type, inputs }) => ({
        id: "7",
        state: {
          ...inputs,
          ...(type.endsWith("QrCode") && { link: `https://acme.example/qr/${name}` }),
          ...(name === "launch" && { rotator: `https://acme.example/r/${name}` }),
          ...(type.endsWith("Account") && { username: "acme" }),
        },
      }),
    });
    const folder = project(
      "account: { email: a@example.com }\nqrCodes: { menu: { type: text, data: x } }\ncampaigns: { launch: { name: Launch }, private: { name: Private } }\nchannels: { a: { name: Spring } }\n",
    );
    const stack = await loadStack({ folder });
    const resolved = (value: object) =>
      new Promise((resolve) => pulumi.output({ value }).apply((one) => resolve(one.value)));
    expect(await resolved([stack.channels.a!.name, stack.account!.username])).toEqual(["Spring", "acme"]);
    // @ts-expect-error A misspelled property would be an argument that is not given.
    expect(stack.channels.a!.nmae).toBeUndefined();
    expect(JSON.parse(JSON.stringify(await resolved(stack.addresses)))).toEqual({
      qrCodes: { menu: { link: "https://acme.example/qr/menu" } },
      campaigns: { launch: { rotator: "https://acme.example/r/launch" } },
    });
    expect(await problem("pixels: { ads: { type: fbpixel } }")).toContain("pixels.ads");
  });
});
