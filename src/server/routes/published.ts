/** Handlers that feature types and coverages share: one document, read, changed or removed. */
import type { Address } from "../../model/address.ts";
import type { FastifyRequest } from "fastify";
import type { DialectName } from "../../model/dialect.ts";
import type { RenderedDocument, Rendering } from "../../wire/document.ts";
import { parsePublishedInput } from "../../wire/published.ts";
import {
  deletePublished,
  updatePublished,
  type PublishedKind,
  type PublishedPlace,
} from "../catalog/published.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, query, queryFlag, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";
import { placeOf } from "./place.ts";

/** What differs between the two. */
export interface PublishedNoun<Kind extends PublishedKind> {
  readonly kind: Kind;
  /** Root of the document and name of the path parameter. */
  readonly root: "featureType" | "coverage";
  /** Refuses what is not there; `place.store` is empty where the path names none. */
  readonly missing: (
    reader: CatalogReader,
    asked: PublishedPlace & {
      readonly name: string;
      readonly method: string;
      readonly dialect: DialectName;
    },
  ) => Promise<Error>;
  readonly render: (stored: Stored<Kind>, rendering: Rendering) => RenderedDocument;
  /** Finds out again what follows from the data, for `calculate`; absent where nothing is known. */
  readonly recalculate?: (
    writer: CatalogWriter,
    context: ServerContext,
    asked: PublishedPlace & { readonly name: string },
  ) => Promise<void>;
}

/** GET, PUT and DELETE of one feature type or coverage. */
export function publishedHandlers<Kind extends PublishedKind>(
  context: ServerContext,
  noun: PublishedNoun<Kind>,
): Handlers {
  const match = async (request: FastifyRequest, stored: Stored<Kind>) =>
    checkPreconditions(request, () => ({
      of: addressOf(noun, stored),
      bodies: bothForms(request, context, (rendering) => noun.render(stored, rendering)),
    }));
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) =>
        requirePublished(reader, request, { noun, context }),
      );
      return sendDocument(request, reply, noun.render(found, rendering), addressOf(noun, found));
    },
    PUT: async (request, reply) => {
      const input = parsePublishedInput(documentBody(request, noun.root));
      await change(request, context, async (writer) => {
        const stored = await requirePublished(writer, request, { noun, context });
        await match(request, stored);
        await updatePublished(writer, noun.kind, { stored, change: input });
        if ((query(request, "calculate") ?? "") === "") return;
        const place = { workspace: stored.workspace ?? "", store: stored.value.store };
        const name = input.name ?? stored.name;
        await noun.recalculate?.(writer, context, { ...place, name });
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        const stored = await requirePublished(writer, request, { noun, context });
        await match(request, stored);
        const recurse = queryFlag(request, "recurse");
        await deletePublished(writer, noun.kind, { stored, recurse });
      });
      return sendDone(reply);
    },
  };
}

/** The feature type or coverage that the path names. Refuses with the text of its noun. */
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

/** Whose a document is, for its ETag. */
function addressOf<Kind extends PublishedKind>(
  { root }: PublishedNoun<Kind>,
  { workspace, name }: Stored<Kind>,
): Address {
  return { kind: root === "coverage" ? "Coverage" : "FeatureType", workspace, name };
}
