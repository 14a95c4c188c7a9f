// One resource: what the engine says of it becomes a request to the handlers of `provider/`, which serve both doors.
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Claimant } from "../api/lists/owners";
import { compare } from "../kind/compare";
import { type Definition, type Props, secretsOf } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { warningsOf } from "../kind/kind";
import {
  decisionOf,
  decisionText,
  type EntryRequest,
  entryKey,
  HIDDEN_INPUT,
  requestText,
} from "../kind/request";
import { hasUnknown, UNKNOWN } from "../kind/schema";
import { composeState, METADATA, managedOf, metadataOf, outputsOf, PENDING_ID } from "../kind/state";
import { createHandler, type Handler } from "../provider/handler";
import type { ProviderProcess } from "../provider/provider-process";
import type { ReadResult } from "../provider/read";
import { PartialError, ReportedError } from "../provider/reported-error";
import { WORD_RULE, WORDS } from "./configuration";
import { TOKEN_PREFIX } from "./door";
import { checked, partialStatus, type Request, Values } from "./protocol";

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = messages.DiffResponse.DiffChanges;

interface Resource extends Claimant {
  readonly definition: Definition;
  readonly handler: Handler;
}

/** Each method takes the fields of a request, and returns those of the response. */
export class Resources {
  readonly #provider: ProviderProcess;
  /** The recorded id of each resource that this process has compared, by URN: a create after that replaces it. */
  readonly #ownIds = new Map<string, string>();

  constructor(provider: ProviderProcess) {
    this.#provider = provider;
  }

