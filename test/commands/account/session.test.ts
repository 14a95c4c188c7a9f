// The session of a command, against the emulator.
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { withSession } from "../../../src/commands/account/session";
import { qrCodeList } from "../../../src/commands/show/views";
import { DEMO_KEY, startEmulator } from "../../../src/emulator/index";

const stderr = { write: () => expect.unreachable("writes to a pipe") };

test("masks wifi content and the API key in what the service returns, and closes at the end", async () => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const names = ["WIFI:T:WPA;S:guests;P:planted;;", `key ${DEMO_KEY}`, "Menu"];
  for (const name of names) emulator.store.account("acme").qrs.create({ type: "link", data: "x", name });
  const env = { LINK_MANAGEMENT_BASE_URL: emulator.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY };
  const { codes, session } = await withSession(
    { folder: tmpdir(), env, stack: undefined, stderr },
    async ({ session, project, redacted }) => {
      const search = { session, project, folder: tmpdir(), file: undefined };
      return { session, codes: redacted(await qrCodeList.read(search, "")) };
    },
  );
  expect(codes.map(({ name }) => name).sort()).toEqual(["Menu", "[secret]", "key [secret]"]);
  await expect(session.read("/api/qr")).rejects.toThrow("the session was closed");
});
