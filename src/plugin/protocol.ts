// The engine's messages as plain objects: a call with its fields, values of which some are secret, and errors.
import * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../kind/definition";
import type { PartialError } from "../provider/reported-error";

/** The key of a special object. Its value says which one. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Properties in plain text, and the names of those that are or contain a secret. */
export class Values {
  /** What the engine does not pass, which is not the same as no properties. */
  static readonly NOTHING = new Values({});

  constructor(
    readonly props: Props,
    readonly secret: readonly string[] = [],
  ) {}

  static of(struct: Struct): Values {
    const secret = new Set<string>();
    const props = Object.entries<unknown>(struct.toJavaScript()).map(([name, value]) => [
      name,
      plain(value, () => secret.add(name)),
    ]);
    return new Values(Object.fromEntries(props), [...secret]);
  }

  toStruct(): Struct {
    // The protocol has no `undefined`.
    const given = Object.entries(this.props).filter(([, value]) => value !== undefined);
    const marked = given.map(([name, value]) => [
      name,
      this.secret.includes(name) && value !== null ? { [SIGNATURE]: SECRET, value } : value,
    ]);
    return Struct.fromJavaScript(Object.fromEntries(marked));
  }
}

/** @param onSecret called for each secret in the value */
function plain(value: unknown, onSecret: () => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => plain(one, onSecret));
  const props = value as Props;
  if (props[SIGNATURE] !== SECRET)
    return Object.fromEntries(Object.entries(props).map(([name, one]) => [name, plain(one, onSecret)]));
  onSecret();
  return plain(props.value, onSecret);
}

/** The fields of all requests. */
interface Fields {
  readonly urn: string;
  readonly id: string;
  readonly preview: boolean;
  readonly olds: Values;
  readonly news: Values;
  readonly properties: Values;
  readonly inputs: Values;
  readonly args: Values;
}

export type Request<Name extends keyof Fields> = Pick<Fields, Name>;

type Message = Record<string, (value?: unknown) => unknown>;

/** @param getters of the request. @param run returns the fields of the response */
export function call<Name extends keyof Fields>(
  getters: readonly Name[],
  Response: new () => object,
  run: (request: Request<Name>) => object | Promise<object>,
) {
  return async (message: Message): Promise<object> => {
    const given = getters.map((name) => [name, read(message[accessor("get", name)]!())]);
    const response = new Response() as Message;
    for (const [name, value] of Object.entries(await run(Object.fromEntries(given))))
      response[accessor("set", name)]!(value instanceof Values ? value.toStruct() : value);
    return response;
  };
}

function accessor(verb: "get" | "set", name: string): string {
  return verb + name.charAt(0).toUpperCase() + name.slice(1);
}

function read(given: unknown): unknown {
  return given instanceof Struct ? Values.of(given) : (given ?? Values.NOTHING);
}

/** Fields of the response to a check. */
export function checked(inputs: Values, problems: readonly string[]) {
  const failuresList = problems.map((reason) => {
    const failure = new messages.CheckFailure();
    // Without a property: the engine would print its value, which may be secret.
    failure.setReason(reason);
    return failure;
  });
  return { inputs, failuresList };
}

/** By it, the engine keeps the resource in the state. @param properties of the resource */
export function partialStatus({ id, message, reasons }: PartialError, properties: Values): Error {
  const detail = new messages.ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(properties.toStruct());
  detail.setReasonsList([...reasons]);
  const any = new Any();
  any.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status();
  status.setCode(grpc.status.UNKNOWN);
  status.setMessage(message);
  status.addDetails(any);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return Object.assign(new Error(message), { metadata });
}
