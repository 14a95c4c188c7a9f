// Creates of the update process of an `up`, in simulated time: the built handlers and client, the emulator over real
// sockets, and a network of which every request takes as long as it is told to.
import { dist } from "./context.mjs";
import { SimulatedClock } from "./simulated-clock.mjs";

/** As many as the engine has under way on a machine with two processors. */
const PARALLEL = 8;

/**
 * The emulator's log of `count` creates.
 * @param emulator options of the emulator, without its clock
 * @param latency ms of every request, half on the way there and half on the way back
 */
export async function simulateCreates(context, { count, emulator: options, latency }) {
  const { DEMO_KEY } = dist("emulator/index.js");
  const { HttpTransport } = dist("api/http/transport.js");
  const { Runtime } = dist("provider/runtime.js");
  const clock = new SimulatedClock();
  const emulator = await context.emulator({ ...options, clock });
  const http = new HttpTransport(emulator.url, DEMO_KEY);
  const transport = {
    async send(request) {
      await clock.sleep(latency / 2);
      const answer = await clock.during(() => http.send(request));
      await clock.sleep(latency / 2);
      return answer;
    },
    close: () => http.close(),
  };
  const runtime = new Runtime({ tell: { info() {}, warn() {} }, env: {}, seams: { clock, transport } });
  try {
    await create(runtime, count, { baseUrl: emulator.url, apiKey: DEMO_KEY });
    return [...emulator.log];
  } finally {
    await runtime.close();
  }
}

/** As the engine does it: check, then create, some at a time. */
async function create(runtime, count, settings) {
  const { createHandler } = dist("provider/handler.js");
  const { Pixel } = dist("index.js");
  const handler = createHandler(Pixel.definition, runtime);
  await handler.configure({ config: { get: (name) => settings[name.replace(/^link-management:/, "")] } });
  let next = 0;
  const work = async () => {
    while (next < count) {
      const args = { type: "fbpixel", name: `Pixel ${next}`, tag: `tag-${next}` };
      next++;
      await handler.check({}, args);
      await handler.create(args);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}
