import type { Result } from "./result.mjs";

export function table(
  results: (Result & { suite: string })[],
  process: { stdout: { isTTY?: boolean }; env: NodeJS.ProcessEnv },
): string;
