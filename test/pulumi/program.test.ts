import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as pulumi from "@pulumi/pulumi";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../src/api/errors";
import { Provider } from "../../src/pulumi/accounts/provider-class";
import { Program } from "../../src/pulumi/program";
import { Pixel } from "../../src/resources/classes/pixel";
import { QrCode } from "../../src/resources/classes/qr-code";
import { inProgramRun, monitorWith, type SdkStore } from "./support/program-run";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
});
afterEach(() => void vi.unstubAllEnvs());

const inRun = (call: (program: Program) => Promise<void> | void) =>
  inProgramRun(async () => call(Program.current()));

/** A service that rejects every request. */
async function serve(text: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(401).end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an error of a program", () => {
  test("has no stack, because the SDK would inspect it for 20 seconds", () =>
    inRun((program) => {
      const error = program.error("no API key");
      expect(pulumi.RunError.isInstance(error)).toBe(true);
      expect({ message: error.message, stack: error.stack }).toEqual({ message: "no API key", stack: "" });
    }));

  test("is the same for the same message, so that the SDK shows it once", () =>
    inRun((program) => {
      expect(program.error("rejected")).toBe(program.error("rejected"));
      expect(program.error("rejected")).not.toBe(program.error("other"));
    }));

  test("replaces an API error, but not a defect", () =>
    inRun((program) => {
      expect(program.toRunError(new ApiError("no"))).toBe(program.error("no"));
      const defect = new TypeError("boom");
      expect(program.toRunError(defect)).toBe(defect);
    }));

  test("contains no secret of a resource", () =>
    inRun((program) => {
      program.keepSecretArgs(QrCode.definition, { type: "wifi", data: ["guests", "hunter22"] });
      program.keepSecretArgs(Pixel.definition, { tag: "battery staple" }, ["tag"]);
      const text = 'no hunter22, "battery staple" and WIFI:T:WPA;S:a;P:b;;';
      expect(program.error(text).message).toBe('no [secret], "[secret]" and [secret]');
    }));

  test("contains nothing that the service repeats in a read", () =>
    inRun(async (program) => {
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key-4711");
      vi.stubEnv("LINK_MANAGEMENT_BASE_URL", await serve('{"error":1,"message":"hunter22 with key-4711"}'));
      const session = program.session();
      onTestFinished(() => session.close());
      program.keepSecret("hunter22");
      await expect(program.read((session) => session.account())).rejects.toThrow("[secret] with [secret]");
    }));

  test("comes from a failed read", () =>
    inRun(async (program) => {
      await expect(program.read(async () => "read")).rejects.toThrow("no API key");
      await expect(program.read(async () => "read")).rejects.toSatisfy(pulumi.RunError.isInstance);
    }));
});

describe("a run", () => {
  test("has one program", () =>
    inRun((program) => {
      expect(Program.current()).toBe(program);
    }));

  test("shares nothing with another run", async () => {
    const programs: Program[] = [];
    for (let run = 0; run < 2; run++) await inRun((program) => void programs.push(program));
    expect(programs[0]).not.toBe(programs[1]);
    expect(programs[0]?.error("no")).not.toBe(programs[1]?.error("no"));
  });

  test("registers nothing and requires no settings without an engine", () =>
    inRun((program) => {
      expect(program.registrations).toBeUndefined();
      expect(() => program.checkSettings()).not.toThrow();
    }));

  test("has an engine if it has a monitor, as an inline program of the Automation API", () =>
    inProgramRun(async () => {
      const { settings } = (sdkState as unknown as { getStore(): SdkStore }).getStore();
      Object.assign(settings, { monitor: monitorWith({}).monitor });
      Object.assign(settings.options, { monitorAddr: "127.0.0.1:9" });
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", undefined);
      expect(Program.current()).toMatchObject({ isMocked: false, registrations: expect.anything() });
      expect(() => Program.current().checkSettings()).toThrow("no API key");
    }));

  test("does not wait for the key of a provider that comes from a resource", () =>
    inProgramRun(async () => {
      const { settings } = (sdkState as unknown as { getStore(): SdkStore }).getStore();
      Object.assign(settings, { monitor: { ...monitorWith({}).monitor, registerResource() {} } });
      Object.assign(settings.options, { monitorAddr: "127.0.0.1:9" });
      const never = new Promise<never>(() => {});
      // The members of an output that the SDK's types omit.
      const key = new (pulumi.Output as never as new (...args: unknown[]) => pulumi.Output<string>)(
        [{}],
        never,
        never,
        never,
        never,
      );
      new Provider("of a resource", { apiKey: key });
      new Provider("plain", { apiKey: "key", baseUrl: "http://127.0.0.1:9" });
      await Program.current().checkAccounts();
    }));

  test("with mocks has none", () =>
    inProgramRun(async () => {
      const before = Program.current();
      await pulumi.runtime.setMocks({ call: () => ({}), newResource: () => ({ id: "1", state: {} }) });
      expect(Program.current()).not.toBe(before);
      expect(Program.current()).toMatchObject({ isMocked: true, registrations: undefined });
      expect(() => Program.current().checkSettings()).not.toThrow();
    }));

  test("has one session, until the settings change", () =>
    inRun(async (program) => {
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key");
      vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "http://127.0.0.1:9");
      const session = program.session();
      onTestFinished(() => session.close());
      expect(program.session()).toBe(session);
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", "other");
      const other = program.session();
      onTestFinished(() => other.close());
      expect(other).not.toBe(session);
    }));
});
