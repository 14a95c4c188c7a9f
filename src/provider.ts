// What the constant text in every resource loads (see engine/provider-text.ts): one handler per kind, by name.
// All of them share the process, so they share one runtime with its account session.
import type { Teller } from "./engine/definition";
import { EngineLog } from "./engine/engine-log";
import { watchEngine } from "./engine/engine-watch";
import { createHandler, type Handler } from "./engine/handler";
import { rateLine } from "./engine/rate-line";
import { Runtime } from "./engine/runtime";
import { silenceToldErrors } from "./engine/told-error";
import { registry } from "./resources/index";

const silent: Teller = { info() {}, warn() {} };

function createRuntime(): Runtime {
  // The engine passes its address as the first argument of a provider process.
  const engine = process.argv[2] ?? "";
  if (!/^[\w.[\]:-]+:\d+$/.test(engine)) return new Runtime({ tell: silent, env: process.env });
  watchEngine(engine, () => process.exit(1));
  silenceToldErrors(console);
  const log = new EngineLog(engine);
  const notify = rateLine((line) => log.live(line), Date.now);
  return new Runtime({ tell: log, env: process.env, seams: { notify } });
}

const runtime = createRuntime();

const handlers: Record<string, Handler> = {};
for (const { definition } of registry) handlers[definition.handler] = createHandler(definition, runtime);

export = handlers;
