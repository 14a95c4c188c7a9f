/** The text of a config file with `entries` entries (a multiple of 10), `errors` of which have an error. */
export function largeConfig(entries: number, errors?: number): string;
