// What the account has and a stack does not manage.
import type { AccountSession } from "../../api/session";
import { definitions } from "../../resources/definitions";
import * as queries from "../../resources/queries";

const { pixels, domains, channels, campaigns, qrCodes } = queries;
const LISTS = { pixels, domains, channels, campaigns, qrCodes };

/**
 * Reads the list of every section, without the members of channels and campaigns.
 * @param managed such as `Pixel 107`
 * @returns a text for each other object, such as `pixels 108 Shop ads`
 * @throws ApiError
 */
export async function unmanagedObjects(
  session: AccountSession,
  managed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    Object.entries(LISTS).map(async ([section, list]) => {
      const kind = definitions.find(({ yaml }) => yaml.section === section && yaml.shape === "mapping");
      const objects: readonly { id: string; name?: string; domain?: string }[] = await list.read(session);
      return objects
        .filter(({ id }) => !managed.has(`${kind?.type} ${id}`))
        .map(({ id, name, domain }) => `${section} ${id} ${name ?? domain ?? ""}`.trim());
    }),
  );
  return lists.flat();
}
