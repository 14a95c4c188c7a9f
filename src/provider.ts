// What the constant text in every resource loads (see engine/provider-text.ts): one handler per kind, by name.
// All of them share the process, so they share one runtime with its account session.
import type { Teller } from "./engine/definition";
import { EngineLog } from "./engine/engine-log";
import { watchEngine } from "./engine/engine-watch";
import { createHandler, type Handler } from "./engine/handler";
import { Runtime } from "./engine/runtime";
import { registry } from "./resources/index";

const silent: Teller = { info() {}, warn() {} };

/** The engine passes its address as the first argument of a provider process. */
const engine = process.argv[2] ?? "";
const hasEngine = /^[\w.[\]:-]+:\d+$/.test(engine);
if (hasEngine) watchEngine(engine, () => process.exit(1));

const runtime = new Runtime({ tell: hasEngine ? new EngineLog(engine) : silent, env: process.env });

const handlers: Record<string, Handler> = {};
for (const { definition } of registry) handlers[definition.handler] = createHandler(definition, runtime);

export = handlers;
