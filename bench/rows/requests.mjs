// Requests per refresh: exactly the listings that an account of that size takes.
import { ourProgram, sizes } from "../support/fleet-program.mjs";
import { limited } from "../support/row.mjs";

export const name = "requests";

const RESOURCES = 500;
const PER_PAGE = 100;

export async function measure(context) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({
    emulator,
    files: ourProgram(RESOURCES),
  });
  context.progress(`up of ${RESOURCES} resources`);
  await project.pulumi(["up", "--yes", "--skip-preview"], { PULUMI_SKIP_CHECKPOINTS: "true" });
  emulator.clearLog();
  context.progress("refresh");
  await project.pulumi(["refresh", "--preview-only"]);
  const refresh = emulator.log.length;
  emulator.clearLog();
  context.progress("preview");
  await project.pulumi(["preview"]);
  return [
    limited({
      row: `refresh of ${RESOURCES} resources`,
      figure: refresh,
      unit: "requests",
      bound: requestsOf(sizes(RESOURCES)),
    }),
    limited({
      row: `preview of ${RESOURCES} without changes`,
      figure: emulator.log.length,
      unit: "requests",
      bound: 1,
    }),
  ];
}

// One for the account, the pages of each kind, and one page of items of each channel that has some.
function requestsOf({ Pixel, Domain, QrCode, Channel, Campaign, ChannelItem }) {
  const pages = [Pixel, Domain, QrCode, Channel, Campaign].map((count) => Math.ceil(count / PER_PAGE));
  return 1 + pages.reduce((sum, count) => sum + count, 0) + ChannelItem;
}
