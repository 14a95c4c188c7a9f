// Every bound and timeout of the client.

export const TIMEOUTS = {
  /** To open a connection. */
  connectMs: 10_000,
  /** From sending a request to the headers of its response. */
  headersMs: 30_000,
  /** From the headers of a response to its last byte. */
  bodyMs: 30_000,
  /** Without a response. The user is then informed. */
  slowMs: 10_000,
};
/** Idle connections are closed after this time: earlier than most services do, so that none closes it just then. */
export const IDLE_CONNECTION_MS = 4_000;
export const MAX_CONNECTIONS = 128;
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Pages of one list. */
export const MAX_LIST_PAGES = 10_000;
/** Pages of a list whose `result` does not announce so many items. With the documented rate limit, half an hour. */
export const MAX_UNANNOUNCED_PAGES = 1000;
/** Items of one list. */
export const MAX_LIST_ITEMS = 1_000_000;
/** Estimated memory of one list: enough for some 250,000 items. */
export const MAX_LIST_BYTES = 48 * 1024 * 1024;
/** Attempts to read an inconsistent list from its start. */
export const LIST_ATTEMPTS = 3;
/** A failed list is not read again for this time. */
export const FAILURE_TTL_MS = 30_000;

/** Attempts to send a request that fails and may be repeated. */
export const REQUEST_ATTEMPTS = 4;
/** Rate-limit responses to one request before it fails. */
export const MAX_RATE_LIMIT_RESPONSES = 20;
/** Upper bound of the random pause before the first retry. It doubles with every attempt. */
export const RETRY_BASE_MS = 500;
/** Upper bound of every random pause before a retry. */
export const RETRY_CAP_MS = 8_000;
