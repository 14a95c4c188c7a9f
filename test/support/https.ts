// A service behind https, whose certificate comes from a private authority. Both are made for the test, by openssl.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import tls from "node:tls";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder";

/**
 * Ends at the end of the test.
 * @param target address of the service, with its port
 * @returns the address, and the file with the certificate of the authority
 */
export async function startHttps(target: string): Promise<{ url: string; authority: string }> {
  const folder = temporaryFolder();
  const certify = (name: string, ...options: string[]) => {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout", `${name}.key`];
    const certificate = ["-subj", `/CN=${name}`, "-out", `${name}.pem`, ...options];
    execFileSync("openssl", ["req", "-x509", ...key, ...certificate], { cwd: folder, stdio: "pipe" });
  };
  certify("authority");
  certify(
    "service",
    "-CA",
    "authority.pem",
    "-CAkey",
    "authority.key",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  );
  const read = (file: string) => readFile(join(folder, file));
  const { port } = new URL(target);
  const server = tls.createServer(
    { key: await read("service.key"), cert: await read("service.pem") },
    (socket) => {
      // Either side may end the connection.
      pipeline(socket, net.connect(Number(port), "127.0.0.1"), socket, () => {});
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, authority: join(folder, "authority.pem") };
}
