// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { AmbiguousError, PendingCreateError } from "../../api/errors";
import { type Item, idText, type ListedItem, type Which } from "../../api/lists/list";
import type { AccountSession } from "../../api/session";
import { identitiesOf, isSameObject } from "../compare";
import type { Definition, Listed, Props } from "../definition";
import { decodeEntities } from "../field";
import { same } from "../meaning";
import { readAll } from "../state";
import type { Lifecycle, Proof, RemoteObject } from "./remote-object";

export function listedObject(kind: Definition, { object: root }: Listed): Lifecycle {
  const { fields, outputs } = kind;
  const inventoryIn = (session: AccountSession) => session.inventory(kind.list!);

  function objectOf([id, item]: ListedItem): RemoteObject {
    return { id, fields: readAll(fields, item), outputs: readAll(outputs, item) };
  }

  function whichOf(which: string | Props, isOther: Proof["isOther"] = () => false): Which {
    if (typeof which === "string") return which;
    const isIt = (id: string, item: Item) =>
      !isOther(id) && isSameObject(kind, which, readAll(fields, item)) === true;
    return { texts: identitiesOf(kind, which), isIt };
  }

  function bodyOf(values: Props, isSent: (name: string) => boolean): Props {
    const names = Object.keys(fields).filter((name) => values[name] !== undefined && isSent(name));
    return Object.fromEntries(names.map((name) => [fields[name]!.api, values[name]]));
  }

  return {
    async create(session, args, { owner }) {
      const inventory = inventoryIn(session);
      // Nothing is sent while the list proves nothing.
      const after = await inventory.newestId();
      const path = `${root}/add`;
      const body = bodyOf(args, () => true);
      try {
        const created = createdBy(path, body, await session.create(path, body));
        inventory.created(created, owner);
        return objectOf(created);
      } catch (error) {
        throw error instanceof AmbiguousError ? new PendingCreateError(error, after) : error;
      }
    },

    glance: async (session, which, maxAgeMs) =>
      (await inventoryIn(session).glance(whichOf(which), maxAgeMs)).map(objectOf),

    prove: async (session, which, { maxAgeMs, isOther } = {}) =>
      (await inventoryIn(session).prove(whichOf(which, isOther), maxAgeMs)).map(objectOf),

    // The API does not document whether a field that an update omits is kept or cleared. So the update sends the whole
    // object: managed fields, fields that leave the config as "", and the current values of the other readable fields.
    async update(session, { id, fields: shown }, args, cleared) {
      const empty = Object.fromEntries(cleared.map((name) => [name, ""]));
      const values: Props = { ...unmanaged(kind, shown), ...args, ...empty };
      const body = bodyOf(values, (name) => {
        const field = fields[name]!;
        // A service that takes no names may reject one, also if it shows it.
        const isNeeded = shown[name] !== undefined && !same(field, args[name], shown[name]);
        return field.bestEffort ? isNeeded : !field.createOnly;
      });
      const send = () => session.send("PUT", `${root}/${id}/update`, body);
      const data = await inventoryIn(session).write(
        id,
        send,
        (item, response) => item && { ...item, ...body, ...withoutEnvelope(response) },
      );
      return objectOf([id, data]);
    },

    async delete(session, id) {
      await inventoryIn(session).remove(id, () => session.send("DELETE", `${root}/${id}/delete`));
      return undefined;
    },
  };
}

/** @throws AmbiguousError if something was created, but not known what */
function createdBy(path: string, body: Props, data: Item): ListedItem {
  const id = idText(data.id) ?? "";
  if (/^[1-9]\d{0,18}$/.test(id)) return [id, { ...body, ...withoutEnvelope(data), id }];
  throw new AmbiguousError(`POST ${path}: the response has no id of the new object, which may exist`);
}

/** The readable values of an object, as they were before the service escaped them. */
function unmanaged({ fields }: Definition, shown: Props): Props {
  const names = Object.keys(shown).filter((name) => !fields[name]!.bestEffort && shown[name] !== "");
  return Object.fromEntries(names.map((name) => [name, decodeEntities(shown[name])]));
}

/** The fields of the object. `message` describes the response, even if the object has a field with that name. */
function withoutEnvelope({ error: _error, message: _message, ...fields }: Props): Props {
  return fields;
}
