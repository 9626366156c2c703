/** State documents inside the catalog, as files of its data directory. */
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import { resourcePath } from "../../wire/paths.ts";
import { expectFound, get } from "../../wire/reading.ts";
import {
  bodyText,
  refusalText,
  succeeded,
  type Reader,
  type Transport,
} from "../../wire/request.ts";
import { StateError, type StateDocument, type StateStore } from "./state-store.ts";

/** Folder of the data directory in which every estate has a folder of its name. */
export const STATE_FOLDER = "plumbline";

/** The state of an estate; `send` is absent for commands that only read. */
export function catalogState(
  estate: string,
  read: Reader,
  send: Transport | undefined,
): StateStore {
  return stateIn(`${STATE_FOLDER}/${estate}`, read, send);
}

/** The state that all estates of the catalog share. */
export function sharedState(read: Reader, send: Transport | undefined): StateStore {
  return stateIn(STATE_FOLDER, read, send);
}

function stateIn(folder: string, read: Reader, send: Transport | undefined): StateStore {
  const fileOf = (name: string) => `${folder}/${name}`;
  const place = (name: string) => `${pathTo("resources", {})}/${fileOf(name)}`;
  const writer = (name: string): Transport => {
    if (send === undefined)
      throw new StateError(place(name), "is not written by commands that read");
    return send;
  };
  return {
    place,
    load: async (name) => {
      const path = resourcePath(fileOf(name));
      const response = await get(read, path);
      if (response.status === 404) return undefined;
      try {
        return { text: bodyText(expectFound(response, path)), etag: response.headers["etag"] };
      } catch (error) {
        const reason = `cannot be read: ${(error as Error).message}`;
        throw new StateError(place(name), reason, { cause: error });
      }
    },
    save: async (name, text, expected) => {
      const response = await writer(name)({
        method: "PUT",
        path: resourcePath(fileOf(name)),
        headers: conditionOn(expected),
        mediaType: mediaTypes.json,
        body: { kind: "text", text },
      });
      if (response.status === 412) throw new StateError(place(name), CHANGED, { changed: true });
      const reason = `could not be written: ${response.status} ${refusalText(response)}`;
      if (!succeeded(response)) throw new StateError(place(name), reason);
    },
    remove: async (name) => {
      const response = await writer(name)({ method: "DELETE", path: resourcePath(fileOf(name)) });
      if (succeeded(response) || response.status === 404) return;
      const reason = `could not be removed: ${response.status} ${refusalText(response)}`;
      throw new StateError(place(name), reason);
    },
  };
}

const CHANGED = "was changed by somebody else meanwhile; plan again";

/** A server without ETags is sent no condition. */
function conditionOn(
  expected: StateDocument | "nothing" | undefined,
): Readonly<Record<string, string>> {
  if (expected === "nothing") return { "if-none-match": "*" };
  return expected?.etag === undefined ? {} : { "if-match": expected.etag };
}
