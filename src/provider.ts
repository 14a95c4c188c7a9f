// What the text of `__provider` loads (see kind/provider-source.ts): one handler per kind, by name. All handlers of a
// process share one account session.
import { createHandler, type Handler } from "./provider/handler";
import { ProviderProcess } from "./provider/provider-process";
import { silenceReportedErrors } from "./provider/reported-error";
import { EngineLog } from "./pulumi/engine-log";
import { onCancel } from "./pulumi/lifetime/cancel";
import { watchEngine } from "./pulumi/lifetime/engine-connection";
import { beforeShutdown } from "./pulumi/lifetime/shutdown";
import { definitions, listedSections as sections } from "./resources/definitions";

const silent = { debug() {}, info() {}, warn() {} };

function createProcess(): ProviderProcess {
  // The engine passes its address as the first argument of a provider process.
  const address = process.argv[2] ?? "";
  const { env } = process;
  if (!/^[\w.[\]:-]+:\d+$/.test(address)) return new ProviderProcess({ log: silent, env, sections });
  watchEngine(address, () => process.exit(1));
  silenceReportedErrors(console);
  const log = new EngineLog(address);
  const provider = new ProviderProcess({ log, env, sections });
  beforeShutdown(async () => {
    await provider.finish();
    await log.flush();
  });
  onCancel(() => void provider.stop());
  return provider;
}

const provider = createProcess();

const handlers: Record<string, Handler> = Object.fromEntries(
  definitions.map((definition) => [definition.handler, createHandler(definition, provider)]),
);

export = handlers;
