// The object that a key or an id on the command line means, with the emulator and the output of a Pulumi CLI.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AccountSession } from "../../../src/api/session";
import { findId } from "../../../src/commands/account/find-object";
import { PulumiError, PulumiProject } from "../../../src/commands/account/pulumi-project";
import { DEMO_KEY, type Emulator, startEmulator } from "../../../src/emulator/index";
import type { Definition } from "../../../src/kind/definition";
import { channel, qrCode } from "../../../src/resources/kinds";

let folder: string;
let emulator: Emulator;
let session: AccountSession;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "find-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\n");
  emulator = await startEmulator();
  const settings = { apiKey: DEMO_KEY, baseUrl: emulator.url, pageSize: 100, settleTimeMs: 0 };
  session = new AccountSession(settings);
});
afterEach(async () => {
  await session.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

const acme = () => emulator.store.account("acme");
const requests = () => emulator.log.map(({ method, path }) => `${method} ${path}`);

/** A resource in the output of `pulumi stack export`. */
function recorded(type: string, name: string, id: string, metadata: object = {}, more: object = {}) {
  const token = `pulumi-nodejs:dynamic/link-management:${type}`;
  const outputs = {
    __metadata: JSON.stringify({ id, account: "1 registered 2024-01-15 09:30:00", ...metadata }),
  };
  return { custom: true, type: token, urn: `urn:pulumi:test::test::${token}::${name}`, id, outputs, ...more };
}

function find(
  definition: Definition,
  word: string,
  config: string | undefined,
  state: object[] | Error = [],
) {
  if (config !== undefined) writeFileSync(join(folder, "link-management.yaml"), config);
  const project = PulumiProject.at(folder, undefined, async () => {
    if (state instanceof Error) throw state;
    return JSON.stringify({ deployment: { resources: state } });
  });
  return findId(definition, word, { session, project, folder, file: undefined });
}

const SPRING = "channels: { spring: { name: Spring } }";
const MENU = "qrCodes: { menu: { type: link, data: https://example.com } }";

test("an id needs no config file and no request", async () => {
  expect(await find(qrCode, "4711", undefined)).toBe("4711");
  expect(requests()).toEqual([]);
});

test("an entry with an id in onExisting needs no request", async () => {
  const config = "qrCodes: { menu: { type: link, data: x, options: { onExisting: { id: 12 } } } }";
  expect(await find(qrCode, "menu", config)).toBe("12");
  expect(requests()).toEqual([]);
});

test("an entry is found by its identity, whatever the case", async () => {
  const { id } = acme().channels.create({ name: "SPRING" });
  expect(await find(channel, "spring", SPRING, new Error("not run"))).toBe(String(id));
});

test("the state decides between objects of one name, and about objects without an identity", async () => {
  const ids = [1, 2].map(() => String(acme().channels.create({ name: "Spring" }).id));
  const state = [
    recorded("Channel", "spring", ids[1]!),
    recorded("QrCode", "menu", "7"),
    recorded("QrCode", "menu", "6", {}, { delete: true }),
    recorded("Pixel", "spring", "8"),
  ];
  const config = `${SPRING}\n${MENU}`;
  expect(await find(channel, "spring", config, state)).toBe(ids[1]);
  expect(await find(qrCode, "menu", config, state)).toBe("7");
});

test("the state decides about a name from outside the file", async () => {
  const config = 'channels: { spring: { name: "Spring ${config:year}" } }';
  expect(await find(channel, "spring", config, [recorded("Channel", "spring", "5")])).toBe("5");
});

describe("an error says what to do:", () => {
  const message = (...args: Parameters<typeof find>) =>
    find(...args).then(
      (id) => `found ${id}`,
      (error: Error) => error.message,
    );

  test("a key that the file does not have", async () => {
    expect(await message(qrCode, "menue", MENU)).toBe(
      'qrCodes in link-management.yaml has no key "menue"; did you mean "menu"?',
    );
    expect(await message(qrCode, "\u001b[2Jx", MENU)).toMatch(
      /has no key "\\u001b\[2Jx"\. Use a key of the file, or the id of an object$/,
    );
    expect(requests()).toEqual([]);
  });

  test("no config file, and one with errors", async () => {
    expect(await message(qrCode, "menu", undefined)).toMatch(
      /^there is no config file "link-management.yaml"/,
    );
    expect(await message(qrCode, "menu", "qrCodes: { menu: { tipe: link } }")).toMatch(
      /^link-management\.yaml has \d errors?, so its keys are not known\. Run `pulumi-link-management validate`/,
    );
  });

  test.each([
    ["nothing in the state", MENU, [], "the stack has no such resource: run `pulumi up` first"],
    [
      "a pending create",
      MENU,
      [recorded("QrCode", "menu", "pending", { pending: true })],
      "the result of its create is not known",
    ],
    [
      "two resources",
      MENU,
      [recorded("QrCode", "menu", "1"), recorded("QrCode", "menu", "2")],
      "the stack has 2 resources of this name",
    ],
    [
      "no stack",
      MENU,
      new PulumiError("no stack selected"),
      "the state of the stack cannot be read (no stack selected)",
    ],
  ] as const)("%s", async (_, config, state, problem) => {
    expect(await message(qrCode, "menu", config, state as never)).toBe(
      `qrCodes.menu (link-management.yaml:1:12): its object is not known. Nothing readable identifies it, and ${problem}. ` +
        "Use its id in place of the key",
    );
  });

  test("no object, several objects, and a value from outside", async () => {
    expect(await message(channel, "spring", SPRING)).toContain(
      "No object of the account has its name, and the stack",
    );
    const ids = [1, 2].map(() => acme().channels.create({ name: "Spring" }).id);
    await session.close();
    session = new AccountSession(session.settings);
    expect(await message(channel, "spring", SPRING)).toMatch(
      new RegExp(`2 objects have its name \\(ids (${ids.join(", ")}|${ids.toReversed().join(", ")})\\), and`),
    );
    expect(await message(channel, "spring", 'channels: { spring: { name: "${env:NAME}" } }')).toContain(
      "Its name comes from outside the file, and",
    );
  });

  test("another account than the file expects, or than the stack has", async () => {
    const config = `account: { expect: { username: other } }\n${MENU}`;
    expect(await message(qrCode, "menu", config)).toMatch(
      /^wrong account: expected username other, but the API key/,
    );
    const state = [recorded("QrCode", "menu", "7", { account: "2 registered 2020-01-01 00:00:00" })];
    expect(await message(qrCode, "menu", MENU, state)).toMatch(
      /^wrong account: the resources of this stack belong/,
    );
  });
});
