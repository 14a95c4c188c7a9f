import { oneLine } from "./printable";

/** A config file cannot be found or read. The message says why and what to do. */
export class ConfigFileError extends Error {
  constructor(message: string) {
    super(oneLine(message));
  }
}
