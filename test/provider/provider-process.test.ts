// What the handlers of one process share.
import { expect, onTestFinished, test } from "vitest";
import { StoppedError } from "../../src/api/errors";
import { ProviderProcess } from "../../src/provider/provider-process";

const LOG = { debug() {}, info() {}, warn() {} };

test("a stop ends the session: nothing more is sent", async () => {
  const env = { LINK_MANAGEMENT_API_KEY: "key", LINK_MANAGEMENT_BASE_URL: "http://127.0.0.1:9" };
  const provider = new ProviderProcess({ log: LOG, env, sections: [] });
  provider.configure(() => undefined);
  await provider.stop();
  const session = await provider.session();
  await expect(session.account()).rejects.toThrow(StoppedError);
  await provider.close();
});

test("a message is logged once, and a preview without entries says nothing", async () => {
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const provider = new ProviderProcess({ log: { ...LOG, info: note, warn: note }, env: {}, sections: [] });
  // Checked and compared, maybe twice.
  for (let time = 0; time < 2; time++) provider.logFor({ name: "Pixel ads", urn: "" }).warn("is odd");
  provider.report.hasProgram = true;
  await provider.finish();
  expect(logged).toEqual(["Pixel ads: is odd"]);
});

test("invalid settings that nobody needs end no process", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  onTestFinished(() => {
    process.removeListener("unhandledRejection", note);
    for (const other of others) process.on("unhandledRejection", other);
  });
  const provider = new ProviderProcess({ log: LOG, env: {}, sections: [] });
  provider.configure(() => undefined);
  // Node.js reports it after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  await expect(provider.session()).rejects.toThrow("no API key");
});
