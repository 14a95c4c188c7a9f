// A service with one list, whose contents the test changes.
import type { Settings } from "../../../src/api/settings";
import { fakeSession } from "./fake-service";
import { CONSISTENT, PIXELS, page } from "./list-pages";

export function fakeList(ids: number[], settings: Partial<Settings> = {}) {
  const service = { ids };
  const parts = fakeSession(({ path }) => page(CONSISTENT, "pixels", service.ids, path), settings);
  return {
    session: parts.session,
    clock: parts.clock,
    collection: parts.session.collection(PIXELS),
    /** What the service lists from now on. */
    setIds: (ids: number[]) => {
      service.ids = ids;
    },
    /** How often the list was read. */
    listings: () => parts.service.requests.filter((line) => line.endsWith("page=1")).length,
  };
}
