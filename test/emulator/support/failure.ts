import { expect } from "vitest";

/** Body of a failure with any message. */
export const FAILURE = { error: 1, message: expect.any(String) };
