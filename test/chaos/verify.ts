// What is wrong with a stack and its account.
import type { Account } from "../../src/emulator/index";
import { LISTED_KINDS, linksIn, objectsOf, stackObjects } from "./account-view";
import type { Stack } from "./engine";
import type { Entry } from "./random-stack";
import type { Recorded, StackState } from "./stack-state";
import type { SimulatedProcess } from "./world";

/** Objects of entries that the account does not have. */
export function lostObjects(account: Account, state: StackState, desired: readonly Entry[]): string[] {
  return desired
    .flatMap((entry) => state.find(entry) ?? [])
    .filter(({ entry, id }) => {
      const isListed = LISTED_KINDS.some((handler) => handler === entry.handler);
      const isPending = !/^\d+$/.test(id);
      return (
        isListed && !isPending && !objectsOf(account, entry.handler).some((one) => String(one.id) === id)
      );
    })
    .map(({ entry, id }) => `${entry.key}: object ${id} is lost`);
}

/** State, account and config agree, and a preview changes nothing. */
export async function problemsOf(
  account: Account,
  process: SimulatedProcess,
  stack: Stack,
  desired: readonly Entry[],
): Promise<string[]> {
  const { state } = stack;
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const { live, pendingDeletes } = state;
  expect(live.size === desired.length, `${live.size} in the state, ${desired.length} desired`);
  expect(pendingDeletes.length === 0, `${pendingDeletes.length} pending deletes`);
  for (const entry of desired) {
    const recorded = state.find(entry);
    if (!recorded) problems.push(`${entry.key}: is not in the state`);
    else problems.push(...(await driftOf(process, recorded)));
    problems.push(...(recorded ? membersMissing(account, recorded, desired) : []));
    problems.push(...(recorded ? contentDiffers(account, recorded) : []));
  }
  const ids = [...live.values()].map(({ entry, id }) => `${entry.handler} ${id}`);
  expect(new Set(ids).size === ids.length, `two entries have one object: ${ids.join(", ")}`);
  const [failure] = await stack.preview(process, { desired });
  expect(!failure, `a preview of the applied stack fails: ${failure?.message}`);
  for (const handler of LISTED_KINDS) {
    const size = stackObjects(account, handler).length;
    const wanted = desired.filter((entry) => entry.handler === handler).length;
    expect(size === wanted, `${handler}: ${size} on the account, ${wanted} desired`);
  }
  return problems;
}

/** A refresh finds the object, and its values are those of the config. */
async function driftOf(
  process: SimulatedProcess,
  { entry, id, inputs, outputs }: Recorded,
): Promise<string[]> {
  const handler = process.of(entry.handler);
  const read = await handler.read(id, outputs);
  if (read.id === "") return [`${entry.key}: is gone`];
  if (read.inputs) return [`${entry.key}: has drifted`];
  const { changes } = await handler.diff(id, read.props ?? {}, inputs);
  return changes === false ? [] : [`${entry.key}: differs`];
}

function membersMissing(account: Account, { entry, id }: Recorded, desired: readonly Entry[]): string[] {
  const links = linksIn(account, entry.handler, Number(id));
  const missing = desired
    .filter(({ parent }) => parent === entry.key)
    .map(({ args }) => Number(args.item ?? args.link))
    .filter((link) => !links.includes(link));
  // The links of a campaign cannot be listed, so a repeated assignment may add a second entry.
  const hasDuplicate = entry.handler === "channel" && new Set(links).size < links.length;
  return [
    ...(missing.length > 0 ? [`${entry.key}: does not contain ${missing.join(", ")}`] : []),
    ...(hasDuplicate ? [`${entry.key}: contains an item twice`] : []),
  ];
}

/** A refresh cannot find this, because the API does not return the content of a QR code. */
function contentDiffers(account: Account, { entry, id }: Recorded): string[] {
  const { handler, args, key } = entry;
  const code = handler === "qrCode" ? account.qrs.get(Number(id)) : undefined;
  if (!code || (code.type === args.type && code.data === args.data)) return [];
  return [`${key}: the code is ${code.type} ${code.data}`];
}
