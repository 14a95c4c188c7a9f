// Where the emulator listens.

/** Only this machine can reach it. */
export const HOST = "127.0.0.1";
