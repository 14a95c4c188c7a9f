// Runs the installer of the npm package `pulumi` in its own process, because the installer blocks.
// Replaces the installer's fetch, which waits minutes for an address that does not respond.

import { createRequire } from "node:module";

const [installer, version, root, responseTimeoutMs] = process.argv.slice(2);
const { installCLI } = createRequire(import.meta.url)(installer);

async function fetchText(url) {
  const signal = AbortSignal.timeout(Number(responseTimeoutMs));
  const response = await fetch(url, { signal }).catch((error) => {
    throw signal.aborted ? new Error(`no response from ${url} in ${responseTimeoutMs / 1000} s`) : error;
  });
  if (!response.ok) throw new Error(`${url} returned status ${response.status}`);
  return response.text();
}

try {
  await installCLI(version, root, { fetchText });
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
