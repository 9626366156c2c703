/** Routes of nouns with a regular list and document, over their commands (`catalog/objects.ts`). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { memberOf, nouns, type ListedRecord } from "../../model/nouns.ts";
import type { StorePlace } from "../../model/store.ts";
import { objectPath } from "../../wire/paths.ts";
import { createObject, updateObject, type Naming, type ObjectNoun } from "../catalog/objects.ts";
import type { RecordKind, Stored } from "../catalog/records.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import {
  addressAs,
  documentRoutes,
  listObjects,
  type DocumentNoun,
  type ListNoun,
  type Removal,
} from "./documents.ts";

/** What differs between the nouns. */
export interface ObjectRoutes<Kind extends ListedRecord, Change extends Naming> {
  readonly commands: ObjectNoun<Kind, Change>;
  readonly document: Omit<DocumentNoun<Stored<Kind>>, "address">;
  readonly parse: (request: FastifyRequest) => Change;
  /** The workspace of lists; absent for nouns outside of workspaces. */
  readonly scope?: ListNoun<string>["scope"];
  /** The workspace of a new object. */
  readonly home?: (request: FastifyRequest, reader: CatalogReader) => Promise<string>;
  /** Reads what a new object needs beside its document, and returns how to store it. */
  readonly prepare?: (request: FastifyRequest, change: Change) => Promise<Store | undefined>;
  readonly remove: Removal<Stored<Kind>>;
}

type Store = (writer: CatalogWriter, place: StorePlace) => Promise<void>;

/** A stored object of a workspace with its name. */
export function namedIn<Kind extends RecordKind>({
  name,
  workspace,
  value,
  created,
  modified,
}: Stored<Kind>) {
  return { ...value, name, workspace: workspace ?? "", created, modified };
}

export function objectRoutes<Kind extends ListedRecord, Change extends Naming>(
  app: FastifyInstance,
  context: ServerContext,
  { commands, document, parse, scope, home, prepare, remove }: ObjectRoutes<Kind, Change>,
): void {
  const { dialect } = context;
  const { record } = commands;
  const path = memberOf<ListedRecord>(record);
  documentRoutes(app, context, {
    ...document,
    address: addressAs(nouns[record].kind ?? record),
    path,
    list: listObjects(context, { record, ...(scope && { scope }) }),
    create: {
      parse: async (request) => {
        const change = parse(request);
        return { change, store: await prepare?.(request, change) };
      },
      run: async (writer, { change, store }, request) => {
        const workspace = (await home?.(request, writer)) ?? null;
        const name = await createObject(writer, commands, { dialect, workspace, change });
        await store?.(writer, { workspace: workspace ?? "", store: name });
        return { name, path: objectPath(path, { workspace, name }) };
      },
    },
    update: {
      parse,
      run: async (writer, change, { found }) =>
        updateObject(writer, commands, await found(), { dialect, change }),
    },
    remove,
  });
}
