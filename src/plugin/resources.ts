// The verbs of a resource. The engine names the resource and says whether it previews, so nothing is hidden in inputs. But
// it shows one resource at a time: what exists is decided in the create, also in a preview.

import type { Claimant } from "../api/lists/owners";
import { compare, inOldSpelling } from "../kind/compare";
import { type Props, secretsOf } from "../kind/definition";
import { warningsOf } from "../kind/kind";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { cannotUpdate, type OnExisting } from "../kind/on-existing";
import { issuesOf, issueText } from "../kind/schema";
import { composeState, METADATA, managedOf, outputsOf } from "../kind/state";
import { UNKNOWN } from "../kind/unknown";
import { create } from "../provider/create";
import { claimProblem, decide } from "../provider/decision";
import { deleteObject } from "../provider/delete";
import { announce } from "../provider/diff";
import type { Entry } from "../provider/entries";
import { type OpenResource, openResource } from "../provider/our-object";
import { pendingProblem } from "../provider/pending";
import type { ProviderProcess } from "../provider/provider-process";
import { type ReadResult, read } from "../provider/read";
import { ReportedError } from "../provider/reported-error";
import { ifUpdateRejected, update } from "../provider/update";
import { wordProblem, wordsOf } from "./on-existing";
import { type Change, type Comparison, claimantOf, type Failure, type Target } from "./target";
import type { Values } from "./values";

export class PluginResources {
  readonly #provider: ProviderProcess;
  /** The resources of the program, by URN. A refresh and a destroy have none. */
  readonly #checked = new Set<string>();
  /** The recorded id of each resource that was compared, by URN: a create after that replaces it. */
  readonly #ownIds = new Map<string, string>();

  constructor(provider: ProviderProcess) {
    this.#provider = provider;
  }

  /** Sends nothing. @param olds the inputs of the state. Empty for a new resource, and for the new object of a replacement */
  check(target: Target, olds: Props, news: Values): { inputs: Props; failures: Failure[] } {
    const { definition, urn } = target;
    const { entries, report } = this.#provider;
    const { onExisting, ...given } = news.props;
    this.#noteSecrets(target, news);
    const entry = this.#entryOf(target, news, { isRecorded: Object.keys(olds).length > 0 });
    this.#checked.add(urn);
    report.hasProgram = true;
    entries.add(entry);
    const secrets = new Set([...secretsOf(definition, entry.args), ...news.secret]);
    const failures: Failure[] = issuesOf(definition, given).map((issue) => {
      const property = String(issue.path[0] ?? "");
      return { ...(!secrets.has(property) && { property }), reason: this.#provider.say(issueText(issue)) };
    });
    const option = wordProblem(onExisting, wordsOf(definition));
    if (option !== undefined) failures.push({ property: "onExisting", reason: option });
    const same = entries.identify(entry);
    if (same !== undefined) failures.push({ reason: same });
    if (failures.length > 0) report.hasFailed = true;
    else this.#warn(entry);
    return { inputs: inOldSpelling(definition, olds, news.props), failures };
  }

  /** @param state the outputs of the state */
  diff(target: Target, id: string, state: Values, news: Values): Promise<Comparison> {
    return this.#run("diff", target, id, state, async (resource) => {
      const { definition, metadata, args, provider } = resource;
      // A refresh asks without a check how to show the drift. Nothing is going to change.
      const hasEntry = this.#checked.has(target.urn);
      if (metadata.pending !== undefined) {
        if (!hasEntry) return { changes: {}, replaces: [] };
        // Here, an import or another create needs a resource that the state does not have.
        const problem = await pendingProblem(resource);
        throw new ReportedError(`${resource.name}: ${problem}. Run \`pulumi state delete URN\` before that`);
      }
      this.#ownIds.set(target.urn, id);
      const owners = provider.ownersOf(definition);
      owners.record([id]);
      const after = managedOf(definition, news.props);
      const difference = compare(definition, resource.state, after);
      if (hasEntry) {
        const taken = claimProblem(provider, this.#entryOf(target, news, { ownId: id }), id);
        if (taken !== undefined && definition.list) throw new ReportedError(`${resource.name}: ${taken}`);
        announce(resource, difference, after);
      }
      const { changed, replaces, cleared, released } = difference;
      const changeOf = (name: string): Change =>
        name in args ? (name in after ? "update" : "delete") : "add";
      const names = [...changed, ...cleared, ...released];
      return { changes: Object.fromEntries(names.map((name) => [name, changeOf(name)])), replaces };
    });
  }

  /** @returns in a preview, what is known of the outputs */
  create(target: Target, inputs: Values, isPreview: boolean): Promise<{ id: string; outs: Props }> {
    const { definition, urn } = target;
    const provider = this.#provider;
    const ownId = this.#ownIds.get(urn);
    const entry = this.#entryOf(target, inputs, { isPreview, ...(ownId !== undefined && { ownId }) });
    const { args, name } = entry;
    this.#noteSecrets(target, inputs);
    const operation = { name: `create of ${name}`, ifRejected: definition.ifRejected?.(args) };
    return provider.run(operation, async () => {
      const decision = await decide(provider, entry);
      if (decision.do === "stop") throw new ReportedError(`${name}: ${decision.why}`);
      if (!isPreview) return create({ definition, args, decision, owner: { name, urn } }, provider);
      const unknown = Object.keys(definition.outputs).map((output) => [output, UNKNOWN]);
      return { id: "", outs: { ...Object.fromEntries(unknown), ...args } };
    });
  }

