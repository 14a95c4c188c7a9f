/** The text of a config file with so many entries, a multiple of 10, and mistakes in so many of them. */
export function largeConfig(entries: number, mistakes?: number): string;
