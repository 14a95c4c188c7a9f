// How much of the rate limit creates use: their time over the shortest that the limit allows, and refused requests.
import { handWrittenProgram, ourProgram } from "../support/fleet-program.mjs";
import { againstBound, guards, LIMIT } from "../support/rate-bound.mjs";
import { compared, limited, worst } from "../support/row.mjs";
import { median } from "../support/side-by-side.mjs";
import { simulateCreates } from "../support/simulated-creates.mjs";

export const name = "rate";

const COUNTS = [120, 300];
/** ms of every request in the simulation: a service some countries away. */
const LATENCY = 50;
const MINUTE = 60_000;
/** The window of the real runs, in ms. */
const SHORT_WINDOW = 2000;
const BOUND_SIMULATED = 1.02;
const BOUND_REAL = 1.08;
const BOUND_GUARD = 1;

const RESET_FORMATS = ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"];
const WINDOW_KINDS = ["fixed", "aligned", "sliding"];

export async function measure(context) {
  return [...(await simulated(context)), ...(await real(context))];
}

async function simulated(context) {
  const rows = [];
  let refused = 0;
  let guard = 0;
  for (const count of COUNTS) {
    const ofDialects = [];
    for (const dialect of dialects()) {
      context.progress(`${count} creates, simulated, ${Object.values(dialect).join(" ")}`);
      const emulator = { dialect, rateLimit: LIMIT, windowMs: MINUTE };
      const log = await simulateCreates(context, { count, emulator, latency: LATENCY });
      const result = againstBound(log, MINUTE);
      refused += result.refused;
      ofDialects.push(
        overBound(`${count} creates, simulated, worst of all dialects`, result, BOUND_SIMULATED),
      );
      if (isSharp(dialect)) guard = Math.max(guard, ...guards(log, MINUTE));
    }
    rows.push(worst(ofDialects));
  }
  return [
    ...rows,
    limited({ row: "rate-limited answers, simulated", figure: refused, unit: "", bound: 0 }),
    limited({
      row: "longest guard after a reset, simulated",
      figure: guard,
      unit: "% of the window",
      bound: BOUND_GUARD,
    }),
  ];
}

/** Every way of telling when a window ends, with every kind of window. */
function dialects() {
  return WINDOW_KINDS.flatMap((rateLimitWindow) =>
    RESET_FORMATS.flatMap((resetFormat) =>
      ["up", "down"].map((resetRounding) => ({ rateLimitWindow, resetFormat, resetRounding })),
    ),
  );
}

/** Whether a window begins with its first request and its end is told exactly. */
const isSharp = ({ rateLimitWindow, resetFormat }) =>
  rateLimitWindow === "fixed" && /^(epochMs|isoDate)$/.test(resetFormat);

async function real(context) {
  const rows = [];
  for (const count of COUNTS) {
    const ours = await up(context, count, "ours", ourPixels(count), { resetFormat: "epochMs" });
    const rival = await up(context, count, "hand-written", handWrittenProgram(count), {
      resetFormat: "epochMs",
    });
    const wholeSeconds = await up(context, count, "whole seconds", ourPixels(count), {});
    const row = `${count} creates with the CLI, window of ${SHORT_WINDOW / 1000} s`;
    rows.push(
      overBound(row, ours, BOUND_REAL),
      overBound(`${row}, reset told in whole seconds`, wholeSeconds, BOUND_REAL),
      compared({
        row: `${row}, all requests`,
        figure: ours.seconds,
        unit: "s",
        rival: "hand-written",
        rivalFigure: rival.seconds,
      }),
      limited({
        row: `${row}, rate-limited answers`,
        figure: ours.refused + wholeSeconds.refused,
        unit: "",
        bound: 0,
      }),
      limited({ row: `${row}, rate-limited answers of hand-written`, figure: rival.refused, unit: "" }),
      limited({
        row: `${row}, median guard after a reset`,
        figure: ours.guard,
        unit: "% of the window",
        bound: BOUND_GUARD,
      }),
      // Only told: a busy machine wakes late.
      limited({ row: `${row}, longest guard`, figure: ours.longestGuard, unit: "% of the window" }),
    );
  }
  return rows;
}

const ourPixels = (count) => ourProgram(count, "pixels");

/** An `up` on a fresh window. */
async function up(context, count, who, files, dialect) {
  context.progress(`${count} creates with the CLI, ${who}`);
  const emulator = await context.emulator({ dialect, rateLimit: LIMIT, windowMs: SHORT_WINDOW });
  const project = await context.project({ emulator, files });
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  const found = guards(emulator.log, SHORT_WINDOW);
  return {
    ...againstBound(emulator.log, SHORT_WINDOW),
    guard: median(found),
    longestGuard: Math.max(...found),
  };
}

function overBound(row, { seconds, boundSeconds }, bound) {
  return compared({ row, figure: seconds, unit: "s", rival: "bound", rivalFigure: boundSeconds, bound });
}
