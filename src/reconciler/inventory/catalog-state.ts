/** State documents as files in the catalog's data directory. */
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

/** Folder of the data directory with one folder for each estate. */
export const STATE_FOLDER = "plumbline";

export interface CatalogAccess {
  readonly read: Reader;
  /** Absent for commands that only read. */
  readonly send: Transport | undefined;
  /** Whether the server is the included one, whose ETags follow from the content. */
  readonly atomic?: boolean;
  /** A list of the estates holds this estate's folder. */
  readonly isListed?: true;
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
}

export function catalogState(estate: string, access: CatalogAccess): StateStore {
  return stateIn(`${STATE_FOLDER}/${estate}`, access);
}

/** The state shared by all estates of the catalog. */
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
      // A proxy may change or drop the ETag.
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
      // A listed folder that cannot be read hides all its files.
      return isThere && (await listFolder(read, folder))?.includes(name) !== false;
    },
    save: async (name, text, expected) => {
      const write = writer(name);
      const path = resourcePath(fileOf(name));
      const body = { kind: "text", text } as const;
      const headers = conditionOn(expected);
      const look = async () => foundOf(await load(name), text, expected);
      const send = () => write({ method: "PUT", path, headers, mediaType: mediaTypes.json, body });
      const answer = await sendUntilClear({ send, look, wait });
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

/** What the store holds after a write. Without an expectation, other content does not matter. */
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

const CHANGED = "was changed by someone else in the meantime; plan again";

/** No condition is sent for a document without an ETag. */
function conditionOn(
  expected: StateDocument | "nothing" | undefined,
): Readonly<Record<string, string>> {
  if (expected === "nothing") return { "if-none-match": "*" };
  return expected?.etag === undefined ? {} : { "if-match": expected.etag };
}
