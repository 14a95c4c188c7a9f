// Reads an account and makes the files of a config from it. Sends only GET requests.
import { ApiError, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Kind } from "../../config/schema/layout";
import type { Definition, Props } from "../../kind/definition";
import { type Documents, toDocuments } from "./documents/documents";
import type { DocumentOptions, SelectedKind } from "./documents/model";
import { type AccountObject, withKeys } from "./documents/objects";
import type { StackObjects } from "./managed";
import { Selection } from "./selection";

export interface ExportOptions extends Omit<DocumentOptions, "isAddition"> {
  readonly kinds: readonly Kind[];
  /** Kinds, or globs for keys and names. @default everything */
  readonly only?: readonly string[];
  /** As `only`. Also the lists of a kind, such as `channels.items`. @default nothing */
  readonly exclude?: readonly string[];
  /** The stack whose objects are left out. The files are then an addition to its config. @default nothing */
  readonly managed?: StackObjects;
  /** Called for each list that was read, with the number of objects read so far. @default nothing */
  readonly onRead?: (objects: number) => void;
}

/** Nothing matches a pattern of `only` or `exclude`. */
export class NoMatchError extends Error {}

/**
 * @throws ApiError if the account cannot be read completely
 * @throws WrongAccountError if the stack's objects belong to another account
 * @throws ConfigFileError for a pattern that is not supported
 * @throws NoMatchError
 */
export async function exportAccount(session: AccountSession, options: ExportOptions): Promise<Documents> {
  const { kinds, only = [], exclude = [], managed, onRead, ...documents } = options;
  let objectsRead = 0;
  const count = (objects: number) => {
    objectsRead += objects;
    onRead?.(objectsRead);
  };
  const selection = new Selection(only, exclude, kinds);
  const definitions = kinds.map(({ definition }) => definition);
  const account = await session.account();
  const keys = await managed?.on(session);

  const read = await Promise.all(
    listedKinds(kinds, selection).map(async (definition) => {
      const items = await orExclude(definition, () => definition.lifecycle.existing!.items(session));
      count(items.size);
      return withKeys(definition, items, keys?.get(definition.type));
    }),
  );
  const selected = read.map(({ definition, objects }) => {
    const managedIds = keys?.get(definition.type);
    const isWanted = ({ id, key, name }: AccountObject) =>
      !managedIds?.has(id) && selection.wants(definition.yaml.section, key, name);
    return {
      definition,
      objects,
      chosen: objects.filter(isWanted),
      lists: listsIn(definition, definitions, selection),
    };
  });
  const problem = selection.problem();
  if (problem !== undefined) throw new NoMatchError(problem);

  const complete = await Promise.all(
    selected.map(async ({ chosen, ...kind }): Promise<SelectedKind> => {
      const selected = await Promise.all(
        chosen.map(async (object) => ({
          ...object,
          members: await membersOf(session, kind.lists, object, count),
        })),
      );
      return { ...kind, selected };
    }),
  );
  return toDocuments({ account, kinds: complete }, { ...documents, isAddition: managed !== undefined });
}

/** The kinds whose lists an export reads. */
export function listedKinds(kinds: readonly Kind[], selection: Selection): Definition[] {
  return kinds
    .map(({ definition }) => definition)
    .filter(({ lifecycle, yaml }) => lifecycle.existing && selection.mayWant(yaml.section));
}

/** The kinds that are lists in the entries of a kind. */
function listsIn(
  { yaml }: Definition,
  all: readonly Definition[],
  selection: Selection,
): readonly Definition[] {
  return all.filter(
    (one) =>
      one.yaml.shape === "list" &&
      one.yaml.section === yaml.section &&
      selection.wantsList(yaml.section, one.yaml.field),
  );
}

async function membersOf(
  session: AccountSession,
  lists: readonly Definition[],
  { id }: AccountObject,
  count: (objects: number) => void,
): Promise<ReadonlyMap<Definition, readonly Props[]>> {
  const members = new Map<Definition, readonly Props[]>();
  for (const definition of lists) {
    const { members: read } = definition.lifecycle;
    if (!read) continue;
    const found = await read(session, id);
    count(found.length);
    members.set(definition, found);
  }
  return members;
}

/** A plan may lack a kind. A failure of the service is no reason to leave one out. */
async function orExclude<T>({ yaml }: Definition, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isRejection(error)) throw error;
    throw new ApiError(`${error.message}. To export the other kinds, add --exclude ${yaml.section}`, {
      cause: error,
    });
  }
}
