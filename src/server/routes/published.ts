/** Routes that feature types, coverages and cascaded layers share. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DialectName } from "../../model/dialect.ts";
import { renderList, renderNameList } from "../../wire/document.ts";
import type { PathName } from "../../wire/paths.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { Tree } from "../../wire/tree.ts";
import {
  deletePublished,
  publishedOf,
  updatePublished,
  type PublishedKind,
  type PublishedPlace,
} from "../catalog/published.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter, query, queryFlag } from "../plugins/methods.ts";
import {
  documentRoutes,
  listObjects,
  readDocument,
  type Collection,
  type Creation,
  type Listed,
  type Shown,
} from "./documents.ts";
import { placeOf } from "./place.ts";

export interface PublishedNoun<Kind extends PublishedKind> extends Shown<Stored<Kind>> {
  readonly kind: Kind;
  /** Root element and path parameter. */
  readonly root: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  readonly parse: (tree: Tree) => PublishedPatch;
  /** Paths of the collection and of one document. */
  readonly paths: Readonly<Record<"ofStore" | "ofWorkspace", readonly [PathName, PathName]>>;
  /** Without a store, a path below the workspace. */
  readonly path: (place: PublishedPlace, name: string) => string;
  /** The error for a missing resource; `place.store` is empty if the path has none. */
  readonly missing: (
    reader: CatalogReader,
    asked: PublishedPlace & {
      readonly name: string;
      readonly method: string;
      readonly dialect: DialectName;
    },
  ) => Promise<Error>;
  /** Recomputes values from the data for `calculate`; absent if the data is unknown. */
  readonly recalculate?: (
    writer: CatalogWriter,
    context: ServerContext,
    asked: PublishedPlace & { readonly name: string },
  ) => Promise<void>;
}

export interface PublishedLists {
  /** Lists resources, or names that the store could publish. */
  readonly ofStore: (reader: CatalogReader, request: FastifyRequest) => Promise<StoreList>;
  readonly workspaceOf: (reader: CatalogReader, request: FastifyRequest) => Promise<string>;
  readonly create: Creation<PublishedPatch>;
}

export function publishedRoutes<Kind extends PublishedKind>(
  app: FastifyInstance,
  context: ServerContext,
  { noun, ofStore, workspaceOf, create }: PublishedLists & { readonly noun: PublishedNoun<Kind> },
): void {
  const { root, paths } = noun;
  const document = publishedDocument(context, noun);
  const listOfStore = readDocument(context, {
    find: ofStore,
    render: (found, rendering) =>
      "names" in found
        ? renderNameList(`${root}Name`, found.names, rendering)
        : renderList(`${root}s`, root, found.listed, rendering),
  });
  const listOfWorkspace = listObjects(context, {
    member: root,
    kind: noun.kind,
    scope: workspaceOf,
    path: (workspace, name) => noun.path({ workspace, store: "" }, name),
  });
  documentRoutes(app, context, { ...document, paths: paths.ofStore, list: listOfStore, create });
  documentRoutes(app, context, {
    ...document,
    paths: paths.ofWorkspace,
    list: listOfWorkspace,
    create,
  });
}

function publishedDocument<Kind extends PublishedKind>(
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): Pick<
  Collection<Stored<Kind>, PublishedPatch, PublishedPatch>,
  "address" | "render" | "find" | "update" | "remove"
> {
  return {
    address: noun.address,
    render: noun.render,
    find: (reader, request) => requirePublished(reader, request, { noun, context }),
    update: {
      parse: (request) => noun.parse(documentBody(request, noun.root)),
      run: async (writer, input, { request, found }) => {
        const stored = await found();
        await updatePublished(writer, noun.kind, { stored, change: input });
        if ((query(request, "calculate") ?? "") === "") return;
        const place = { workspace: stored.workspace ?? "", store: stored.value.store };
        const name = input.name ?? stored.name;
        await noun.recalculate?.(writer, context, { ...place, name });
      },
    },
    remove: {
      run: async (writer, { request, found }) => {
        const recurse = queryFlag(request, "recurse");
        await deletePublished(writer, noun.kind, { stored: await found(), recurse });
      },
    },
  };
}

/** Throws the noun's error if the resource is missing. */
export async function requirePublished<Kind extends PublishedKind>(
  reader: CatalogReader,
  request: FastifyRequest,
  { noun, context }: { readonly noun: PublishedNoun<Kind>; readonly context: ServerContext },
): Promise<Stored<Kind>> {
  const place = await placeOf(request, reader);
  const name = parameter(request, noun.root);
  const found = await reader.get(noun.kind, place.workspace, name);
  if (found !== undefined && (place.store === "" || found.value.store === place.store)) {
    return found;
  }
  const dialect = context.dialect.name;
  throw await noun.missing(reader, { ...place, name, method: request.method, dialect });
}

export async function listPublished<Kind extends PublishedKind>(
  reader: CatalogReader,
  { kind, path }: PublishedNoun<Kind>,
  place: PublishedPlace,
): Promise<readonly Listed[]> {
  const found = await publishedOf(reader, kind, place);
  return found.map(({ name }) => ({ name, path: path(place, name) }));
}

export type StoreList =
  | { readonly listed: readonly Listed[] }
  | { readonly names: readonly string[] };
