// One request from the socket to its answer: what befalls it, what the service makes of it, the state file.

import type { Plan } from "./faults/effect";
import type { FaultInjector } from "./faults/injector";
import { reset } from "./faults/transports";
import { splitTarget } from "./http/request";
import { type Reply, sendWhole } from "./http/server";
import type { Time } from "./scheduler";
import type { Admission, Service, ServiceRequest, ServiceResponse } from "./service/service";
import type { StateFile } from "./store/state-file";

export interface ExchangeOptions {
  readonly service: Service;
  readonly faults: FaultInjector;
  readonly time: Time;
  readonly stateFile: StateFile | undefined;
  readonly refuseConnections: (refuse: boolean) => Promise<void>;
}

export class Exchange {
  readonly #options: ExchangeOptions;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  async respond(request: ServiceRequest): Promise<Reply> {
    const { service, faults, time } = this.#options;
    const plan = faults.plan(request);
    if (plan.refusesMs !== undefined) await this.#refuseFor(plan.refusesMs);
    if (plan.isLost) {
      service.noteLost(request, plan);
      return reply(plan, undefined);
    }
    const admission = service.admit(request, plan);
    if (plan.lateMs !== undefined) {
      time.later(plan.lateMs, async () => void (await this.#carryOut(admission, plan)));
      return { response: undefined, deliver: plan.deliver ?? reset };
    }
    return reply(plan, await this.#carryOut(admission, plan));
  }

  /** A change is answered only once it is in the state file: what a client was told survives a kill. */
  async #carryOut(admission: Admission, plan: Plan): Promise<ServiceResponse> {
    const { service, stateFile } = this.#options;
    const response = service.carryOut(admission);
    if (admission.account !== undefined) {
      plan.afterwards?.(admission.account, splitTarget(admission.request.target).path);
    }
    if (!response.changed || stateFile === undefined) return response;
    try {
      await stateFile.save();
      return response;
    } catch {
      return { ...response, status: 500, body: service.failureBody(500, "The state cannot be saved.") };
    }
  }

  async #refuseFor(ms: number): Promise<void> {
    const { time, refuseConnections } = this.#options;
    await refuseConnections(true);
    time.later(ms, () => refuseConnections(false));
  }
}

function reply(plan: Plan, response: ServiceResponse | undefined): Reply {
  return {
    response: plan.replace === undefined ? response : plan.replace(response),
    deliver: plan.deliver ?? sendWhole,
  };
}
