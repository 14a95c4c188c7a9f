// Simulates the creates of an `up`: the built handlers and client send requests to the emulator over real sockets, but
// time and network latency are simulated.
import { dist } from "./package.mjs";
import { SimulatedClock } from "./simulated-clock.mjs";

/** The engine's parallelism on a machine with two CPUs. */
const PARALLEL = 8;

/**
 * Runs `count` creates and returns the emulator's request log.
 * @param emulator options of the emulator, without its clock
 * @param latencyMs of every request: half before the service receives it, half before the response arrives
 */
export async function simulateCreates(context, { count, emulator: options, latencyMs }) {
  const { DEMO_KEY } = dist("emulator/index.js");
  const { HttpTransport } = dist("api/transport.js");
  const { ProviderProcess } = dist("provider/provider-process.js");
  const clock = new SimulatedClock();
  const emulator = await context.emulator({ ...options, clock });
  const http = new HttpTransport(emulator.url, DEMO_KEY);
  const transport = {
    async send(request) {
      await clock.sleep(latencyMs / 2);
      const response = await clock.during(() => http.send(request));
      await clock.sleep(latencyMs / 2);
      return response;
    },
    close: () => http.close(),
  };
  const provider = new ProviderProcess({
    log: { info() {}, warn() {} },
    env: {},
    session: { clock, transport },
  });
  try {
    await create(provider, count, { baseUrl: emulator.url, apiKey: DEMO_KEY });
    return [...emulator.log];
  } finally {
    await provider.close();
  }
}

/** Calls check, then create for each resource, several at a time, as the engine does. */
async function create(provider, count, settings) {
  const { createHandler } = dist("provider/handler.js");
  const { Pixel } = dist("index.js");
  const handler = createHandler(Pixel.definition, provider);
  await handler.configure({ config: { get: (name) => settings[name.replace(/^link-management:/, "")] } });
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const args = { type: "fbpixel", name: `Pixel ${next}`, tag: `tag-${next}` };
      next++;
      const { inputs } = await handler.check({}, args);
      await handler.create(inputs);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
