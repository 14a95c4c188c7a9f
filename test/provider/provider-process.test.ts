// What the handlers of one process share.
import { expect, onTestFinished, test } from "vitest";
import { ProviderProcess } from "../../src/provider/provider-process";

test("invalid settings that nobody needs end no process", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  onTestFinished(() => {
    process.removeListener("unhandledRejection", note);
    for (const other of others) process.on("unhandledRejection", other);
  });
  const log = { debug() {}, info() {}, warn() {} };
  const provider = new ProviderProcess({ log, env: {}, sections: [] });
  provider.configure(() => undefined);
  // Node.js reports it after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  await expect(provider.session()).rejects.toThrow("no API key");
});
