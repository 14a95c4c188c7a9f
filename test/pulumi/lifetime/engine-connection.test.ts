import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { watchEngine } from "../../src/pulumi/engine-watch";

/** A process that speaks HTTP/2 as the engine does; it says its port, and ends idle connections when told to. */
const ENGINE = `
const { createServer } = require("node:http2");
const sessions = [];
const server = createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("session", (session) => { sessions.push(session); console.log("watched"); });
process.stdin.on("data", () => sessions.pop().close());
`;

test("a process notices that the engine was killed, and not that only a connection ended", async () => {
  const engine = spawn(process.execPath, ["-e", ENGINE], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void engine.kill("SIGKILL"));
  const says = async () => String((await once(engine.stdout, "data"))[0]).trim();
  const port = await says();

  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    watchEngine(`127.0.0.1:${port}`, () => {
      isGone = true;
      resolve();
    });
  });
  expect(await says()).toBe("watched");
  engine.stdin.write("end the connection");
  expect(await says()).toBe("watched");
  expect(isGone).toBe(false);
  engine.kill("SIGKILL");
  await gone;
});
