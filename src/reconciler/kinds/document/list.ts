/** Lists stores, feature types and coverages, without stores of other kinds and their contents. */
import type { Address } from "../../../model/address.ts";
import { APP_SCHEMA_TYPE } from "../../../model/app-schema.ts";
import type { StoreMember } from "../../../model/nouns.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { memberText, type Tree } from "../../../wire/tree.ts";
import type { KindContext, ListedPlace } from "../../kind.ts";
import { orLeftOut } from "../declare/left-out.ts";
import { isOwnMosaic } from "../published/own-mosaic.ts";
import { unknownStores } from "../published/list.ts";
import type { DocumentPaths } from "./contract.ts";
import { readDocument } from "./observe.ts";
import { storeIn, type shown, type ShownNoun } from "../published/shown.ts";
import { storePaths } from "./stores.ts";

/** Tells the stores that another kind declares. */
const foreign: Readonly<
  Partial<Record<StoreMember, (document: Tree, address: Address) => boolean>>
> = {
  dataStore: (document) => memberText(document, "type") === APP_SCHEMA_TYPE,
  coverageStore: isOwnMosaic,
};

type Listing = (context: KindContext, place: ListedPlace) => Promise<readonly Address[]>;

export function listStores(kind: string, store: StoreMember): Listing {
  return async (context, { workspace, known, leaveOut }) => {
    const path = pathTo(`${store}s`, { workspace }, "xml");
    const list = { path, member: store, known };
    const isOwn = (name: string) => {
      const address = { kind, workspace, name };
      return orLeftOut([address], leaveOut, () => isPlain(context, store, address));
    };
    const names = await unknownStores(context, list, isOwn);
    return names.map((name) => ({ kind, workspace, name }));
  };
}

async function isPlain(
  context: KindContext,
  store: StoreMember,
  address: Address,
): Promise<boolean> {
  const found = await readDocument({ paths: storePaths(store) }, context, address);
  return found !== undefined && foreign[store]?.(found.document, address) !== true;
}

export function listPublished(
  { kind, root, store: member }: (typeof shown)[ShownNoun],
  paths: DocumentPaths,
): Listing {
  return async (context, { workspace, known, leaveOut }) => {
    const listed = await namesAt(context.read, pathTo(`${root}s`, { workspace }, "xml"), root);
    const names = listed.filter((name) => !known.has(name));
    const found = await Promise.all(
      names.map(async (name) => {
        const address: Address = { kind, workspace, name };
        const read = () => readDocument({ paths }, context, address);
        const document = (await orLeftOut([address], leaveOut, read))?.document;
        return document === undefined ? [] : [{ address, store: storeIn(document) }];
      }),
    );
    const own: Address[] = [];
    for (const [store, members] of Map.groupBy(found.flat(), (one) => one.store)) {
      const home: Address = { kind, workspace, name: store };
      const addresses = members.map(({ address }) => address);
      const isOwn = () => isPlain(context, member, home);
      if (await orLeftOut(addresses, leaveOut, isOwn)) own.push(...addresses);
    }
    return own;
  };
}
