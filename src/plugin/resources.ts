// The verbs of a resource. The engine names the resource and says whether it previews, so nothing is hidden in inputs. But
// it shows one resource at a time: what exists is decided in the create, also in a preview.
import { compare, inOldSpelling, readShown } from "../kind/compare";
import { type Props, secretsOf } from "../kind/definition";
import { cannotUpdate, type OnExisting } from "../kind/on-existing";
import { issuesOf, issueText } from "../kind/schema";
import { composeState, METADATA, managedOf, outputsOf } from "../kind/state";
import { UNKNOWN } from "../kind/unknown";
import { warningsOf } from "../kind/warnings";
import { createObject } from "../provider/create";
import { decide } from "../provider/decision";
import { deleteObject } from "../provider/delete";
import { announce } from "../provider/diff";
import type { Entry } from "../provider/entries";
import { type OpenResource, openResource } from "../provider/our-object";
import { pendingProblem } from "../provider/pending";
import { claimProblem, resetProblem } from "../provider/problems";
import type { ProviderProcess } from "../provider/provider-process";
import { type ReadResult, read } from "../provider/read";
import { ReportedError } from "../provider/reported-error";
import { ifUpdateRejected, update } from "../provider/update";
import { describeCollision } from "./advice";
import { wordProblem, wordsOf } from "./on-existing";
import { type Change, type Comparison, claimantOf, type Failure, type Target } from "./target";
import type { Values } from "./values";

/** A resource that is checked so long after the first one was not known when the lists were read. */
const LATE_MS = 60_000;

export class PluginResources {
  readonly #provider: ProviderProcess;
  /** When each resource of the program was checked, by URN. A refresh and a destroy have none. */
  readonly #checkedAt = new Map<string, number>();
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
    if (!this.#checkedAt.has(urn)) this.#checkedAt.set(urn, performance.now());
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
      const hasEntry = this.#checkedAt.has(target.urn);
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
        if (taken !== undefined && definition.lifecycle.list)
          throw new ReportedError(`${resource.name}: ${taken}`);
        announce(resource, difference, after);
      }
      const { changed, replaces, cleared, kept } = difference;
      const changeOf = (name: string): Change =>
        name in args ? (name in after ? "update" : "delete") : "add";
      const names = [...changed, ...cleared, ...kept];
      return { changes: Object.fromEntries(names.map((name) => [name, changeOf(name)])), replaces };
    });
  }

  /** @returns in a preview, what is known of the outputs */
  create(target: Target, inputs: Values, isPreview: boolean): Promise<{ id: string; outs: Props }> {
    const { definition, urn } = target;
    const provider = this.#provider;
    const { onExisting, ...rest } = this.#entryOf(target, inputs, {
      isPreview,
      ownId: this.#ownIds.get(urn),
    });
    // `overwrite` is about updates: a create adopts nothing.
    const entry = onExisting === "duplicate" ? { ...rest, onExisting } : rest;
    const { args, name, ownId } = entry;
    this.#noteSecrets(target, inputs);
    const operation = { name: `create of ${name}`, ifRejected: definition.ifRejected?.(args) };
    return provider.run(operation, async () => {
      const { collision, ...decision } = await decide(provider, entry);
      if (collision) {
        const problem = describeCollision(collision, definition, urn, ownId !== undefined);
        throw new ReportedError(`${name}: ${problem}`);
      }
      if (!isPreview) return createObject({ definition, args, decision, owner: { name, urn } }, provider);
      const unknown = Object.keys(definition.outputs).map((output) => [output, UNKNOWN]);
      return { id: "", outs: { ...Object.fromEntries(unknown), ...args } };
    });
  }

  /** @param inputs those of the state. Empty for an import, and for a program that only reads the object */
  read(target: Target, id: string, state: Values, inputs: Values): Promise<ReadResult> {
    return this.#run("read", target, id, state, async (resource) => {
      if (resource.metadata.account === undefined) return importObject(resource);
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
      const lost = changed.length > 0 && (await resetProblem(resource.session, entry, id));
      const problem = cannotUpdate(definition, entry.args, changed) ?? lost;
      if (problem) throw new ReportedError(`${entry.name}: ${problem}`);
      return isPreview ? { outs: previewed(resource, entry.args, changed) } : update(resource, entry.args);
    };
    return this.#run("update", target, id, state, call, ifUpdateRejected(definition, entry.args));
  }

  delete(target: Target, id: string, state: Values): Promise<void> {
    return this.#run("delete", target, id, state, deleteObject);
  }

  #entryOf(target: Target, { props, secret }: Values, more: Partial<Entry>): Entry {
    const { definition, urn } = target;
    const word = props.onExisting as OnExisting | null | undefined;
    return {
      ...claimantOf(target),
      definition,
      args: managedOf(definition, props),
      isRecorded: false,
      isPreview: false,
      ...(word && { onExisting: word }),
      ...(secret.length > 0 && { secret }),
      ...(this.#isLate(urn) && { isLate: true }),
      ...more,
    };
  }

  #warn(entry: Entry): void {
    const log = this.#provider.logFor(entry);
    for (const { path, message } of warningsOf(entry.definition, entry.args))
      log.warn(`${path.join(".")}: ${message}`);
  }

  /** What a program creates with the results of other creates may have got its object meanwhile. */
  #isLate(urn: string): boolean {
    const [first = 0] = this.#checkedAt.values();
    return (this.#checkedAt.get(urn) ?? 0) - first > LATE_MS;
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

/** Every readable field, so that the next preview shows no change. Best-effort ones are not compared. */
async function importObject({ definition, id, session, provider }: OpenResource): Promise<ReadResult> {
  const [found] = await definition.lifecycle.prove(session, id);
  if (!found) return { id: "" };
  const isSet = ([name, value]: [string, unknown]) =>
    !definition.fields[name]?.bestEffort && value !== undefined && value !== null && value !== "";
  const inputs = Object.fromEntries(Object.entries(found.fields).filter(isSet));
  const { confirmed } = readShown(definition, inputs, found);
  const metadata = { id, account: await session.accountRecord(), confirmed };
  provider.ownersOf(definition).read(id);
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
