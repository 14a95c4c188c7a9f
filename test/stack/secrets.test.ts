// Keys, passwords and the content of wifi codes: secret in the state, and in no message. The end of a world finds those
// that a message or an error shows.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import type { Transport } from "../../src/api/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import * as library from "../../src/index";
import { Account, Channel, Pixel, QrCode } from "../../src/index";
import { messageOf } from "../support/message-of";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../support/secrets";
import type { Stack } from "../support/stack";
import { startStack, startWorld, type World } from "../support/world";

/** The log of the service does not know what a program marks. */
const forgetLog = (world: World) => world.service.clearLog();

/** What is secret, with a program for a value of it, and the field that the state encrypts. */
const SECRETS: readonly (readonly [string, (isNew: boolean) => unknown, field: string])[] = [
  [
    "the object of a wifi",
    (isNew) => new QrCode("it", { type: "wifi", data: { ssid: "Guests", pass: isNew ? NEW_WIFI : WIFI } }),
    "data",
  ],
  [
    "a wifi in a text",
    (isNew) => new QrCode("it", { type: "text", data: wifiText(isNew ? NEW_WIFI : WIFI) }),
    "data",
  ],
  [
    "the text of a wifi with an output",
    (isNew) => {
      const fields = pulumi.output({ ssid: "G", password: isNew ? NEW_WIFI : WIFI });
      return new QrCode("it", { type: "wifi", data: fields.apply(library.wifiText) });
    },
    "data",
  ],
  [
    "a password",
    (isNew) => new Account("it", { email: "a@example.com", password: isNew ? NEW_PASSWORD : PASSWORD }),
    "password",
  ],
  [
    "what the program marks",
    (isNew) =>
      new Pixel("it", { type: "fbpixel", name: "Ads", tag: pulumi.secret(isNew ? NEW_PASSWORD : PASSWORD) }),
    "tag",
  ],
];

describe.each(SECRETS)("%s", (_, construct, field) => {
  const program =
    (isNew = false) =>
    () =>
      void construct(isNew);

  test("is encrypted in the state, and a change is shown without it", async () => {
    const { world, stack } = await startStack({ up: program() });
    expect(stack.resources[0]!.secrets).toContain(field);
    expect((await stack.preview(program())).changes).toEqual([]);
    const preview = await stack.preview(program(true));
    expect(preview.with("update")).toHaveLength(1);
    await stack.up(program(true));
    expect(stack.resources[0]!.secrets).toContain(field);
    forgetLog(world);
  });

  test("is not quoted from the response to its request, and the key is masked in all others", async () => {
    const { world, stack } = await startStack();
    const failing = async (run: Promise<unknown>, words: string) => {
      const failure = await run.then(String, (error: Error) => error.message);
      expect(failure).toContain(words);
    };
    await failing(stack.up(program(), { wrap: echoing(/POST|PUT/) }), "not shown");
    await stack.up(program());
    await failing(stack.up(program(true), { wrap: echoing(/PUT|POST/) }), "not shown");
    await failing(stack.refresh({ wrap: echoing(/GET/) }), "repeats");
    forgetLog(world);
  });
});

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

describe("what the service says in an error shows no secret of the stack:", () => {
  const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const numeric = "4711471147";
  const program = (color?: string) => () => {
    new Account("it", { email: "a@example.com", password: PASSWORD });
    new QrCode("guests", { type: "wifi", data: { ssid: "Guests", pass: Number(numeric) } } as never);
    new QrCode("text", { type: "wifi", data: wifiText("hunter\\;2-go") });
    new Channel("spring", { name: "Spring", ...(color && { color }) });
  };

  test.each([
    ["of a list", "GET /api/channels", (stack: Stack) => stack.refresh()],
    ["of a delete", "DELETE /api/channel/*", (stack: Stack) => stack.destroy()],
    [
      "of another resource",
      "PUT /api/channel/*",
      (stack: Stack) => stack.up(program("#000000"), { preview: false }),
    ],
  ])("%s", async (_, on, run) => {
    const { world, stack } = await startStack();
    for (const echoed of [PASSWORD, html(PASSWORD), encodeURIComponent(PASSWORD), numeric, "hunter;2-go"]) {
      world.faults.clear();
      await stack.up(program());
      world.faults.rule({ on, reject: `repeats (${echoed})` });
      expect(await messageOf(run(stack))).toContain("repeats (***)");
    }
    forgetLog(world);
  });
});

test("an invalid secret is named by its field, without its value", async () => {
  const world = await startWorld();
  for (const [construct, field] of [
    [() => new Account("it", { password: [PASSWORD] } as never), "password"],
    [() => new Account("it", { email: PASSWORD, password: PASSWORD }), "email"],
    [() => new QrCode("it", { type: "wifi", content: { wifi: { ssid: WIFI } } } as never), "content"],
    [() => new Pixel("it", { type: "fbpixel", name: "a", tag: pulumi.secret([PASSWORD]) } as never), "tag"],
  ] as const)
    await expect(world.stack().preview(() => void construct())).rejects.toThrow(field);
});

test("an object that differs in a secret field is described without both values", async () => {
  const world = await startWorld();
  world.account.channels.create({ name: "Spring", description: NEW_PASSWORD });
  const program = () =>
    void new Channel("it", { name: "Spring", description: pulumi.secret(PASSWORD) }, { onExisting: "adopt" });
  await expect(world.stack().preview(program)).rejects.toThrow("differs in description");
});

describe("in a config file", () => {
  test("the password of a wifi is encrypted in the state, and content is not in it", async () => {
    const { world, stack } = await startStack({
      up: `qrCodes: { it: { type: wifi, content: { wifi: { ssid: G, password: ${JSON.stringify(WIFI)} } } } }`,
    });
    expect(stack.resources).toMatchObject([{ secrets: expect.arrayContaining(["data"]) }]);
    expect(stack.resources[0]!.inputs).not.toHaveProperty("content");
    forgetLog(world);
  });

  test("a value of a secret stack setting stays secret, and its errors do not show it", async () => {
    const world = await startWorld();
    const pixel = "pixels: { ads: { type: fbpixel, name: Ads, tag: '${config:secret}' } }";
    const secret = (value: string) => ({ config: { "shop:secret": value } });
    const stack = world.stack();
    await stack.up(pixel, secret(PASSWORD));
    expect(world.account.pixels.list()).toMatchObject([{ tag: PASSWORD }]);
    expect(stack.resources[0]!.secrets).toContain("tag");
    const failing = stack.up(pixel.replace("name: Ads", "name: ''"), secret(NEW_PASSWORD));
    await expect(failing).rejects.toThrow("pixels.ads");
    forgetLog(world);
  });
});

test("an adoption records what it overwrites, for the review, but no secret value of account or program", async () => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: PASSWORD, tag: "1" });
  world.account.domains.create({ domain: "https://go.example.com", redirectroot: "https://old.example" });
  const stack = world.stack({ onExisting: "overwrite" });
  await stack.up(() => {
    new Pixel("ads", { type: "fbpixel", name: pulumi.secret("Ads"), tag: "1" });
    const [domain, redirectRoot] = ["https://go.example.com", "https://new.example"];
    new library.Domain("go", { domain, redirectRoot, redirect404: "https://a.example" });
  });
  const live = stack.resources.map(({ inputs }) => JSON.parse(String(inputs.__entry)).overwrites);
  expect(live).toEqual([{ redirectRoot: "https://old.example", redirect404: "" }, { name: "[secret]" }]);
  forgetLog(world);
});
