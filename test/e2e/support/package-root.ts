// Where the package lies; apart from the rest, since vitest's own process needs it too.
import { resolve } from "node:path";

/** The repository, which the projects use as the installed package. */
export const packageRoot = resolve(__dirname, "../../..");
