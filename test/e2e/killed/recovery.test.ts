// A killed run leaves objects behind that the state does not have. The next preview names them, and one run with
// LINK_MANAGEMENT_ON_EXISTING=adopt continues.
import { beforeEach, test } from "vitest";
import { skipWithoutProc } from "./processes";
import { expectRecovered } from "./recovery";

beforeEach(skipWithoutProc);

test("after a kill of the engine, a preview names what was left behind, and one run with adopt continues", () =>
  expectRecovered("engine"));
