// How messages name a resource, and where the engine shows them. The engine passes neither: a program says it in each
// check, and the state records it for the commands that run no program.
import type { Definition, Props } from "../kind/definition";
import { type EntryPlan, type EntryRequest, entryName, nameOf, planOf } from "../kind/entry";
import { describe } from "../kind/identity";
import { PENDING_ID } from "../kind/lifecycle/create-once";

export interface Subject {
  /** Such as `pixels.ads (link-management.yaml:3:3)`. */
  readonly name: string;
  readonly urn?: string;
}

export class Subjects {
  readonly #byObject = new Map<string, Subject>();
  readonly #byUrn = new Map<string, Subject>();

  /** What the program says. @param args for a resource without a name: of a program without this package's classes */
  note(definition: Definition, request: EntryRequest, args: Props): Subject {
    const { entry, location, urn, ownId } = request;
    const subject = {
      name: withLocation(entry || describe(definition, args), location),
      ...(urn !== undefined && { urn }),
    };
    if (urn !== undefined) this.#byUrn.set(urn, subject);
    if (ownId !== undefined && ownId !== PENDING_ID)
      this.#byObject.set(`${definition.type} ${ownId}`, subject);
    return subject;
  }

  /**
   * By what the program said in this process, else by what the state records, else by the object.
   * @param props with the hidden input
   * @param id unset for a new object
   */
  of(definition: Definition, props: Props, id?: string): Subject {
    const { type } = definition;
    const plan = recorded(props);
    // The URN of the state is old if the entry was renamed since.
    const said = this.#byObject.get(`${type} ${id}`) ?? this.#byUrn.get(plan.urn ?? "");
    if (said) return said;
    if (plan.urn !== undefined) return { name: recordedName(definition, plan.urn, plan.file), urn: plan.urn };
    return { name: id === undefined ? describe(definition, props) : `${type} ${id}` };
  }
}

function withLocation(entry: string, location: string | undefined): string {
  return location === undefined ? entry : `${entry} (${location})`;
}

/** Only an entry of a file has a section. */
function recordedName(definition: Definition, urn: string, file: string | undefined): string {
  const name = nameOf(urn);
  return file === undefined ? `${definition.type} ${name}` : entryName(definition, name);
}

/** A damaged hidden input names nothing, and must not hide another error. */
function recorded(props: Props): EntryPlan {
  try {
    return planOf(props);
  } catch {
    return {};
  }
}
