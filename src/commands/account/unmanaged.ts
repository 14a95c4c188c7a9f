// What the account has and a stack does not manage.
import type { AccountSession } from "../../api/session";
import { readableKinds, shownName } from "../../resources/definitions";

/**
 * Reads the list of every kind, short links only if the stack has some, without the members of channels and campaigns.
 * @param managed such as `Pixel 107`
 * @returns a text for each other object, such as `pixels 108 Shop ads`
 * @throws ApiError
 */
export async function unmanagedObjects(
  session: AccountSession,
  managed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const used = [...managed].map((one) => one.split(" ")[0]!);
  const texts = readableKinds(used).map(async (kind) => {
    const items = await session.inventory(kind.lifecycle.list!).all();
    return [...items]
      .filter(([id]) => !managed.has(`${kind.type} ${id}`))
      .map(([id, item]) => `${kind.yaml.section} ${id} ${shownName(kind, item)}`.trim());
  });
  return (await Promise.all(texts)).flat();
}
