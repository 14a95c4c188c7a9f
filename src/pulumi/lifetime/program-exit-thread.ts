// The thread of program-exit.ts: ends the whole process when the engine ends.
import { workerData } from "node:worker_threads";
import { watchEngine } from "./engine-connection";

// Without asking the main thread, which may be busy for minutes.
watchEngine(workerData as string, () => process.kill(process.pid, "SIGKILL"));
