// The first import of what the engine loads into a process of the SDK. That process reports an error, but no exit.
import { nodeProblem } from "./node-version";

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) throw new Error(problem);
