// Two accounts on one emulator, and programs that use both.
import { registry } from "../../../src/resources/index";
import type { Project } from "../support/project";

export const KEYS = { a: "key-of-brand-a", b: "key-of-brand-b", renewedB: "renewed-key-of-brand-b" };

export const ACCOUNTS = [
  { username: "brand-a", keys: [KEYS.a] },
  { username: "brand-b", keys: [KEYS.b, KEYS.renewedB] },
];

const CLASSES = registry.map(({ definition }) => definition.type);

/** @param body a program after its imports */
export const code = (body: string): Record<string, string> => ({
  "index.js": `const pulumi = require("@pulumi/pulumi");
const { ${CLASSES.join(", ")}, Provider, getAccount, getPixelsOutput, loadStack } = require("pulumi-link-management");
${body}
`,
});

/** A program with the providers `a` and `b`. */
export const program = (body: string, keys: { a?: string; b?: string } = {}): Record<string, string> =>
  code(`const a = new Provider("brand-a", { apiKey: "${keys.a ?? KEYS.a}", account: "brand-a" });
const b = new Provider("brand-b", { apiKey: "${keys.b ?? KEYS.b}", account: { username: "brand-b" } });
${body}`);

/** Names of the pixels and channels on each account. */
export function objects({ emulator }: Project): Record<string, string[]> {
  return Object.fromEntries(
    ACCOUNTS.map(({ username }) => {
      const { pixels, channels } = emulator.store.account(username);
      return [username, [...pixels.list(), ...channels.list()].map(({ name }) => name)];
    }),
  );
}
