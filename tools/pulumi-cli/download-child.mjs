// Runs the installer of the npm package `pulumi` in a process of its own, because it blocks while it works.
// Its fetch waits minutes for an address that does not answer, so it gets one with a time limit.

import { createRequire } from "node:module";

const [installer, version, root, answerWithin] = process.argv.slice(2);
const { installCLI } = createRequire(import.meta.url)(installer);

async function fetchText(url) {
  const signal = AbortSignal.timeout(Number(answerWithin));
  const response = await fetch(url, { signal }).catch((error) => {
    throw signal.aborted ? new Error(`no answer from ${url} in ${answerWithin / 1000} s`) : error;
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

try {
  await installCLI(version, root, { fetchText });
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
