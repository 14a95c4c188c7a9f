// The program's end of the engine: the resource monitor, as far as the SDK and this package call it.

import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import type * as resources from "@pulumi/pulumi/proto/resource_pb";
import {
  ReadResourceResponse,
  RegisterResourceResponse,
  SupportsFeatureResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../../../src/kind/definition";
import { received, toStruct } from "./properties";
import type { Recorded } from "./state";
import { aliasUrn, type Names, urnOf } from "./urns";

/** A resource of the program. */
export interface Registration {
  readonly urn: string;
  /** The URNs under which the state may have it, its own first. */
  readonly urns: readonly string[];
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Of an object that the program only reads. */
  readonly readId?: string;
  readonly props: Props;
  readonly secrets: readonly string[];
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly deleteBeforeReplace: boolean | undefined;
}

/** What the program gets for it. */
export interface Registered {
  readonly id: string;
  readonly outputs: Props;
  readonly secrets: readonly string[];
}

/** What the monitor asks of the deployment. A failed deployment never answers, as if the program had been ended. */
export interface Deployment {
  register(registration: Registration): Promise<Registered>;
  setOutputs(urn: string, outputs: Props): void;
  /** The state before this run. */
  readonly recorded: readonly Recorded[];
}

type Answer<T> = (error: Error | null, response?: T) => void;

/** "Not implemented", as gRPC says it. */
const UNIMPLEMENTED = 12;

/** Features of the SDK that need a callback server, or change what a program without other languages sends. */
const UNSUPPORTED = ["transforms", "invokeTransforms", "outputValues"];

export function createMonitor(names: Names, deployment: Deployment): unknown {
  const registered = new Map<string, Registration>();
  return {
    // Newer SDKs ask for all features at once. To an engine without an answer they put one question for each.
    getDeploymentInfo(_request: unknown, answer: Answer<never>) {
      answer(Object.assign(new Error("not implemented"), { code: UNIMPLEMENTED }));
    },
    supportsFeature(request: resources.SupportsFeatureRequest, answer: Answer<SupportsFeatureResponse>) {
      answer(null, new SupportsFeatureResponse().setHassupport(!UNSUPPORTED.includes(request.getId())));
    },
    registerResource(request: resources.RegisterResourceRequest, answer: Answer<RegisterResourceResponse>) {
      const own = registrationOf(names, request);
      const parent = registered.get(request.getParent());
      const urns = [...own.urns, ...(parent ? inheritedUrns(names, own, parent) : [])];
      const registration = { ...own, urns };
      registered.set(own.urn, registration);
      void deployment.register(registration).then(({ id, outputs, secrets }) => {
        const response = new RegisterResourceResponse().setUrn(registration.urn).setId(id);
        answer(null, response.setObject(toStruct(outputs, secrets)));
      });
    },
    readResource(request: resources.ReadResourceRequest, answer: Answer<ReadResourceResponse>) {
      const common = commonOf(names, request, request.getProperties());
      const registration = { ...common, readId: request.getId() };
      void deployment.register(registration).then(({ outputs, secrets }) => {
        answer(
          null,
          new ReadResourceResponse().setUrn(registration.urn).setProperties(toStruct(outputs, secrets)),
        );
      });
    },
    registerResourceOutputs(request: resources.RegisterResourceOutputsRequest, answer: Answer<object>) {
      deployment.setOutputs(request.getUrn(), received(request.getOutputs()).props);
      answer(null, {});
    },
    invoke(request: resources.ResourceInvokeRequest, answer: Answer<InvokeResponse>) {
      if (request.getTok() !== "pulumi:pulumi:readStackResourceOutputs") {
        return answer(new Error(`the simulated engine has no function ${request.getTok()}`));
      }
      answer(null, new InvokeResponse().setReturn(stackResourceOutputs(deployment.recorded)));
    },
    close() {},
  };
}

/** A child of a renamed component has its aliases, also in the part of its name that is that of the component. */
function inheritedUrns(names: Names, { type, name }: Registration, parent: Registration): string[] {
  return parent.urns.slice(1).map((alias) => {
    const old = alias.split("::").at(-1)!;
    const own = name.startsWith(parent.name) ? old + name.slice(parent.name.length) : name;
    return urnOf(names, type, own, alias);
  });
}

/** What the engine needs of both requests. */
type Request = Pick<
  resources.RegisterResourceRequest,
  "getType" | "getName" | "getParent" | "getDependenciesList" | "getAdditionalsecretoutputsList"
>;

function commonOf(names: Names, request: Request, object: Struct | undefined): Registration {
  const { props, secrets } = received(object);
  const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
  const urn = urnOf(names, type, name, parent);
  return {
    ...{ urn, urns: [urn], type, name, props, custom: true },
    secrets: [...new Set([...secrets, ...request.getAdditionalsecretoutputsList()])],
    dependencies: [...request.getDependenciesList(), ...(parent === "" ? [] : [parent])],
    ...{ protect: false, retainOnDelete: false, ignoreChanges: [], replaceOnChanges: [] },
    deleteBeforeReplace: undefined,
  };
}

function registrationOf(names: Names, request: resources.RegisterResourceRequest): Registration {
  const common = commonOf(names, request, request.getObject());
  const own = { ...common, parent: request.getParent() };
  const aliases = request.getAliasesList().map((alias) => aliasUrn(names, own, alias));
  return {
    ...common,
    urns: [common.urn, ...request.getAliasurnsList(), ...aliases],
    custom: request.getCustom(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    deleteBeforeReplace: request.getDeletebeforereplacedefined()
      ? request.getDeletebeforereplace()
      : undefined,
  };
}

/** Type and outputs by URN: no ids, and nothing that is pending deletion. */
function stackResourceOutputs(recorded: readonly Recorded[]): Struct {
  const live = recorded.filter(({ isPendingDelete }) => !isPendingDelete);
  const outputs = live.map(({ urn, type, outputs, secrets }) => [
    urn,
    { type, outputs: toStruct(outputs, secrets).toJavaScript() },
  ]);
  return Struct.fromJavaScript({ outputs: Object.fromEntries(outputs) });
}