  /** @param inputs those of the state. Empty for an import, and for a program that only reads the object */
  read(target: Target, id: string, state: Values, inputs: Values, isImport: boolean): Promise<ReadResult> {
    return this.#run("read", target, id, state, async (resource) => {
      if (resource.metadata.account === undefined)
        return isImport ? importObject(resource, claimantOf(target)) : readObject(resource);
      const found = await read(resource);
      // What is no argument, such as onExisting, stays.
      return { ...found, inputs: { ...inputs.props, ...found.inputs } };
    });
  }

  update(
    target: Target,
    id: string,
    state: Values,
    news: Values,
    isPreview: boolean,
  ): Promise<{ outs: Props }> {
    const { definition } = target;
    const entry = this.#entryOf(target, news, { isPreview, ownId: id });
    this.#noteSecrets(target, news);
    const call = async (resource: OpenResource) => {
      const { changed } = compare(definition, resource.state, entry.args);
      const problem = cannotUpdate(definition, entry.args, changed);
      if (problem !== undefined) throw new ReportedError(`${entry.name}: ${problem}`);
      return isPreview ? { outs: previewed(resource, entry.args, changed) } : update(resource, entry.args);
    };
    return this.#run("update", target, id, state, call, ifUpdateRejected(definition, entry.args));
  }

  delete(target: Target, id: string, state: Values): Promise<void> {
    return this.#run("delete", target, id, state, deleteObject);
  }

  #entryOf(target: Target, { props, secret }: Values, more: Partial<Entry>): Entry {
    const { definition } = target;
    const word = props.onExisting as OnExisting | null | undefined;
    return {
      ...claimantOf(target),
      definition,
      args: managedOf(definition, props),
      isRecorded: false,
      isPreview: false,
      ...(word && { onExisting: word }),
      ...(secret.length > 0 && { secret }),
      ...more,
    };
  }

  #warn(entry: Entry): void {
    const log = this.#provider.logFor(entry);
    for (const { path, message } of warningsOf(entry.definition, entry.args))
      log.warn(`${path.join(".")}: ${message}`);
  }

  #noteSecrets({ definition }: Target, { props, secret }: Values): void {
    this.#provider.noteSecrets(definition, props, secret);
  }

  #run<T>(
    verb: string,
    target: Target,
    id: string,
    state: Values,
    call: (resource: OpenResource) => Promise<T>,
    ifRejected?: string,
  ): Promise<T> {
    const { definition } = target;
    const claimant = claimantOf(target);
    this.#noteSecrets(target, state);
    return this.#provider.run({ name: `${verb} of ${claimant.name}`, ifRejected }, async () =>
      call(await openResource(definition, this.#provider, id, state.props, claimant)),
    );
  }
}

/**
 * Every readable field, so that the next preview shows no change. Best-effort ones are not compared.
 * @throws ReportedError if another resource has the object: one of them would delete it for the other
 */
async function importObject(resource: OpenResource, claimant: Claimant): Promise<ReadResult> {
  const { definition, id, provider, name } = resource;
  const owners = provider.ownersOf(definition);
  const other = definition.list && owners.takenBy(id, claimant);
  if (other)
    throw new ReportedError(
      `${name}: ${other.name} has the same object (id ${id}), so it cannot be imported. Remove one of the two`,
    );
  const isSet = (name: string, value: unknown) => !definition.fields[name]?.bestEffort && value !== "";
  const result = await shownObject(resource, isSet);
  if (result.id !== "") owners.keep(id, claimant);
  return result;
}

/** For a program that only reads the object, as it is. */
async function readObject(resource: OpenResource): Promise<ReadResult> {
  const result = await shownObject(resource, () => true);
  resource.provider.ownersOf(resource.definition).read(resource.id);
  return result;
}

async function shownObject(
  { definition, id, session }: OpenResource,
  isSet: (name: string, value: unknown) => boolean,
): Promise<ReadResult> {
  const [found] = await lifecycleOf(definition).prove(session, id);
  if (!found) return { id: "" };
  const known = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && isSet(name, value);
  const inputs = Object.fromEntries(Object.entries(found.fields).filter(known));
  const metadata = { id, account: await session.accountRecord() };
  return { id, inputs, props: composeState({}, inputs, found.outputs, metadata) };
}

/** The outputs after an update, as far as a preview knows them. @param changed arguments */
function previewed({ definition, state }: OpenResource, args: Props, changed: readonly string[]): Props {
  const outputs = Object.entries(outputsOf(definition, state)).map(([name, value]) => {
    const isKept = changed.length === 0 || definition.outputs[name]!.keepsPath;
    return [name, isKept ? value : UNKNOWN];
  });
  return { ...Object.fromEntries(outputs), ...args, [METADATA]: state[METADATA] };
}
