// Keys, passwords and the content of wifi codes: secret in the state, and in no message. The end of a world finds those
// that a message or an error shows.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import type { Transport } from "../../src/api/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import * as library from "../../src/index";
import { Account, Channel, Domain, Pixel, QrCode } from "../../src/index";
import { messageOf } from "../support/message-of";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../support/secrets";
import type { Stack } from "../support/stack";
import { startStack, startWorld } from "../support/world";

/** What is secret, with a program for a value of it, and the field that the state encrypts. */
const SECRETS: readonly (readonly [string, (wifi: string, password: string) => unknown, field: string])[] = [
  [
    "the object of a wifi",
    (pass) => new QrCode("it", { type: "wifi", data: { ssid: "Guests", pass } }),
    "data",
  ],
  ["a wifi in a text", (wifi) => new QrCode("it", { type: "text", data: wifiText(wifi) }), "data"],
  [
    "the text of a wifi with an output",
    (password) => {
      const data = pulumi.output({ ssid: "G", password }).apply(library.wifiText);
      return new QrCode("it", { type: "wifi", data });
    },
    "data",
  ],
  [
    "a wifi in the text of an output",
    (wifi) => new QrCode("it", { type: "text", data: pulumi.output(wifiText(wifi)) }),
    "data",
  ],
  ["a password", (_, password) => new Account("it", { email: "a@example.com", password }), "password"],
  [
    "what the program marks",
    (_, tag) => new Pixel("it", { type: "fbpixel", name: "Ads", tag: pulumi.secret(tag) }),
    "tag",
  ],
];

test.each(SECRETS)(
  "%s is encrypted in the state, and no preview and no answer of the service shows it",
  async (_, construct, field) => {
    const [program, changed] = [
      () => void construct(WIFI, PASSWORD),
      () => void construct(NEW_WIFI, NEW_PASSWORD),
    ];
    const { stack } = await startStack();
    const failing = async (run: Promise<unknown>, words: string) =>
      expect(await messageOf(run)).toContain(words);
    await failing(stack.up(program, { wrap: echoing(/POST|PUT/) }), "not shown");
    await stack.up(program);
    expect(stack.resources[0]!.secrets).toContain(field);
    expect((await stack.preview(program)).changes).toEqual([]);
    expect((await stack.preview(changed)).with("update")).toHaveLength(1);
    await failing(stack.up(changed, { wrap: echoing(/POST|PUT/) }), "not shown");
    await failing(stack.refresh({ wrap: echoing(/GET/) }), "repeats");
    await stack.up(changed);
    expect(stack.resources[0]!.secrets).toContain(field);
  },
);

/** A service that rejects requests of a method with a message that repeats the body and the key. */
const echoing =
  (method: RegExp) =>
  (real: Transport): Transport => ({
    async send(request) {
      if (!method.test(request.method)) return real.send(request);
      const message = `repeats ${request.body} ${DEMO_KEY}`;
      return { status: 422, headers: {}, text: JSON.stringify({ error: 1, message }) };
    },
    close: () => real.close(),
  });

test.each([
  ["of a list", "GET /api/channels", (stack: Stack) => stack.refresh()],
  ["of a delete", "DELETE /api/channel/*", (stack: Stack) => stack.destroy()],
])("the answer to a request %s shows no secret of other resources", async (_, on, run) => {
  const { world, stack } = await startStack();
  for (const echoed of [PASSWORD, "4711471147"]) {
    world.faults.clear();
    await stack.up(() => {
      new Account("it", { email: "a@example.com", password: PASSWORD });
      new QrCode("guests", { type: "wifi", data: { ssid: "Guests", pass: 4711471147 } } as never);
      new Channel("spring", { name: "Spring" });
    });
    world.faults.rule({ on, reject: `repeats (${echoed})` });
    expect(await messageOf(run(stack))).toContain("repeats (***)");
  }
});

test.each<[string, () => unknown]>([
  ["password", () => new Account("it", { password: [PASSWORD] } as never)],
  ["email", () => new Account("it", { email: PASSWORD, password: PASSWORD })],
  ["content", () => new QrCode("it", { type: "wifi", content: { wifi: { ssid: WIFI } } } as never)],
  ["tag", () => new Pixel("it", { type: "fbpixel", name: "a", tag: pulumi.secret([PASSWORD]) } as never)],
])("an invalid secret is named by its field, without its value: %s", async (field, construct) => {
  const world = await startWorld();
  await expect(world.stack().preview(() => void construct())).rejects.toThrow(field);
});

test("an adoption records what it overwrites, for the review, but no secret value of account or program", async () => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: PASSWORD, tag: "1" });
  world.account.domains.create({ domain: "https://go.example.com", redirectroot: "https://old.example" });
  const stack = world.stack({ onExisting: "overwrite" });
  await stack.up(() => {
    new Pixel("ads", { type: "fbpixel", name: pulumi.secret("Ads"), tag: "1" });
    const [domain, redirectRoot] = ["https://go.example.com", "https://new.example"];
    new Domain("go", { domain, redirectRoot, redirect404: "https://a.example" });
  });
  const live = stack.resources.map(({ inputs }) => JSON.parse(String(inputs.__entry)).overwrites);
  expect(live).toEqual([{ redirectRoot: "https://old.example", redirect404: "" }, { name: "[secret]" }]);
});
