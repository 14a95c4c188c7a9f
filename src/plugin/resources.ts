// One resource: what the engine says of it becomes a request to the handlers of `provider/`, which serve both doors.
import type { Claimant } from "../api/lists/owners";
import { compare } from "../kind/compare";
import { type Definition, type Props, secretsOf } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { warningsOf } from "../kind/kind";
import type { OnExisting } from "../kind/on-existing";
import {
  decisionOf,
  decisionText,
  type EntryRequest,
  entryKey,
  HIDDEN_INPUT,
  requestText,
} from "../kind/request";
import { METADATA, managedOf, metadataOf, outputsOf, PENDING_ID } from "../kind/state";
import { hasUnknown, UNKNOWN } from "../kind/unknown";
import type { DiffResult } from "../provider/diff";
import { createHandler, type Handler } from "../provider/handler";
import type { ProviderProcess } from "../provider/provider-process";
import type { ReadResult } from "../provider/read";
import { importObject } from "./import";
import { wordProblem, wordsOf } from "./on-existing";
import { kindOf } from "./tokens";
import type { Values } from "./values";

export interface Resource extends Claimant {
  readonly definition: Definition;
  readonly handler: Handler;
}

export class Resources {
  readonly #provider: ProviderProcess;
  /** The recorded id of each resource that this process has compared, by URN: a create after that replaces it. */
  readonly #ownIds = new Map<string, string>();

  constructor(provider: ProviderProcess) {
    this.#provider = provider;
  }

  /** @param passed everything that the engine passes of it: messages hide its secrets */
  open(urn: string, ...passed: readonly Values[]): Resource {
    const provider = this.#provider;
    const definition = kindOf(provider.definitions, urn);
    for (const { props, secret } of passed) provider.noteSecrets(definition, props, secret);
    const claimant = { name: `${definition.type} ${resourceName(urn)}`, urn };
    return { ...claimant, definition, handler: createHandler(definition, provider, claimant) };
  }

  /**
   * The engine does not say whether it previews, so a decision to stop is read back, as a program does in its preview.
   * @param olds the inputs of the state. Empty for a new resource, and for the new object of a replacement
   */
  async check(
    resource: Resource,
    olds: Values,
    news: Values,
  ): Promise<{ inputs: Props; problems: string[] }> {
    const { definition, handler, name } = resource;
    const { onExisting, ...given } = news.props;
    const option = wordProblem(onExisting, wordsOf(definition));
    if (option !== undefined) return { inputs: news.props, problems: [`${name}: onExisting ${option}`] };
    const request = requestText(this.#requestOf(resource, news));
    const { inputs, failures } = await handler.check(olds.props, { ...given, [HIDDEN_INPUT]: request });
    const decision = decisionOf(inputs);
    const problems = failures.map(({ reason }) => reason);
    if (decision.do === "stop") problems.push(this.#provider.say(`${name}: ${decision.why}`));
    if (problems.length > 0) this.#provider.report.hasFailed = true;
    else this.#warn(resource, given);
    return { inputs: { ...inputs, ...(onExisting !== undefined && { onExisting }) }, problems };
  }

  /** @param state the outputs of the state */
  async diff(
    { definition, handler, urn }: Resource,
    id: string,
    state: Values,
    news: Values,
  ): Promise<DiffResult> {
    if (id !== PENDING_ID) {
      this.#ownIds.set(urn, id);
      this.#provider.ownersOf(definition).record([id]);
    }
    return handler.diff(id, state.props, news.props);
  }

  /** @returns in a preview, what is known of the outputs */
  async create(
    { definition, handler }: Resource,
    { props }: Values,
    isPreview: boolean,
  ): Promise<{ id: string; outs: Props }> {
    if (!isPreview) return handler.create(props);
    const unknown = Object.keys(definition.outputs).map((name) => [name, UNKNOWN]);
    return { id: "", outs: { ...Object.fromEntries(unknown), ...managedOf(definition, props) } };
  }

  /** @param inputs those of the state. Missing for an import. Empty for a program that only reads the object */
  async read(resource: Resource, id: string, state: Values, inputs: Values): Promise<ReadResult> {
    const { handler } = resource;
    if (metadataOf(state.props).account === undefined) {
      if (inputs.isMissing) return this.#import(resource, id);
      return handler.read(id, {
        [HIDDEN_INPUT]: requestText({ ...this.#requestOf(resource, inputs), external: true }),
      });
    }
    const found = await handler.read(id, state.props);
    // What is no argument, such as onExisting, stays.
    return { ...found, inputs: { ...inputs.props, ...found.inputs } };
  }

  async update(
    { definition, handler }: Resource,
    id: string,
    { props: state }: Values,
    { props: news }: Values,
    isPreview: boolean,
  ): Promise<{ outs: Props }> {
    if (!isPreview) return handler.update(id, state, news);
    const args = managedOf(definition, news);
    const { changed } = compare(definition, state, args);
    const { address, brokenBy } = definition.publicUse ?? {};
    const outputs = Object.entries(outputsOf(definition, state)).map(([name, value]) => {
      const isKept = changed.length === 0 || (name === address && !brokenBy);
      return [name, isKept ? value : UNKNOWN];
    });
    return { outs: { ...Object.fromEntries(outputs), ...args, [METADATA]: state[METADATA] } };
  }

  #import(resource: Resource, id: string): Promise<ReadResult> {
    const provider = this.#provider;
    // With it, a check of a resource without readable arguments is not one of a new resource.
    const hidden = { [HIDDEN_INPUT]: decisionText({ do: "create", key: entryKey(resource.urn) }) };
    return provider.run({ name: `import of ${resource.name}` }, () =>
      importObject(resource, provider, id, hidden),
    );
  }

  #requestOf({ name, urn }: Resource, { props, secret }: Values): EntryRequest {
    const ownId = this.#ownIds.get(urn);
    const { onExisting } = props;
    const word = onExisting && !hasUnknown(onExisting) ? (onExisting as OnExisting) : undefined;
    return {
      name,
      urn,
      isPreview: true,
      accounts: [],
      ...(ownId !== undefined && { ownId }),
      ...(word && { onExisting: word }),
      ...(secret.length > 0 && { secret }),
    };
  }

  #warn(resource: Resource, args: Props): void {
    const log = this.#provider.logFor(resource);
    for (const { path, message } of warningsOf(resource.definition, managedOf(resource.definition, args)))
      log.warn(`${path.join(".")}: ${message}`);
  }
}

/** Secret is what the kind says, and what came in secret under the same name. */
export function secretNames(
  { definition }: Resource,
  props: Props,
  ...passed: readonly Values[]
): readonly string[] {
  return [...secretsOf(definition, props), ...passed.flatMap(({ secret }) => secret)];
}
