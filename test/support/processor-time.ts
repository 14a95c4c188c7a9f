/** CPU time in ms, so that a busy machine does not count. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return since(before);
}

/** The same of a call that ends later. */
export async function processorTimeOf(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
