import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { onCancel } from "../../../src/pulumi/patches/cancel";

test("notices that the engine cancels the provider, and no other call", async () => {
  // As the SDK's provider process does.
  const server = createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  let canceled = 0;
  onCancel(() => canceled++);
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.close());
  const call = async (method: string) => {
    const request = client.request({ ":path": `/pulumirpc.ResourceProvider/${method}`, ":method": "POST" });
    request.resume().end();
    await once(request, "close");
  };
  await call("Create");
  expect(canceled).toBe(0);
  await call("Cancel");
  expect(canceled).toBe(1);
});
