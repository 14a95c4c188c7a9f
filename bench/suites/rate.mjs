// How well creates use the rate limit: their time over the shortest that the limit allows, and rejected requests.
import { median } from "../support/compare.mjs";
import { handWrittenProgram, ourProgram } from "../support/programs.mjs";
import { compareWithIdeal, REQUESTS_PER_WINDOW, resetDelays } from "../support/rate-limit-use.mjs";
import { absoluteResult, relativeResult, worst } from "../support/result.mjs";
import { simulateCreates } from "../support/simulated-creates.mjs";

const COUNTS = [120, 300];
/** Of every simulated request: a service some countries away. */
const LATENCY_MS = 50;
const SIMULATED_WINDOW_MS = 60_000;
const REAL_WINDOW_MS = 2000;
const MAX_RATIO_SIMULATED = 1.02;
const MAX_RATIO_REAL = 1.08;
/** Percent of the window. */
const MAX_RESET_DELAY = 1;

const RESET_FORMATS = ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"];
const WINDOW_KINDS = ["fixed", "aligned", "sliding"];

export async function measure(context) {
  return [...(await measureSimulated(context)), ...(await measureReal(context))];
}

async function measureSimulated(context) {
  const worstOfDialects = [];
  let rejected = 0;
  let longestDelay = 0;
  for (const count of COUNTS) {
    const name = `${count} creates, simulated, worst of all dialects`;
    const results = [];
    for (const dialect of dialects()) {
      context.progress(`${count} creates, simulated, ${Object.values(dialect).join(" ")}`);
      const emulator = { dialect, rateLimit: REQUESTS_PER_WINDOW, windowMs: SIMULATED_WINDOW_MS };
      const log = await simulateCreates(context, { count, emulator, latencyMs: LATENCY_MS });
      const use = compareWithIdeal(log, SIMULATED_WINDOW_MS);
      rejected += use.rejected;
      results.push(overIdeal(name, use, MAX_RATIO_SIMULATED));
      if (hasExactReset(dialect)) {
        longestDelay = Math.max(longestDelay, ...resetDelays(log, SIMULATED_WINDOW_MS));
      }
    }
    worstOfDialects.push(worst(results));
  }
  return [
    ...worstOfDialects,
    absoluteResult({ name: "rate-limited responses, simulated", value: rejected, unit: "", max: 0 }),
    absoluteResult({
      name: "longest delay after a reset, simulated",
      value: longestDelay,
      unit: "% of the window",
      max: MAX_RESET_DELAY,
    }),
  ];
}

/** Every reset format with every kind of window. */
function dialects() {
  return WINDOW_KINDS.flatMap((rateLimitWindow) =>
    RESET_FORMATS.map((resetFormat) => ({ rateLimitWindow, resetFormat })),
  );
}

/** Whether a window begins with its first request and the service reports its exact end. */
const hasExactReset = ({ rateLimitWindow, resetFormat }) =>
  rateLimitWindow === "fixed" && /^(epochMs|isoDate)$/.test(resetFormat);

// With an exact reset. Whole seconds cost up to two seconds per window, which only matters in windows this short.
async function measureReal(context) {
  const results = [];
  for (const count of COUNTS) {
    const ours = await up(context, count, "ours", ourProgram(count, "pixels"));
    const handWritten = await up(context, count, "hand-written", handWrittenProgram(count));
    const name = `${count} creates with the CLI, window of ${REAL_WINDOW_MS / 1000} s`;
    results.push(
      overIdeal(name, ours, MAX_RATIO_REAL),
      relativeResult({
        name: `${name}, all requests`,
        value: ours.seconds,
        unit: "s",
        baseline: "hand-written",
        baselineValue: handWritten.seconds,
      }),
      absoluteResult({
        name: `${name}, rate-limited responses`,
        value: ours.rejected,
        unit: "",
        max: 0,
      }),
      absoluteResult({
        name: `${name}, rate-limited responses of hand-written`,
        value: handWritten.rejected,
        unit: "",
      }),
      absoluteResult({
        name: `${name}, median delay after a reset`,
        value: ours.medianDelay,
        unit: "% of the window",
        max: MAX_RESET_DELAY,
      }),
      // Informational: a busy machine wakes late.
      absoluteResult({ name: `${name}, longest delay`, value: ours.longestDelay, unit: "% of the window" }),
    );
  }
  return results;
}

/** An `up` that starts with an unused window. */
async function up(context, count, title, files) {
  context.progress(`${count} creates with the CLI, ${title}`);
  const emulator = await context.emulator({
    dialect: { resetFormat: "epochMs" },
    rateLimit: REQUESTS_PER_WINDOW,
    windowMs: REAL_WINDOW_MS,
  });
  const project = await context.project({ emulator, files });
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  const delays = resetDelays(emulator.log, REAL_WINDOW_MS);
  return {
    ...compareWithIdeal(emulator.log, REAL_WINDOW_MS),
    medianDelay: median(delays),
    longestDelay: Math.max(...delays),
  };
}

function overIdeal(name, { seconds, idealSeconds }, max) {
  return relativeResult({
    name,
    value: seconds,
    unit: "s",
    baseline: "ideal",
    baselineValue: idealSeconds,
    max,
  });
}
