/** What estates keep in the catalog's files: which one owns an object, and how their last runs ended. */
import { isSameAddress, parseAddress, type Address } from "../model/address.ts";
import { addressesInPath } from "../model/path-address.ts";
import { namesInFolder } from "./lists.ts";
import { readable, readEach, type Rest } from "./reading.ts";

const RESOURCE = "rest/resource";
const STATE = `${RESOURCE}/plumbline`;

export interface Owner {
  readonly estate: string;
  /** Absent until the estate's state is next written. */
  readonly manifest?: string;
  readonly claim?: number;
}

interface InventoryDocument {
  readonly estate?: string;
  readonly objects?: Readonly<Record<string, Omit<Owner, "estate">>>;
}

/** Kinds that declare a store with what is in it, by the kind of the store. */
const wholes: Readonly<Record<string, string>> = {
  CoverageStore: "ImageMosaic",
  DataStore: "AppSchemaStore",
};

/** Of several estates, the highest claim owns the object at a path. Rejects with RestError. */
export async function ownerOf(rest: Rest, path: string): Promise<Owner | undefined> {
  const around = addressesInPath(path);
  const stores = around.flatMap((one) => {
    const kind = wholes[one.kind];
    return kind === undefined ? [] : [{ ...one, kind }];
  });
  const wanted: readonly Address[] = [...around.slice(-1), ...stores];
  const isIt = ([text]: readonly [string, unknown]) => {
    const named = parseAddress(text);
    return named !== undefined && wanted.some((one) => isSameAddress(named, one));
  };
  const found = await readEach(await estatesIn(rest), async (estate) => {
    const document = (await stateOf(rest, estate, "inventory.json")) as
      | InventoryDocument
      | undefined;
    const [, owned] = Object.entries(document?.objects ?? {}).find(isIt) ?? [];
    return owned === undefined ? [] : [{ ...owned, estate }];
  });
  return found.flat().toSorted((a, b) => (b.claim ?? 0) - (a.claim ?? 0))[0];
}

/** Names of the estates that keep their state in the catalog. */
export async function estatesIn(rest: Rest): Promise<readonly string[]> {
  const hasState = (await childrenOf(rest, RESOURCE)).includes("plumbline");
  const names = hasState ? await childrenOf(rest, STATE) : [];
  return names.filter((name) => name !== "claims.json");
}

export interface FailedRun {
  readonly estate: string;
  readonly started: string;
  readonly result: string;
  readonly failures: readonly { readonly summary: string; readonly message: string }[];
}

/** The last runs of estates, where they did not end as planned. Rejects with RestError. */
export async function failedRuns(rest: Rest): Promise<readonly FailedRun[]> {
  const runs = await readEach(await estatesIn(rest), async (estate) => {
    const history = (await stateOf(rest, estate, "history.json")) as
      | { readonly runs?: readonly Omit<FailedRun, "estate">[] }
      | undefined;
    const last = history?.runs?.at(-1);
    return last === undefined || last.result === "applied" ? [] : [{ ...last, estate }];
  });
  return runs.flat();
}

/** A document of an estate; undefined where it has none. */
async function stateOf(rest: Rest, estate: string, name: string): Promise<unknown> {
  const folder = `${STATE}/${encodeURIComponent(estate)}`;
  const isThere = (await childrenOf(rest, folder)).includes(name);
  return isThere ? readable(rest.json(`${folder}/${name}`)) : undefined;
}

/** Empty for accounts that may not read it. */
async function childrenOf(rest: Rest, folder: string): Promise<readonly string[]> {
  return (await readable(namesInFolder(rest, folder))) ?? [];
}
