// The first import of commands, programs and the plugin, so that nothing else is loaded.
import { nodeProblem } from "./node-version";

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