  /**
   * The engine does not say whether it previews, so a decision to stop is read back, as a program does in its preview. The old
   * inputs are empty for a new resource, and for the new object of a replacement.
   */
  async check({ urn, olds, news }: Request<"urn" | "olds" | "news">) {
    const resource = this.#open(urn, olds, news);
    const { definition, handler, name } = resource;
    const { onExisting, ...rest } = news.props;
    // Other kinds do not have it, which their arguments say.
    const option: Props = definition.list && onExisting !== undefined ? { onExisting } : {};
    const given = definition.list ? rest : news.props;
    const request = requestText(this.#requestOf(resource, news));
    const { inputs, failures } = await handler.check(olds.props, { ...given, [HIDDEN_INPUT]: request });
    const problems = failures.map(({ reason }) => reason);
    if (option.onExisting && !hasUnknown(onExisting) && wordIn(option) === undefined)
      problems.push(`${name}: onExisting: ${WORD_RULE}`);
    const decision = decisionOf(inputs);
    if (decision.do === "stop" || decision.do === "lose")
      problems.push(this.#provider.say(`${name}: ${decision.why}`));
    if (problems.length > 0) this.#provider.report.hasFailed = true;
    else
      for (const { path, message } of warningsOf(definition, managedOf(definition, given)))
        this.#provider.logFor(resource).warn(`${path.join(".")}: ${message}`);
    return checked(shown(resource, { ...inputs, ...option }, news), problems);
  }

  async diff({ urn, id, olds: state, news }: Request<"urn" | "id" | "olds" | "news">) {
    const { definition, handler } = this.#open(urn, state, news);
    if (id !== PENDING_ID) {
      this.#ownIds.set(urn, id);
      this.#provider.ownersOf(definition).record([id]);
    }
    const difference = await handler.diff(id, state.props, news.props);
    const { changes, replaces, deleteBeforeReplace = false } = difference;
    const known = changes ? DIFF_SOME : DIFF_NONE;
    return {
      // DIFF_UNKNOWN lets the engine compare the inputs, which gives a difference per property.
      changes: changes === undefined ? DIFF_UNKNOWN : known,
      replacesList: replaces,
      deletebeforereplace: deleteBeforeReplace,
    };
  }

  async create({ urn, properties: inputs, preview }: Request<"urn" | "properties" | "preview">) {
    const resource = this.#open(urn, inputs);
    const { definition, handler } = resource;
    if (preview) {
      const unknown = Object.keys(definition.outputs).map((name) => [name, UNKNOWN]);
      const props = { ...Object.fromEntries(unknown), ...managedOf(definition, inputs.props) };
      return { id: "", properties: shown(resource, props, inputs) };
    }
    try {
      const { id, outs } = await handler.create(inputs.props);
      return { id, properties: shown(resource, outs, inputs) };
    } catch (error) {
      if (!(error instanceof PartialError)) throw error;
      throw partialStatus(error, shown(resource, error.properties, inputs));
    }
  }

  /** For an import, the engine knows neither state nor inputs. For a program that only reads the object, both are empty. */
  async read({ urn, id, properties, inputs }: Request<"urn" | "id" | "properties" | "inputs">) {
    const resource = this.#open(urn, properties, inputs);
    const { handler } = resource;
    const isRecorded = metadataOf(properties.props).account !== undefined;
    const request = requestText({ ...this.#requestOf(resource, inputs), external: true });
    const read = await handler.read(id, isRecorded ? properties.props : { [HIDDEN_INPUT]: request });
    const found = inputs === Values.NOTHING ? this.#imported(resource, read) : read;
    if (found.id === "") return { id: "" };
    return {
      id: found.id,
      properties: shown(resource, found.props, properties, inputs),
      // What is no argument, such as onExisting, stays.
      inputs: shown(resource, { ...inputs.props, ...found.inputs }, properties, inputs),
    };
  }

  async update(request: Request<"urn" | "id" | "olds" | "news" | "preview">) {
    const { urn, id, olds, news, preview } = request;
    const resource = this.#open(urn, olds, news);
    const { definition, handler } = resource;
    const state = olds.props;
    if (!preview) {
      const { outs } = await handler.update(id, state, news.props);
      return { properties: shown(resource, outs, news) };
    }
    const args = managedOf(definition, news.props);
    const { changed } = compare(definition, state, args);
    const { address, brokenBy } = definition.publicUse ?? {};
    const outputs = Object.entries(outputsOf(definition, state)).map(([name, value]) => {
      const isKept = changed.length === 0 || (name === address && !brokenBy);
      return [name, isKept ? value : UNKNOWN];
    });
    const props = { ...Object.fromEntries(outputs), ...args, [METADATA]: state[METADATA] };
    return { properties: shown(resource, props, news) };
  }

  async delete({ urn, id, properties }: Request<"urn" | "id" | "properties">) {
    await this.#open(urn, properties).handler.delete(id, properties.props);
    return {};
  }

  /** @param passed everything that the engine passes of it: messages hide its secrets */
  #open(urn: string, ...passed: readonly Values[]): Resource {
    const provider = this.#provider;
    // A type with those of its parents in front.
    const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const definition = provider.definitions.find(({ type }) => token === TOKEN_PREFIX + type);
    if (!definition) throw new Error(`this plugin has no resource ${token}`);
    for (const { props, secret } of passed) provider.noteSecrets(definition, props, secret);
    const claimant = { name: `${definition.type} ${resourceName(urn)}`, urn };
    return { ...claimant, definition, handler: createHandler(definition, provider, claimant) };
  }

  /**
   * What a program only reads becomes what the stack manages: every readable field, so that the next preview shows no change.
   * @throws ReportedError if another resource has the object: one of them would delete it for the other
   */
  #imported({ definition, name, urn }: Resource, { id, props = {} }: ReadResult): ReadResult {
    const owners = this.#provider.ownersOf(definition);
    const other = definition.list && owners.takenBy(id, { urn });
    if (other)
      throw new ReportedError(
        `${name}: ${other.name} has the same object (id ${id}), so it cannot be imported. Remove one of the two`,
      );
    owners.keep(id, { name, urn });
    const given = Object.entries(managedOf(definition, props)).filter(([, value]) => value !== "");
    const args = Object.fromEntries(given);
    // With it, a check of a resource without readable arguments is not one of a new resource.
    const inputs = { [HIDDEN_INPUT]: decisionText({ do: "create", key: entryKey(urn) }), ...args };
    const { account } = metadataOf(props);
    return { id, inputs, props: composeState(inputs, args, outputsOf(definition, props), { id, account }) };
  }

  #requestOf({ name, urn }: Resource, { props, secret }: Values): EntryRequest {
    const ownId = this.#ownIds.get(urn);
    const onExisting = wordIn(props);
    return {
      name,
      urn,
      isPreview: true,
      accounts: [],
      ...(ownId !== undefined && { ownId }),
      ...(onExisting && { onExisting }),
      ...(secret.length > 0 && { secret }),
    };
  }
}

function wordIn({ onExisting }: Props): (typeof WORDS)[number] | undefined {
  return WORDS.find((word) => word === onExisting);
}

/** Secret is what the kind says, and what came in secret under the same name. */
function shown({ definition }: Resource, props: Props = {}, ...given: readonly Values[]): Values {
  return new Values(props, [...secretsOf(definition, props), ...given.flatMap(({ secret }) => secret)]);
}
