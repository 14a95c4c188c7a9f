import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { watchEngine } from "../../src/engine/connection";

/** Speaks HTTP/2 like the engine. Prints its port, and closes a connection for every input. */
const ENGINE = `
const { createServer } = require("node:http2");
const sessions = [];
const server = createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("session", (session) => { sessions.push(session); console.log("connected"); });
process.stdin.on("data", () => sessions.pop().close());
`;

test("notices a killed engine, and ignores a closed connection", async () => {
  const engine = spawn(process.execPath, ["-e", ENGINE], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void engine.kill("SIGKILL"));
  const nextLine = async () => String((await once(engine.stdout, "data"))[0]).trim();
  const port = await nextLine();

  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    watchEngine(`127.0.0.1:${port}`, () => {
      hasEnded = true;
      resolve();
    });
  });
  expect(await nextLine()).toBe("connected");
  engine.stdin.write("close");
  expect(await nextLine()).toBe("connected");
  expect(hasEnded).toBe(false);
  engine.kill("SIGKILL");
  await ended;
});
