/** An error of the emulated service. The dialect may replace its status by 200. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The key or the plan of the account does not allow the request. */
export class AccessError extends HttpError {}
