// The kinds as the config file knows them. Not their classes, which load the SDK: `npx` may have installed none.
import type { Kind } from "../config/schema/file-schema";
import { definitions } from "../resources/definitions";

export const configKinds: readonly Kind[] = definitions.map((definition) => ({ definition }));
