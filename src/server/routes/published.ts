/** Routes that feature types, coverages and cascaded layers share. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DialectName } from "../../model/dialect.ts";
import { memberOf, nouns } from "../../model/nouns.ts";
import { renderList, renderNameList } from "../../wire/document.ts";
import { objectPath, type ObjectPath } from "../../wire/paths.ts";
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
  addressAs,
  documentRoutes,
  listObjects,
  readDocument,
  type Collection,
  type Creation,
  type Listed,
  type Shown,
} from "./documents.ts";
import { placeOf } from "./place.ts";

export interface PublishedNoun<Kind extends PublishedKind> extends Pick<
  Shown<Stored<Kind>>,
  "render"
> {
  readonly kind: Kind;
  readonly parse: (tree: Tree) => PublishedPatch;
  /** Parses the document of a new resource, if that differs. */
  readonly parseNew?: (tree: Tree, context: ServerContext) => PublishedPatch;
  /** Creates a resource in the store of the path or the document, and returns its name. */
  readonly create: (
    writer: CatalogWriter,
    context: ServerContext,
    asked: NewPublished,
  ) => Promise<string>;
  /** The response to a creation does not name the resource. */
  readonly isUnnamed?: true;
  /** Lists resources, or names that the store could publish. */
  readonly ofStore: (
    reader: CatalogReader,
    request: FastifyRequest,
    context: ServerContext,
  ) => Promise<StoreList>;
  readonly workspaceOf: (reader: CatalogReader, request: FastifyRequest) => Promise<string>;
  /** Path below a store. */
  readonly inStore: ObjectPath;
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

interface NewPublished {
  readonly workspace: string;
  readonly store: string | undefined;
  readonly change: PublishedPatch;
}

export function publishedRoutes<Kind extends PublishedKind>(
  app: FastifyInstance,
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): void {
  const root = memberOf<PublishedKind>(noun.kind);
  const document = publishedDocument(context, noun);
  const listOfStore = readDocument(context, {
    find: (reader, request) => noun.ofStore(reader, request, context),
    render: (found, rendering) =>
      "names" in found
        ? renderNameList(`${root}Name`, found.names, rendering)
        : renderList(`${root}s`, root, found.listed, rendering),
  });
  const listOfWorkspace = listObjects(context, {
    record: noun.kind,
    scope: noun.workspaceOf,
  });
  const create = creation(context, noun);
  documentRoutes(app, context, { ...document, path: noun.inStore, list: listOfStore, create });
  documentRoutes(app, context, { ...document, path: root, list: listOfWorkspace, create });
}

function creation<Kind extends PublishedKind>(
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): Creation<PublishedPatch> {
  const { parse, parseNew = parse } = noun;
  return {
    parse: (request) =>
      parseNew(documentBody(request, memberOf<PublishedKind>(noun.kind)), context),
    run: async (writer, change, request) => {
      const { workspace, store: own } = await placeOf(request, writer);
      const store = own === "" ? change.store : own;
      const name = await noun.create(writer, context, { workspace, store, change });
      const path = publishedPath(noun, { workspace, store: own, name });
      return { name: noun.isUnnamed ? "" : name, path };
    },
  };
}

function publishedDocument<Kind extends PublishedKind>(
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): Pick<
  Collection<Stored<Kind>, PublishedPatch, PublishedPatch>,
  "address" | "render" | "find" | "update" | "remove"
> {
  return {
    address: addressAs(nouns[noun.kind].kind ?? noun.kind),
    render: noun.render,
    find: (reader, request) => requirePublished(reader, request, { noun, context }),
    update: {
      parse: (request) => noun.parse(documentBody(request, memberOf<PublishedKind>(noun.kind))),
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
  const name = parameter(request, memberOf(noun.kind));
  const found = await reader.get(noun.kind, place.workspace, name);
  if (found !== undefined && (place.store === "" || found.value.store === place.store)) {
    return found;
  }
  const dialect = context.dialect.name;
  throw await noun.missing(reader, { ...place, name, method: request.method, dialect });
}

export async function listPublished<Kind extends PublishedKind>(
  reader: CatalogReader,
  noun: PublishedNoun<Kind>,
  place: PublishedPlace,
): Promise<readonly Listed[]> {
  const found = await publishedOf(reader, noun.kind, place);
  return found.map(({ name }) => ({ name, path: publishedPath(noun, { ...place, name }) }));
}

/** Without a store, a path below the workspace. */
function publishedPath(
  { kind, inStore }: Pick<PublishedNoun<PublishedKind>, "kind" | "inStore">,
  at: PublishedPlace & { readonly name: string },
): string {
  return objectPath(at.store === "" ? memberOf<PublishedKind>(kind) : inStore, at);
}

export type StoreList =
  | { readonly listed: readonly Listed[] }
  | { readonly names: readonly string[] };
