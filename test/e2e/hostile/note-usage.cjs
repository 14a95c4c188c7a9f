// Loaded first into a measured process: notes at its end what it used.
const { readFileSync, writeFileSync } = require("node:fs");

/** Peak memory in KiB. The value of `resourceUsage` may be that of the parent process. */
function peak() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
}

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMiB: peak() / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
