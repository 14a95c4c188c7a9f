// Splits the target of a request.

export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Path and query of a request's target. */
export function splitTarget(target: string): Target {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path, query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)) };
}
