// The endpoints of short links.
import { expect } from "vitest";
import type { KnobChecks } from "./knob-check";

export const links = {
  linkEndpoints: {
    absent: [
      "links have no endpoints",
      async (api) => {
        const responses = [await api.get("/api/urls"), await api.delete("/api/url/4711/delete")];
        expect(responses.map(({ status }) => status)).toEqual([404, 404]);
        expect(api.account.links.get(4711)).toBeDefined();
      },
    ],
    present: [
      "links have endpoints",
      async (api) => {
        expect((await api.get("/api/urls?limit=2")).body.data).toMatchObject({
          result: 5,
          urls: [{ id: 4715, title: "Jobs" }, { id: 4714 }],
        });
        await api.delete("/api/url/4711/delete");
        expect(api.account.links.get(4711)).toBeUndefined();
      },
    ],
  },
} satisfies Partial<KnobChecks>;
