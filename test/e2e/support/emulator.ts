// The emulator of an e2e test, whose log is looked through for secrets before it is cleared or gone.
import * as emulated from "../../../src/emulator/index";
import { leaveValue } from "./leavings";

export async function startEmulator(options?: emulated.EmulatorOptions): Promise<emulated.Emulator> {
  const emulator = await emulated.startEmulator(options);
  const { clearLog, close } = emulator;
  const leaveLog = () => leaveValue("the emulator's log", emulator.log);
  return Object.assign(emulator, {
    clearLog() {
      leaveLog();
      clearLog();
    },
    async close() {
      leaveLog();
      await close();
    },
  });
}
