/** Routes that feature types and coverages share: one document, and the lists of what a store publishes. */
import type { FastifyRequest } from "fastify";
import { renderList, renderNameList } from "../../wire/document.ts";
import { parsePublishedInput, type PublishedInput } from "../../wire/published.ts";
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
import { parameter, query, queryFlag, type RouteHandler } from "../plugins/methods.ts";
import { readDocument, type Collection, type Listed, type Shown } from "./documents.ts";
import { placeOf } from "./place.ts";

/** What differs between the two. */
export interface PublishedNoun<Kind extends PublishedKind> extends Shown<Stored<Kind>> {
  readonly kind: Kind;
  /** Root of the document and name of the path parameter. */
  readonly root: "featureType" | "coverage";
  /** Where one is: below its workspace where no store is named. */
  readonly path: (place: PublishedPlace, name: string) => string;
  /** Refuses what is not there; `place.store` is empty where the path names none. */
  readonly missing: (
    reader: CatalogReader,
    asked: PublishedPlace & { readonly name: string; readonly method: string },
  ) => Promise<Error>;
  /** Finds out again what follows from the data, for `calculate`; absent where nothing is known. */
  readonly recalculate?: (
    writer: CatalogWriter,
    context: ServerContext,
    asked: PublishedPlace & { readonly name: string },
  ) => Promise<void>;
}

/** How one feature type or coverage is found, changed and removed. */
export function publishedDocument<Kind extends PublishedKind>(
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): Pick<
  Collection<Stored<Kind>, PublishedInput, PublishedInput>,
  "address" | "render" | "find" | "update" | "remove"
> {
  return {
    address: noun.address,
    render: noun.render,
    find: (reader, request) => requirePublished(reader, request, noun),
    update: {
      parse: (request) => parsePublishedInput(documentBody(request, noun.root)),
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

/** The feature type or coverage that the path names. Refuses with the text of its noun. */
export async function requirePublished<Kind extends PublishedKind>(
  reader: CatalogReader,
  request: FastifyRequest,
  noun: PublishedNoun<Kind>,
): Promise<Stored<Kind>> {
  const place = await placeOf(request, reader);
  const name = parameter(request, noun.root);
  const found = await reader.get(noun.kind, place.workspace, name);
  if (found !== undefined && (place.store === "" || found.value.store === place.store)) {
    return found;
  }
  throw await noun.missing(reader, { ...place, name, method: request.method });
}

/** What a place publishes, as a list shows it; of a workspace where the place names no store. */
export async function listPublished<Kind extends PublishedKind>(
  reader: CatalogReader,
  { kind, path }: PublishedNoun<Kind>,
  place: PublishedPlace,
): Promise<readonly Listed[]> {
  const found =
    place.store === ""
      ? await reader.list(kind, place.workspace)
      : await publishedOf(reader, kind, place);
  return found.map(({ name }) => ({ name, path: path(place, name) }));
}

/** What is asked of a store: what it publishes, or names that it could publish. */
export type StoreList =
  | { readonly listed: readonly Listed[] }
  | { readonly names: readonly string[] };

/** GET of either; members of the first are named by the noun, those of the second by `<root>Name`. */
export function listOfStore<Kind extends PublishedKind>(
  context: ServerContext,
  { root }: PublishedNoun<Kind>,
  find: (reader: CatalogReader, request: FastifyRequest) => Promise<StoreList>,
): RouteHandler {
  return readDocument(context, {
    find,
    render: (found, rendering) =>
      "names" in found
        ? renderNameList(`${root}Name`, found.names, rendering)
        : renderList(`${root}s`, root, found.listed, rendering),
  });
}
