/** Lists stores, feature types and coverages, without stores of other kinds and their contents. */
import type { Address } from "../../../model/address.ts";
import { APP_SCHEMA_TYPE } from "../../../model/app-schema.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { memberText, type Tree } from "../../../wire/tree.ts";
import type { KindContext, ListedPlace } from "../../kind.ts";
import { orLeftOut } from "../declare/left-out.ts";
import { isOwnMosaic } from "../published/own-mosaic.ts";
import { unknownStores } from "../published/list.ts";
import type { DocumentPaths } from "./contract.ts";
import { readDocument } from "./observe.ts";
import { storeIn } from "../published/shown.ts";
import type { ShownRoot } from "./published.ts";
import { storePaths, type StoreRoot } from "./stores.ts";

/** `isForeign` tells the stores that another kind declares. */
interface Stores {
  readonly single: StoreRoot;
  readonly collection: `${StoreRoot}s`;
  readonly isForeign: (document: Tree, address: Address) => boolean;
}

export const plainDataStores: Stores = {
  single: "dataStore",
  collection: "dataStores",
  isForeign: (document) => memberText(document, "type") === APP_SCHEMA_TYPE,
};

export const plainCoverageStores: Stores = {
  single: "coverageStore",
  collection: "coverageStores",
  isForeign: isOwnMosaic,
};

type Listing = (context: KindContext, place: ListedPlace) => Promise<readonly Address[]>;

export function listStores(kind: string, stores: Stores): Listing {
  return async (context, { workspace, known, leaveOut }) => {
    const path = pathTo(stores.collection, { workspace }, "xml");
    const list = { path, member: stores.single, known };
    const isOwn = (name: string) => {
      const address = { kind, workspace, name };
      return orLeftOut([address], leaveOut, () => isPlain(context, stores, address));
    };
    const names = await unknownStores(context, list, isOwn);
    return names.map((name) => ({ kind, workspace, name }));
  };
}

async function isPlain(context: KindContext, stores: Stores, address: Address): Promise<boolean> {
  const paths = storePaths(stores.single, stores.collection);
  const found = await readDocument({ paths }, context, address);
  return found !== undefined && !stores.isForeign(found.document, address);
}

export function listPublished(
  about: {
    readonly kind: string;
    readonly list: `${ShownRoot}s`;
    readonly element: ShownRoot;
    readonly paths: DocumentPaths;
  },
  stores: Stores,
): Listing {
  return async (context, { workspace, known, leaveOut }) => {
    const response = await getIfThere(context.read, pathTo(about.list, { workspace }, "xml"));
    if (response === undefined) return [];
    const names = parseNames(response, about.element).filter((name) => !known.has(name));
    const found = await Promise.all(
      names.map(async (name) => {
        const address: Address = { kind: about.kind, workspace, name };
        const read = () => readDocument(about, context, address);
        const document = (await orLeftOut([address], leaveOut, read))?.document;
        return document === undefined ? [] : [{ address, store: storeIn(document) }];
      }),
    );
    const own: Address[] = [];
    for (const [store, members] of Map.groupBy(found.flat(), (one) => one.store)) {
      const home: Address = { kind: about.kind, workspace, name: store };
      const addresses = members.map(({ address }) => address);
      const isOwn = () => isPlain(context, stores, home);
      if (await orLeftOut(addresses, leaveOut, isOwn)) own.push(...addresses);
    }
    return own;
  };
}
