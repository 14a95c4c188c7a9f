// The one error that starting an emulator ends with.

/** The emulator cannot start or cannot keep its state; the message says what to do. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
}
