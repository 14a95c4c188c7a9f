// What the handlers of one process share.
import { expect, test } from "vitest";
import { StoppedError } from "../../src/api/errors";
import { ProviderProcess } from "../../src/provider/provider-process";

const startProcess = (env: NodeJS.ProcessEnv, log: (severity: string, text: string) => void = () => {}) =>
  new ProviderProcess({ log, env, definitions: [] });

test("a stop ends the session: nothing more is sent", async () => {
  const env = { LINK_MANAGEMENT_API_KEY: "key", LINK_MANAGEMENT_BASE_URL: "http://127.0.0.1:9" };
  const provider = startProcess(env);
  provider.configure(() => undefined);
  await provider.stop();
  const session = await provider.session();
  await expect(session.account()).rejects.toThrow(StoppedError);
  await session.close();
});

test("a message about an entry is written once, and that of another entry all the same", () => {
  const lines: string[] = [];
  const provider = startProcess({}, (severity, text) => void lines.push(`${severity} ${text}`));
  for (const name of ["a", "a", "b"]) provider.logFor({ name, urn: name }).warn("is odd");
  expect(lines).toEqual(["warn a: is odd", "warn b: is odd"]);
});

test("invalid settings that nobody needs end no process", async () => {
  const provider = startProcess({});
  provider.configure(() => undefined);
  // Node.js reports a rejection that nobody handles after the microtasks, which fails the test run.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(provider.session()).rejects.toThrow("no API key");
});
