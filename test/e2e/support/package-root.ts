// A module of its own, because vitest's main process imports it too.
import { resolve } from "node:path";

/** The repository. Test projects use it as the installed package. */
export const packageRoot = resolve(__dirname, "../../..");
