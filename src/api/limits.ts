// Every bound and time-out of the client in one place.

/** Time to open a connection. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Time from sending a request to the headers of its answer. */
export const HEADERS_TIMEOUT_MS = 30_000;
/** Time from the headers of an answer to its last byte. */
export const BODY_TIMEOUT_MS = 30_000;
/** How long a connection is kept that nothing uses: less than most services keep it, so that none closes it just then. */
export const IDLE_CONNECTION_MS = 4_000;
/** Largest body that is read. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Most pages of one listing. */
export const MAX_LIST_PAGES = 10_000;
/** Most items of one listing. */
export const MAX_LIST_ITEMS = 1_000_000;
/** Most memory of one listing, as far as its text tells: enough for some 250,000 entries. */
export const MAX_LIST_BYTES = 48 * 1024 * 1024;
/** How often a list that shifts while it is read is read from its start, in all. */
export const LIST_ATTEMPTS = 3;
/** How often a request is sent that fails and may be repeated, in all. */
export const REQUEST_ATTEMPTS = 4;
/** How often the service may refuse one request for the rate limit before it is given up. */
export const MAX_RATE_LIMIT_RESPONSES = 20;
/** Upper end of the first random pause before a repeat; doubles with every try. */
export const RETRY_BASE_MS = 500;
/** Upper end of every random pause before a repeat. */
export const RETRY_CAP_MS = 8_000;
/** How long a listing that failed counts for those who ask later. */
export const FAILURE_TTL_MS = 30_000;
/** Most connections at once. */
export const MAX_CONNECTIONS = 128;
