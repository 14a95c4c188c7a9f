// Updates an object, or only its record in the state.

import { compare } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { cannotUpdate } from "../kind/existing/existing-only";
import { ReportedError } from "../kind/reported-error";
import { composeState, managedOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { ensureSameObject } from "./same-object";

export async function update(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  olds: Props,
  inputs: Props,
): Promise<{ outs: Props }> {
  const { type, lifecycle } = definition;
  const news = { ...inputs, ...process.notedEntry(type, id) };
  process.noteApply();
  const { args: before, metadata, session } = await process.open(definition, olds, news);
  const args = managedOf(definition, news);
  process.claim(type, id);

  const { changed, cleared } = compare(definition, before, args);
  // Also those of before: what is secret may have changed.
  const masked = (outputs: Props) => process.maskOutputs(definition, news, outputs);
  const outputs = masked(outputsOf(definition, olds));
  const recorded = { ...metadata, id, ...(await session.ownership()) };
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) throw new ReportedError(problem);
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(news, args, outputs, recorded) };

  await ensureSameObject(definition, process, { id, state: olds, metadata, session }, args);
  const shown = await lifecycle.update(session, id, args, cleared);
  // A list must show the new value before another one is drift.
  const confirmed = metadata.confirmed?.filter((name) => !changed.includes(name));
  const metadataNow = { ...recorded, ...(confirmed && { confirmed }), writtenAt: session.now() };
  return { outs: composeState(news, args, { ...outputs, ...masked(shown) }, metadataNow) };
}
