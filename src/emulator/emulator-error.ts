/** The emulator cannot start or save its state. The message says what to do. */
export class EmulatorError extends Error {
  /** For `catch`, in place of `instanceof`. */
  override readonly name = "EmulatorError";
}
