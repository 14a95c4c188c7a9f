// Loaded first into the node processes of a measured command: notes their processor time and peak memory in a file.
const { renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const ROLES = [
  ["provider", /dynamic-provider/],
  ["program", /pulumi[\\/]cmd[\\/]run/],
];
const role = ROLES.find(([, pattern]) => pattern.test(process.argv[1] ?? ""))?.[0];

function note() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const file = join(process.env.BENCH_USAGE, `${process.pid}.json`);
  const usage = { role, cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 };
  writeFileSync(`${file}.new`, JSON.stringify(usage));
  renameSync(`${file}.new`, file);
}

if (role && process.env.BENCH_USAGE) {
  // A provider is ended by a signal, so its end cannot be awaited: what counts is its last note.
  setInterval(note, 100).unref();
  process.on("exit", note);
}
