// Random stacks, applied under faults, kills and Ctrl-C: nothing is lost, duplicated or changed for others.
// `CHAOS_SEED=17 npm run chaos -- one-stack` repeats seed 17, `CHAOS_FACTOR=20 npm run chaos` runs 20 times as many.
import { runOneStack, testSeeds } from "./seed-run";

testSeeds(24, "one-stack", runOneStack);
