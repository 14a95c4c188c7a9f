// A service that repeats everything it has ever received, in every response. No call of the engine shows a secret: those
// of the kind, and those that the program marks.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../../src/api/http/transport";
import { DEMO_KEY } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { hostileTransport } from "../hostile/responses";
import { type Process, type State, World } from "../support/world";

let world: World;
afterEach(async () => {
  // The log of the emulator does not know what a program marks.
  world.emulator.clearLog();
  // Fails if a message or an error contains a secret.
  await world.end();
});

/** Requests that the service echoes. */
type Echoed = "nothing" | "all" | "all except the account";

class EchoService implements Transport {
  echoed: Echoed = "nothing";
  /** The bodies of the requests before the echo. */
  readonly #received: string[] = [];
  readonly #http = new HttpTransport(world.emulator.url, DEMO_KEY);

  async send(request: Parameters<Transport["send"]>[0]) {
    const { method, path, body = "" } = request;
    const isEchoed = this.echoed === "all" || (this.echoed !== "nothing" && path !== "/api/account");
    if (!isEchoed) {
      this.#received.push(body);
      return this.#http.send(request);
    }
    const message = `no ${method}: ${body} ${this.#received.join(" ")} with ${DEMO_KEY}`;
    const headers = { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "20", "x-ratelimit-reset": "30" };
    return { status: 422, headers, text: JSON.stringify({ error: 1, message }) };
  }

  close() {
    return this.#http.close();
  }
}

interface Example {
  readonly handler: string;
  readonly args: Props;
  readonly edited: Props;
  readonly secrets?: readonly string[];
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  "a wifi code": {
    handler: "qrCode",
    args: { type: "wifi", data: wifiText(WIFI) },
    edited: { type: "wifi", data: wifiText(NEW_WIFI) },
  },
  "a wifi code with an object": {
    handler: "qrCode",
    args: { type: "wifi", data: { ssid: "Acme guests", encryption: "WPA", pass: WIFI } },
    edited: { type: "wifi", data: { ssid: "Acme guests", encryption: "WPA", pass: NEW_WIFI } },
  },
  "a wifi code with a list": {
    handler: "qrCode",
    args: { type: "wifi", data: ["Acme guests", WIFI] },
    edited: { type: "wifi", data: ["Acme guests", NEW_WIFI] },
  },
  "a text with a wifi": {
    handler: "qrCode",
    args: { type: "text", data: wifiText(WIFI) },
    edited: { type: "text", data: "The desk knows it" },
  },
  "an account": {
    handler: "account",
    args: { email: "a@example.com", password: PASSWORD },
    edited: { email: "a@example.com", password: NEW_PASSWORD },
  },
  "a code that the program marks": {
    handler: "qrCode",
    args: { type: "text", data: WIFI },
    edited: { type: "text", data: NEW_WIFI },
    secrets: ["data"],
  },
  "a pixel that the program marks": {
    handler: "pixel",
    args: { type: "forum", name: "Ads", tag: PASSWORD },
    edited: { type: "forum", name: "Ads", tag: NEW_PASSWORD },
    secrets: ["tag"],
  },
};

describe.each(Object.entries(EXAMPLES))("the secrets of %s", (_, { handler, args, edited, secrets }) => {
  const request = secrets && { secrets };

  async function existing(): Promise<{ service: EchoService; state: State }> {
    world = await World.start();
    const service = new EchoService();
    const state = await world.process({}, service).create(handler, args, request);
    return { service, state };
  }

  /** The message of a call of a new process, which the service echoes. */
  async function messageOf(
    service: EchoService,
    echoed: Echoed,
    call: (process: Process) => Promise<unknown>,
  ): Promise<string> {
    service.echoed = "nothing";
    const process = world.process({}, service);
    service.echoed = echoed;
    return call(process).then(
      () => "",
      (error: Error) => error.message,
    );
  }

  test.each(["all", "all except the account"] as const)("stay secret in every call: %s", async (echoed) => {
    const { service, state } = await existing();
    const calls: Record<string, (process: Process) => Promise<unknown>> = {
      check: (process) => process.check(handler, args, request),
      preview: (process) => process.preview(handler, args, request),
      diff: (process) => process.diff(handler, state, edited, request),
      create: (process) => process.of(handler).create(process.inputs(handler, args, request)),
      update: (process) =>
        process.of(handler).update(state.id, state.outs, process.inputs(handler, edited, request)),
      read: (process) => process.of(handler).read(state.id, state.outs),
      delete: (process) => process.of(handler).delete(state.id, state.outs),
    };
    const echoing: string[] = [];
    for (const [verb, call] of Object.entries(calls)) {
      const message = await messageOf(service, echoed, call);
      if (message.includes("[secret]")) echoing.push(verb);
    }
    // A check sends nothing else if it looks for no existing object.
    if (echoed === "all") expect(echoing).toEqual(Object.keys(calls));
    else
      expect(echoing).toEqual(
        expect.arrayContaining(handler === "account" ? ["update"] : ["update", "read"]),
      );
  });

  test("stay secret in what a process finds out about an old and a new value", async () => {
    const { service, state } = await existing();
    const message = await messageOf(service, "all except the account", async (process) => {
      service.echoed = "nothing";
      const { inputs } = await process.diff(handler, state, edited, request);
      service.echoed = "all except the account";
      await process.of(handler).update(state.id, state.outs, inputs);
    });
    expect(message).toContain("[secret]");
  });
});

test("the password of a wifi is secret, too, if the service repeats it alone", async () => {
  world = await World.start();
  const escaped = WIFI.replace(/[\\;,:"]/g, "\\$&");
  const { id, outs } = await world.process().create("qrCode", { type: "wifi", data: wifiText(escaped) });
  const text = JSON.stringify({ error: 1, message: `too short: ${WIFI}` });
  const process = world.process({}, hostileTransport(world, "GET", /^\/api\/qr/, text));
  await expect(process.of("qrCode").read(id, outs)).rejects.toThrow("too short: [secret]");
});

test("the content of a code that the engine has not passed yet is secret, too", async () => {
  world = await World.start();
  const service = new EchoService();
  const process = world.process({}, service);
  await process.create("qrCode", { type: "wifi", data: wifiText(WIFI) });
  const { id, outs } = await process.create("qrCode", { type: "text", data: "menu" });
  service.echoed = "nothing";
  const refresh = world.process({}, service);
  service.echoed = "all except the account";
  await expect(refresh.of("qrCode").read(id, outs)).rejects.toThrow("[secret]");
});
