// What can be wrong with the key and the service that a command is given, and what its refusal must name.
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { startEmulator } from "../support/emulator";
import type { Project, Run } from "../support/project";
import { OTHER_REGISTERED, REGISTERED } from "./refusal";

/** The accounts of the service: the stack's, whose key was renewed, and another one. */
export const ACCOUNTS = [
  { username: "acme", keys: [DEMO_KEY, "renewed-key"] },
  { username: "other", keys: ["other-key"], registered: OTHER_REGISTERED },
];

/** Another installation, whose account has the same id and key. */
export const startElsewhere = (): Promise<Emulator> =>
  startEmulator({
    accounts: [{ username: "acme", keys: [DEMO_KEY], registered: OTHER_REGISTERED }],
    rateLimit: 100_000,
  });

export interface Wrong {
  readonly what: string;
  env(elsewhere: Emulator): Record<string, string>;
  readonly named: readonly string[];
}

export const ANOTHER_ACCOUNT: Wrong = {
  what: "a key of another account",
  env: () => ({ LINK_MANAGEMENT_API_KEY: "other-key" }),
  named: [REGISTERED, "other", OTHER_REGISTERED],
};

export const WRONG: readonly Wrong[] = [
  ANOTHER_ACCOUNT,
  {
    what: "another installation, whose account has the same id",
    env: (elsewhere) => ({ LINK_MANAGEMENT_BASE_URL: elsewhere.url }),
    named: [REGISTERED, OTHER_REGISTERED],
  },
  {
    what: "a refused key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "of-somebody-else" }),
    named: ["the service refused the API key", "set it again with"],
  },
  {
    what: "an empty key",
    env: () => ({ LINK_MANAGEMENT_API_KEY: "" }),
    named: ["the API key in LINK_MANAGEMENT_API_KEY is empty"],
  },
];

/** Runs one command with other variables. */
export async function tryWith(
  env: Record<string, string>,
  project: Project,
  command: readonly string[],
): Promise<Run> {
  const right = { ...project.env };
  Object.assign(project.env, env);
  try {
    return await project.try(...command);
  } finally {
    Object.assign(project.env, right);
  }
}
