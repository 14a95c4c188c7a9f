// Errors, as the protocol has them.
import * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { PartialError } from "../provider/reported-error";

export function toStatus(error: unknown): grpc.ServiceError {
  const { message, code = grpc.status.UNKNOWN, metadata } = error as grpc.ServiceError;
  return Object.assign(new Error(message), {
    code,
    details: message,
    metadata: metadata ?? new grpc.Metadata(),
  });
}

/** By it, the engine keeps the resource in the state. @param properties of the resource */
export function partialStatus({ id, message, reasons }: PartialError, properties: Struct): grpc.ServiceError {
  const detail = new messages.ErrorResourceInitFailed();
  detail.setId(id);
  detail.setProperties(properties);
  detail.setReasonsList([...reasons]);
  const any = new Any();
  any.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status();
  status.setCode(grpc.status.UNKNOWN);
  status.setMessage(message);
  status.addDetails(any);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return toStatus({ message, metadata });
}

/** Without a property: the engine would print its value, which may be secret. */
export function toFailure(reason: string): messages.CheckFailure {
  const failure = new messages.CheckFailure();
  failure.setReason(reason);
  return failure;
}
