// The program's end of the engine: the resource monitor, as far as the SDK and this package call it.
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import type * as resources from "@pulumi/pulumi/proto/resource_pb";
import {
  ReadResourceResponse,
  RegisterResourceResponse,
  SupportsFeatureResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Deployment } from "./deployment";
import { received, toStruct } from "./properties";
import type { Recorded, Registration } from "./state";

export interface Names {
  readonly stack: string;
  readonly project: string;
}

type Answer<T> = (error: Error | null, response?: T) => void;

/** "Not implemented", as gRPC says it. */
const UNIMPLEMENTED = 12;

/** Features of the SDK that need a callback server, or change what a program without other languages sends. */
const UNSUPPORTED = ["transforms", "invokeTransforms", "outputValues"];

/** A failed deployment never answers, as if the program had been ended. */
export function createMonitor(names: Names, deployment: Deployment): unknown {
  return {
    // Newer SDKs ask for all features at once. To an engine without an answer they put one question for each.
    getDeploymentInfo(_request: unknown, answer: Answer<never>) {
      answer(Object.assign(new Error("not implemented"), { code: UNIMPLEMENTED }));
    },
    supportsFeature(request: resources.SupportsFeatureRequest, answer: Answer<SupportsFeatureResponse>) {
      answer(null, new SupportsFeatureResponse().setHassupport(!UNSUPPORTED.includes(request.getId())));
    },
    registerResource(request: resources.RegisterResourceRequest, answer: Answer<RegisterResourceResponse>) {
      const registration = registrationOf(names, request);
      const response = new RegisterResourceResponse().setUrn(registration.urn);
      // The stack, and a provider: those of the kit have no settings of their own.
      if (!request.getCustom() || request.getType().startsWith("pulumi:providers:"))
        return answer(null, response.setObject(toStruct(registration.props)));
      void deployment.register(registration).then(({ id, outputs, secrets }) => {
        answer(null, response.setId(id).setObject(toStruct(outputs, secrets)));
      });
    },
    readResource(request: resources.ReadResourceRequest, answer: Answer<ReadResourceResponse>) {
      const common = commonOf(names, request, request.getProperties());
      const readId = request.getId();
      void deployment.register({ ...common, external: true, readId }).then(({ outputs, secrets }) => {
        const response = new ReadResourceResponse().setUrn(common.urn);
        answer(null, response.setProperties(toStruct(outputs, secrets)));
      });
    },
    /** Only the stack has outputs of its own. */
    registerResourceOutputs(request: resources.RegisterResourceOutputsRequest, answer: Answer<object>) {
      deployment.outputs = received(request.getOutputs()).props;
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

/** What the engine needs of both requests. */
type Request = Pick<
  resources.RegisterResourceRequest,
  "getType" | "getName" | "getParent" | "getDependenciesList" | "getAdditionalsecretoutputsList"
>;

const urnOf = ({ stack, project }: Names, type: string, name: string) =>
  `urn:pulumi:${stack}::${project}::${type}::${name}`;

function commonOf(names: Names, request: Request, object: Struct | undefined): Registration {
  const { props, secrets } = received(object);
  const [type, name] = [request.getType(), request.getName()];
  const urn = urnOf(names, type, name);
  return {
    ...{ urn, urns: [urn], type, name, props },
    secrets: [...new Set([...secrets, ...request.getAdditionalsecretoutputsList()])],
    dependencies: request.getDependenciesList(),
  };
}

function registrationOf(names: Names, request: resources.RegisterResourceRequest): Registration {
  const common = commonOf(names, request, request.getObject());
  const aliases = request.getAliasesList().map((alias) => alias.getSpec()?.getName() || common.name);
  return {
    ...common,
    urns: [common.urn, ...aliases.map((name) => urnOf(names, common.type, name))],
    protect: request.getProtect(),
    retainOnDelete: request.getRetainondelete(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    ...(request.getDeletebeforereplacedefined() && {
      deleteBeforeReplace: request.getDeletebeforereplace(),
    }),
  };
}

/** Type and outputs by URN: no ids, and nothing that is pending deletion. */
function stackResourceOutputs(recorded: readonly Recorded[]): Struct {
  const live = recorded.filter(({ pending }) => pending !== "delete");
  const outputs = live.map(({ urn, type, outputs, secrets }) => [
    urn,
    { type, outputs: toStruct(outputs, secrets).toJavaScript() },
  ]);
  return Struct.fromJavaScript({ outputs: Object.fromEntries(outputs) });
}
