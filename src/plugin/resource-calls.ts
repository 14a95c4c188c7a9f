// The calls of the engine about one resource: requests become values, and results become responses.
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Definition, type Props, secretsOf } from "../kind/definition";
import { PartialError } from "../provider/reported-error";
import { partialStatus, toFailure } from "./errors";
import type { PluginResources } from "./resources";
import { type Change, type Comparison, type Target, TOKEN_PREFIX } from "./target";
import { fromStruct, toStruct } from "./values";

const { Kind } = messages.PropertyDiff;
const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
/** Of a property, and of one that replaces the resource. */
const DIFF_KINDS: Readonly<Record<Change, readonly [number, number]>> = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
};

export function resourceCalls(kinds: ReadonlyMap<string, Definition>, resources: PluginResources) {
  const targetOf = (request: { getUrn(): string }): Target => {
    const urn = request.getUrn();
    // A type with those of its parents in front.
    const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const definition = kinds.get(token);
    if (!definition) throw new Error(`this plugin has no resource ${token}`);
    return { definition, urn };
  };

  return {
    async check(request: messages.CheckRequest) {
      const target = targetOf(request);
      const news = fromStruct(request.getNews());
      const { inputs, failures } = resources.check(target, fromStruct(request.getOlds()).props, news);
      const response = new messages.CheckResponse();
      response.setInputs(outOf(target, inputs, news.secret));
      response.setFailuresList(failures.map(toFailure));
      return response;
    },

    async diff(request: messages.DiffRequest) {
      const olds = fromStruct(request.getOlds());
      const news = fromStruct(request.getNews());
      return toDiff(await resources.diff(targetOf(request), request.getId(), olds, news));
    },

    async create(request: messages.CreateRequest) {
      const target = targetOf(request);
      const inputs = fromStruct(request.getProperties());
      const { id, outs } = await resources.create(target, inputs, request.getPreview()).catch((error) => {
        if (!(error instanceof PartialError)) throw error;
        throw partialStatus(error, outOf(target, error.properties, inputs.secret));
      });
      const response = new messages.CreateResponse();
      response.setId(id);
      response.setProperties(outOf(target, outs, inputs.secret));
      return response;
    },

    async read(request: messages.ReadRequest) {
      const target = targetOf(request);
      const state = fromStruct(request.getProperties());
      const inputs = fromStruct(request.getInputs());
      // Of an import, the engine knows no inputs. A program that only reads an object has some.
      const isImport = !request.hasInputs();
      const found = await resources.read(target, request.getId(), state, inputs, isImport);
      const response = new messages.ReadResponse();
      response.setId(found.id);
      if (found.id === "") return response;
      const secret = [...state.secret, ...inputs.secret];
      response.setProperties(outOf(target, found.props, secret));
      response.setInputs(outOf(target, found.inputs, secret));
      return response;
    },

    async update(request: messages.UpdateRequest) {
      const target = targetOf(request);
      const olds = fromStruct(request.getOlds());
      const news = fromStruct(request.getNews());
      const { outs } = await resources.update(target, request.getId(), olds, news, request.getPreview());
      const response = new messages.UpdateResponse();
      response.setProperties(outOf(target, outs, news.secret));
      return response;
    },

    async delete(request: messages.DeleteRequest) {
      await resources.delete(targetOf(request), request.getId(), fromStruct(request.getProperties()));
      return new Empty();
    },
  };
}

/** Secret is what the kind says, and what came in secret under the same name. */
function outOf({ definition }: Target, props: Props = {}, secret: readonly string[] = []): Struct {
  return toStruct(props, [...secretsOf(definition, props), ...secret]);
}

function toDiff({ changes, replaces }: Comparison): messages.DiffResponse {
  const names = Object.keys(changes);
  const response = new messages.DiffResponse();
  response.setChanges(names.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setReplacesList([...replaces]);
  response.setDiffsList(names);
  response.setHasdetaileddiff(true);
  for (const name of names) {
    const property = new messages.PropertyDiff();
    const [kind, replacing] = DIFF_KINDS[changes[name]!];
    property.setKind((replaces.includes(name) ? replacing : kind) as messages.PropertyDiff.Kind);
    // The engine shows the old input beside the new one.
    property.setInputdiff(true);
    response.getDetaileddiffMap().set(name, property);
  }
  return response;
}

export function kindsByToken(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
  return new Map(definitions.map((definition) => [`${TOKEN_PREFIX}${definition.type}`, definition]));
}
