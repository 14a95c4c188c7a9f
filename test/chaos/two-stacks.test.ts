// Two stacks on one account, whose configs share some entries: no command changes an object of the other stack.
// `CHAOS_SEED=5 npm run chaos -- two-stacks` repeats seed 5.
import { runTwoStacks, testSeeds } from "./seed-run";

testSeeds(11, "two-stacks", runTwoStacks);
