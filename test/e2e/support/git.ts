import { execFileSync } from "node:child_process";

/** Without the user's own settings. Without `gc.auto`, each commit starts one process more. */
const OPTIONS = ["user.name=test", "user.email=test@example.com", "commit.gpgsign=false", "gc.auto=0"];

/** Runs git in a folder. */
export function gitIn(folder: string): (...args: string[]) => string {
  const options = OPTIONS.flatMap((option) => ["-c", option]);
  return (...args) => execFileSync("git", [...options, ...args], { cwd: folder, encoding: "utf8" }).trim();
}
