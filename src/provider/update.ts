// Updates an object, or only its record in the state.
import { compare } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { cannotUpdate } from "../kind/on-existing";
import { composeState, managedOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";
import { ensureSameObject } from "./same-object";

export async function update(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  olds: Props,
  news: Props,
): Promise<{ outs: Props }> {
  const { type, lifecycle } = definition;
  process.report.isApplying = true;
  const { args: before, metadata, session } = await process.open(definition, olds);
  const args = managedOf(definition, news);
  process.objects.own(type, id);

  const { changed, cleared } = compare(definition, before, args);
  const outputs = outputsOf(definition, olds);
  const recorded = { ...metadata, id, account: await session.accountRecord() };
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) throw new ReportedError(problem);
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(news, args, outputs, recorded) };

  await ensureSameObject(definition, process, { id, state: olds, metadata, session }, args);
  const shown = await lifecycle.update(session, id, args, cleared);
  // A list must show the new value before another one is drift.
  const confirmed = metadata.confirmed?.filter((name) => !changed.includes(name));
  const written = { ...recorded, ...(confirmed && { confirmed }) };
  return { outs: composeState(news, args, { ...outputs, ...shown }, written) };
}
