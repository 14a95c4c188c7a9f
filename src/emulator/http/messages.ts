// Requests and responses, independent of sockets.

export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer | "tooLarge";
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RequestTarget {
  /** Path without the query. */
  readonly path: string;
  /** Parameters after the path. */
  readonly query: URLSearchParams;
}

/** Splits a request target into path and query. */
export function splitTarget(target: string): RequestTarget {
  const queryStart = target.indexOf("?");
  if (queryStart < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, queryStart), query: new URLSearchParams(target.slice(queryStart + 1)) };
}
