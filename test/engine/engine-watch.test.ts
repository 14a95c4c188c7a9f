import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { watchEngine } from "../../src/engine/engine-watch";

test("a provider process notices that the engine's address is refused, and not before", async () => {
  const engine = createServer((socket) => socket.on("error", () => {}));
  engine.listen(0, "127.0.0.1");
  await once(engine, "listening");
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    watchEngine(`127.0.0.1:${(engine.address() as AddressInfo).port}`, () => {
      isGone = true;
      resolve();
    });
  });
  await once(engine, "connection");
  expect(isGone).toBe(false);
  engine.close();
  await gone;
  expect(isGone).toBe(true);
});
