/** The emulator cannot start or save its state. The message says what to do. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
}
