// Wrong keys and services, and the parts of the error that each must cause.
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { startEmulator } from "../support/emulator";
import type { Project, Run } from "../support/project";
import { OTHER_REGISTERED, REGISTERED } from "./rejection";

/** The account of the stack, whose key was renewed, and another one. */
export const ACCOUNTS = [
  { username: "acme", keys: [DEMO_KEY, "renewed-key"] },
  { username: "other", keys: ["other-key"], registered: OTHER_REGISTERED },
];

/** Another installation, whose account has the same id and key. */
export const startOtherService = (): Promise<Emulator> =>
  startEmulator({
    accounts: [{ username: "acme", keys: [DEMO_KEY], registered: OTHER_REGISTERED }],
    rateLimit: 100_000,
  });

export interface Wrong {
  readonly what: string;
  env(otherService: Emulator): Record<string, string>;
  readonly parts: readonly string[];
}

export const ANOTHER_ACCOUNT: Wrong = {
  what: "a key of another account",
  env: () => ({ LINK_MANAGEMENT_API_KEY: "other-key" }),
  parts: [REGISTERED, "other", OTHER_REGISTERED],
};

export const WRONG: readonly Wrong[] = [
  ANOTHER_ACCOUNT,
  {
    what: "another installation, whose account has the same id",
    env: (otherService) => ({ LINK_MANAGEMENT_BASE_URL: otherService.url }),
    parts: [REGISTERED, OTHER_REGISTERED],
  },
  {
    what: "a rejected key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "of-somebody-else" }),
    parts: ["the service rejected the API key", "set it again with"],
  },
  {
    what: "an empty key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "" }),
    parts: ["the API key in LINK_MANAGEMENT_API_KEY is empty"],
  },
];

/** Runs one command with changed variables. */
export async function runWith(
  env: Record<string, string>,
  project: Project,
  command: readonly string[],
): Promise<Run> {
  const original = { ...project.env };
  Object.assign(project.env, env);
  try {
    return await project.try(...command);
  } finally {
    Object.assign(project.env, original);
  }
}
