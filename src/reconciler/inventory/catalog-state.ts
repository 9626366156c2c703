/** State documents inside the catalog, as files of its data directory. */
import { reasonOf } from "../../model/failure.ts";
import { setTimeout as pause } from "node:timers/promises";
import { ALTERED_ETAGS, fileEtag } from "../../model/etag.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import { resourcePath } from "../../wire/paths.ts";
import { sendUntilClear, type Found } from "../../wire/clear-write.ts";
import { expectFound, get } from "../../wire/reading.ts";
import {
  bodyText,
  refusalText,
  succeeded,
  type Reader,
  type Transport,
} from "../../wire/request.ts";
import { listFolder } from "../../wire/resource.ts";
import { StateError, type StateDocument, type StateStore } from "./state-store.ts";

/** Folder of the data directory in which every estate has a folder of its name. */
export const STATE_FOLDER = "plumbline";

/** How the files are reached. */
export interface CatalogAccess {
  readonly read: Reader;
  /** Absent for commands that only read. */
  readonly send: Transport | undefined;
  /** Whether the server is the included one, whose ETags follow from what it gives. */
  readonly atomic?: boolean;
  /** Whether the folder of the estate was found in a list of them. */
  readonly isListed?: true;
  /** Waits, in milliseconds, before a document is sent again; a timer when absent. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
}

/** The state of an estate. */
export function catalogState(estate: string, access: CatalogAccess): StateStore {
  return stateIn(`${STATE_FOLDER}/${estate}`, access);
}

/** The state that all estates of the catalog share. */
export function sharedState(access: CatalogAccess): StateStore {
  return stateIn(STATE_FOLDER, access);
}

function stateIn(folder: string, access: CatalogAccess): StateStore {
  const { read, send, wait = pause } = access;
  const fileOf = (name: string) => `${folder}/${name}`;
  const place = (name: string) => `${pathTo("resources", {})}/${fileOf(name)}`;
  const writer = (name: string): Transport => {
    if (send === undefined)
      throw new StateError(place(name), "is not written by commands that read");
    return send;
  };
  const load = async (name: string): Promise<StateDocument | undefined> => {
    const path = resourcePath(fileOf(name));
    const response = await get(read, path);
    if (response.status === 404) return undefined;
    try {
      const { headers, body } = expectFound(response, path);
      // A proxy may have made something else of the ETag, or have left it out.
      const own = access.atomic === true ? fileEtag(fileOf(name), body) : undefined;
      return { text: bodyText(response), etag: own ?? headers["etag"] };
    } catch (error) {
      const reason = `cannot be read: ${reasonOf(error)}`;
      throw new StateError(place(name), reason, { cause: error });
    }
  };
  return {
    place,
    load,
    hides: async (name) => {
      const [above = "", own = ""] = folder.split(/\/(?=[^/]*$)/);
      const isThere = access.isListed ?? (await listFolder(read, above))?.includes(own) ?? false;
      // A folder that is listed and cannot be seen hides all that is in it.
      return isThere && (await listFolder(read, folder))?.includes(name) !== false;
    },
    save: async (name, text, expected) => {
      const write = writer(name);
      const path = resourcePath(fileOf(name));
      const body = { kind: "text", text } as const;
      const headers = conditionOn(expected);
      const look = async () => foundOf(await load(name), text, expected);
      const answer = await sendUntilClear({
        send: () => write({ method: "PUT", path, headers, mediaType: mediaTypes.json, body }),
        look,
        wait,
      });
      if (answer === "sent") return;
      if (answer === "other" || answer.status === 412) {
        const isAltered = answer !== "other" && (await look()) === "before";
        if (isAltered) throw new StateError(place(name), `could not be written: ${ALTERED_ETAGS}`);
        throw new StateError(place(name), CHANGED, { changed: true });
      }
      const reason = `could not be written: ${answer.status} ${refusalText(answer)}`;
      if (!succeeded(answer)) throw new StateError(place(name), reason);
    },
    remove: async (name) => {
      const write = writer(name);
      const answer = await sendUntilClear({
        send: () => write({ method: "DELETE", path: resourcePath(fileOf(name)) }),
        look: async () => ((await load(name)) === undefined ? "sent" : "before"),
        wait,
      });
      if (typeof answer === "string" || succeeded(answer) || answer.status === 404) return;
      const reason = `could not be removed: ${answer.status} ${refusalText(answer)}`;
      throw new StateError(place(name), reason);
    },
  };
}

/** What is there after a document was sent in the place of another one; what nobody expected is no matter. */
function foundOf(
  there: StateDocument | undefined,
  sent: string,
  expected: StateDocument | "nothing" | undefined,
): Found {
  if (there?.text === sent) return "sent";
  if (expected === undefined) return "before";
  if (expected === "nothing") return there === undefined ? "before" : "other";
  const isSame =
    expected.etag === undefined ? there?.text === expected.text : there?.etag === expected.etag;
  return isSame ? "before" : "other";
}

const CHANGED = "was changed by somebody else meanwhile; plan again";

/** A server without ETags is sent no condition. */
function conditionOn(
  expected: StateDocument | "nothing" | undefined,
): Readonly<Record<string, string>> {
  if (expected === "nothing") return { "if-none-match": "*" };
  return expected?.etag === undefined ? {} : { "if-match": expected.etag };
}
