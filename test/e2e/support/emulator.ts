// The emulator of an e2e test. Its log is scanned for secrets before it is cleared or closed.
import * as emulated from "../../../src/emulator/index";
import { scanValue } from "./scan-artifacts";

export async function startEmulator(options?: emulated.EmulatorOptions): Promise<emulated.Emulator> {
  const emulator = await emulated.startEmulator(options);
  const { clearLog, close } = emulator;
  const scanLog = () => scanValue("the emulator's log", emulator.log);
  return Object.assign(emulator, {
    clearLog() {
      scanLog();
      clearLog();
    },
    async close() {
      scanLog();
      await close();
    },
  });
}
