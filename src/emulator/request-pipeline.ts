// Handles one request: selects its faults, calls the service, saves the state.
import type { RequestFaults } from "./faults/effect";
import type { FaultInjector } from "./faults/injector";
import { resetConnection } from "./faults/transports";
import { type HttpRequest, splitTarget } from "./http/messages";
import type { Reply } from "./http/server";
import { sendComplete } from "./http/transport";
import type { Scheduler } from "./scheduler";
import type { AdmittedRequest, Service, ServiceResponse } from "./service/service";
import type { StateFile } from "./store/state-file";

export interface RequestPipelineOptions {
  readonly service: Service;
  readonly faults: FaultInjector;
  readonly scheduler: Scheduler;
  readonly stateFile: StateFile | undefined;
  readonly refuseConnections: (refuse: boolean) => Promise<void>;
}

export class RequestPipeline {
  readonly #options: RequestPipelineOptions;

  constructor(options: RequestPipelineOptions) {
    this.#options = options;
  }

  async respond(request: HttpRequest): Promise<Reply> {
    const { service, scheduler } = this.#options;
    const faults = this.#options.faults.select(request);
    if (faults.refuseConnectionsMs !== undefined)
      await this.#refuseConnectionsFor(faults.refuseConnectionsMs);
    if (faults.isLost) {
      service.logLost(request, faults);
      return reply(faults, undefined);
    }
    const admitted = service.admit(request, faults);
    if (faults.delayMs !== undefined) {
      scheduler.schedule(faults.delayMs, async () => void (await this.#handle(admitted, faults)));
      return { response: undefined, transport: faults.transport ?? resetConnection };
    }
    return reply(faults, await this.#handle(admitted, faults));
  }

  /** Saves a change before the client gets the response, so that a confirmed change survives a kill. */
  async #handle(admitted: AdmittedRequest, faults: RequestFaults): Promise<ServiceResponse> {
    const { service, stateFile } = this.#options;
    const response = service.respond(admitted);
    if (admitted.account !== undefined) {
      faults.afterResponse?.(admitted.account, splitTarget(admitted.request.target).path);
    }
    if (!response.hasChanges || stateFile === undefined) return response;
    try {
      await stateFile.save();
      return response;
    } catch {
      return { ...response, status: 500, body: service.errorBody(500, "The state cannot be saved.") };
    }
  }

  async #refuseConnectionsFor(ms: number): Promise<void> {
    const { scheduler, refuseConnections } = this.#options;
    await refuseConnections(true);
    scheduler.schedule(ms, () => refuseConnections(false));
  }
}

function reply(faults: RequestFaults, response: ServiceResponse | undefined): Reply {
  return {
    response: faults.replaceResponse === undefined ? response : faults.replaceResponse(response),
    transport: faults.transport ?? sendComplete,
  };
}
