// Response bodies of successes and failures (api.md, List envelope and Errors).
import type { Dialect } from "../dialect";
import { AccessError, type HttpError } from "../http/http-error";

/** A response with a JSON body that is not serialized yet. */
export interface JsonResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A success. In api.md the field `error` is the string "0" in lists and the single QR code ("list"), and a number in
 * all other responses ("plain").
 */
export function success(
  dialect: Dialect,
  form: "list" | "plain",
  fields: Readonly<Record<string, unknown>>,
  status = 200,
): JsonResponse {
  const { successErrorField } = dialect;
  const isString =
    successErrorField === "string" || (successErrorField === "asDocumented" && form === "list");
  return {
    status: dialect.statusCodes === "real" ? status : 200,
    body: { error: isString ? "0" : 0, ...fields },
  };
}

/** A failure: `{ error, message }`. */
export function failure(dialect: Dialect, error: HttpError): JsonResponse {
  const { status, message, headers } = error;
  const isPlain = dialect.errorMessages === "plain";
  const hasOwnStatus =
    dialect.statusCodes === "real" ||
    (dialect.statusCodes === "realForAccess" && error instanceof AccessError);
  return {
    status: hasOwnStatus ? status : 200,
    headers,
    body: {
      error: dialect.failureErrorField,
      message: isPlain ? message : `\u001b[31m${message}\u001b[0m\u0007\r\n\u0000`,
    },
  };
}

export function isSuccess({ body }: JsonResponse): boolean {
  return body.error === 0 || body.error === "0";
}
