// A service whose certificate comes from a private authority. Node reads the variable when a process starts, so it must
// reach the program and the provider.
import { expect, test } from "vitest";
import { startHttps } from "../support/https";
import { Project } from "./support/project";

test("NODE_EXTRA_CA_CERTS makes a private certificate authority known to program and provider", async () => {
  const project = await Project.create({
    config: {
      account: { expect: { username: "acme" } },
      pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
    },
  });
  const { url, authority } = await startHttps(project.service.url);
  Object.assign(project.env, { LINK_MANAGEMENT_BASE_URL: url, NODE_EXTRA_CA_CERTS: authority });
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toEqual(["POST /api/pixel/add"]);
});
