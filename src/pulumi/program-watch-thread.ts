// The thread of program-watch.ts: ends the whole process when the engine is gone.
import { workerData } from "node:worker_threads";
import { watchEngine } from "./engine-watch";

// The main thread is not asked: it may be busy for minutes.
watchEngine(workerData as string, () => process.kill(process.pid, "SIGKILL"));
