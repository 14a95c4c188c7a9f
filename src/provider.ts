// What the text of `__provider` loads (see engine/provider-source.ts): one handler per kind, by name. All handlers of a
// process share one account session.
import "./start/throw-on-old-node";
import { beforeShutdown, watchEngine } from "./engine/connection";
import { engineAddress, engineLog } from "./engine/log";
import { createHandler, type Handler } from "./provider/handler";
import { ProviderProcess } from "./provider/provider-process";
import { silenceReportedErrors } from "./provider/reported-error";
import { onCancel } from "./pulumi/patches/cancel";
import { engineModules } from "./pulumi/patches/sdk-modules";
import { definitions } from "./resources/definitions";

function createProcess(): ProviderProcess {
  const address = engineAddress(process.argv);
  const engine = engineLog(address, engineModules);
  const provider = new ProviderProcess({
    // Messages name the entry and its place in the file, so they need no URN.
    log: (severity, message) => engine.write(severity, message),
    env: process.env,
    definitions,
  });
  if (address === undefined) return provider;
  watchEngine(address, () => process.exit(1));
  silenceReportedErrors(console);
  beforeShutdown(async () => {
    await provider.finish();
    await engine.flush();
  });
  onCancel(() => void provider.stop());
  return provider;
}

const provider = createProcess();

const handlers: Record<string, Handler> = Object.fromEntries(
  definitions.map((definition) => [definition.handler, createHandler(definition, provider)]),
);

export = handlers;
