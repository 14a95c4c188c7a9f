// Simulates the creates of an `up`: the built handlers and client send requests to the emulator over real sockets, but
// time and network latency are simulated.
import { dist } from "./dist.mjs";
import { SimulatedClock } from "./simulated-clock.mjs";

const { startEmulator, DEMO_KEY } = dist("emulator/index.js");
const { HttpTransport } = dist("api/transport.js");
const { ProviderProcess } = dist("provider/provider-process.js");
const { createHandler } = dist("provider/handler.js");
const { Pixel } = dist("index.js");

/** The engine's parallelism on a machine with two CPUs. */
const PARALLEL = 8;

/**
 * Runs `count` creates and returns the emulator's request log.
 * @param emulatorOptions without its clock
 * @param latencyMs of every request: half before the service receives it, half before the response arrives
 */
export async function simulateCreates(count, emulatorOptions, latencyMs) {
  const clock = new SimulatedClock();
  const emulator = await startEmulator({ ...emulatorOptions, clock });
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
  const log = { info() {}, warn() {} };
  const provider = new ProviderProcess({ log, env: {}, session: { clock, transport } });
  await create(provider, count, { baseUrl: emulator.url, apiKey: DEMO_KEY });
  await provider.close();
  await emulator.close();
  return emulator.log;
}

/** Calls check, then create for each resource, several at a time, as the engine does. */
async function create(provider, count, settings) {
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
