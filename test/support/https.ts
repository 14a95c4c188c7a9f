// A server behind https with a certificate of its own, which nobody knows. It ends with the test.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder";

export async function startHttps(): Promise<string> {
  const folder = temporaryFolder();
  const options = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout key.pem -out cert.pem";
  execFileSync("openssl", ["req", ...options.split(" "), "-subj", "/CN=127.0.0.1"], {
    cwd: folder,
    stdio: "pipe",
  });
  const [key, cert] = ["key.pem", "cert.pem"].map((file) => readFileSync(join(folder, file)));
  const server = createServer({ key, cert }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
