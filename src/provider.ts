// What the constant text in every resource loads (see engine/provider-text.ts): one handler per kind, by name.
// All of them share the process, so they share one runtime with its account session.

import type { Logger } from "./kind/definition";
import { silenceReportedErrors } from "./kind/reported-error";
import { findCommand, isPartial } from "./provider/cli-command";
import { createHandler, type Handler } from "./provider/handler";
import { Runtime } from "./provider/runtime";
import { readState } from "./provider/state-record";
import { showsProgressLive } from "./provider/terminal";
import { EngineLog } from "./pulumi/engine-log";
import { watchEngine } from "./pulumi/engine-watch";
import { beforeStop } from "./pulumi/shutdown";
import { registry } from "./resources/index";

const silent: Logger = { info() {}, warn() {} };

/** Least time between two lines about the rate limit: where they follow one upon the other, and where all stay. */
const LIVE_MS = 1000;
const LASTING_MS = 60_000;

function createRuntime(): Runtime {
  // The engine passes its address as the first argument of a provider process.
  const engine = process.argv[2] ?? "";
  if (!/^[\w.[\]:-]+:\d+$/.test(engine)) return new Runtime({ tell: silent, env: process.env });
  watchEngine(engine, () => process.exit(1));
  silenceReportedErrors(console);
  const log = new EngineLog(engine);
  const waiting = {
    show: (line: string) => log.live(line),
    interval: async () => ((await showsProgressLive(process.pid, process.env)) ? LIVE_MS : LASTING_MS),
  };
  const { env, pid } = process;
  const runtime = new Runtime({
    tell: log,
    env,
    waiting,
    readState: () => readState(pid, env),
    isPartial: async () => isPartial((await findCommand(pid))?.words ?? [], env),
  });
  beforeStop(async () => {
    const words = await runtime.lastWords();
    if (words !== undefined) log.info(words);
    for (const warning of runtime.lastWarnings()) log.warn(warning);
    await log.flush();
  });
  return runtime;
}

const runtime = createRuntime();

const handlers: Record<string, Handler> = {};
for (const { definition } of registry) handlers[definition.handler] = createHandler(definition, runtime);

export = handlers;
