// Requests per refresh: exactly the lists that an account of this size needs.
import { ourProgram, sizes } from "../support/programs.mjs";
import { absoluteResult } from "../support/result.mjs";

const RESOURCES = 500;
const PER_PAGE = 100;

export async function measure(context) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({ emulator, files: ourProgram(RESOURCES) });
  context.progress(`up of ${RESOURCES} resources`);
  await project.pulumi(["up", "--yes", "--skip-preview"], { PULUMI_SKIP_CHECKPOINTS: "true" });
  emulator.clearLog();
  context.progress("refresh");
  await project.pulumi(["refresh", "--preview-only"]);
  const refreshRequests = emulator.log.length;
  emulator.clearLog();
  context.progress("preview");
  await project.pulumi(["preview"]);
  return [
    absoluteResult({
      name: `refresh of ${RESOURCES} resources`,
      value: refreshRequests,
      unit: "requests",
      max: requestsOfRefresh(sizes(RESOURCES)),
    }),
    absoluteResult({
      name: `preview of ${RESOURCES} without changes`,
      value: emulator.log.length,
      unit: "requests",
      max: 1,
    }),
  ];
}

/** One for the account, the pages of each kind, and one page of items for each channel that has items. */
function requestsOfRefresh({ Pixel, Domain, QrCode, Channel, Campaign, ChannelItem }) {
  const pages = [Pixel, Domain, QrCode, Channel, Campaign].map((count) => Math.ceil(count / PER_PAGE));
  return 1 + pages.reduce((sum, count) => sum + count, 0) + ChannelItem;
}
