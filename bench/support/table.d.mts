import type { Row } from "./row.mjs";

export function table(
  rows: (Row & { group: string })[],
  process: { stdout: { isTTY?: boolean }; env: NodeJS.ProcessEnv },
): string;
