// Runs an update that is killed in the middle.
import type { Transport } from "../../src/api/http/transport";
import type { Stack } from "./engine";
import type { Failure } from "./program";
import { KilledTransport, type KillMoment } from "./transports";
import type { SimulatedProcess, World } from "./world";

/** A short run may end before the moment. */
export function drawMoment(random: () => number): KillMoment {
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const among = random() < 0.7 ? "changes" : "requests";
  return {
    among,
    request: 1 + Math.floor(random() * (among === "changes" ? 8 : 16)),
    timing: oneOf(["before", "after", "answered"]),
  };
}

export interface KillableRun {
  readonly world: World;
  readonly stack: Stack;
  readonly onExisting: SimulatedProcess["onExisting"];
  /** Wraps the transport that is killed. */
  readonly wrap: (real: Transport) => Transport;
  readonly moment: KillMoment;
  run(process: SimulatedProcess): Promise<readonly Failure[]>;
}

/** @returns `undefined` if it was killed */
export async function runAndKill({
  world,
  stack,
  onExisting,
  wrap,
  moment,
  run,
}: KillableRun): Promise<readonly Failure[] | undefined> {
  let killed: Promise<undefined> = Promise.resolve(undefined);
  const process = world.process({
    onExisting,
    wrap: (real) => {
      const transport = new KilledTransport(wrap(real), moment);
      killed = transport.killed.then(() => undefined);
      return transport;
    },
  });
  const outcome = await Promise.race([run(process), killed]);
  if (outcome) return outcome;
  stack.kill();
  await process.close();
  return undefined;
}
