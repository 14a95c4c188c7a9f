// Preloaded into the Node processes of a measured command. Programs and providers write their CPU time and peak memory to
// a file.
const { renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

function writeUsage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const file = join(process.env.BENCH_USAGE_FOLDER, `${process.pid}.json`);
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMemoryMiB: maxRSS / 1024 };
  writeFileSync(`${file}.new`, JSON.stringify(usage));
  renameSync(`${file}.new`, file);
}

if (/dynamic-provider|pulumi\/cmd\/run/.test(process.argv[1])) {
  // A signal ends the provider without an exit event, so the last periodic write counts.
  setInterval(writeUsage, 100).unref();
  process.on("exit", writeUsage);
}
