/** `/gwc/rest/gridsets` and `/gwc/rest/blobstores` (docs/compatibility.md, "Tile cache"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { memberOf, nouns } from "../../model/nouns.ts";
import { blobStoreRoots, parseBlobStoreInput, renderBlobStore } from "../../wire/blob-store.ts";
import type { RenderedDocument, Rendering } from "../../wire/document.ts";
import { GRID_SET, parseGridSetInput, renderGridSet } from "../../wire/grid-set.ts";
import { objectPath } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import {
  blobStores,
  gridSets,
  sealBlobStore,
  type CacheCommands,
  type CacheRecord,
} from "../catalog/cache-objects.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { RecordValues } from "../catalog/records.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import {
  documentRoute,
  putDocument,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

/** Registers the routes. */
export function cacheObjectRoutes(app: FastifyInstance, context: ServerContext): void {
  routesOf(app, context, gridSets, {
    parse: (request) => {
      const body = documentBody(request, GRID_SET);
      return reading("bad-document", "", () => parseGridSetInput(body));
    },
    render: renderGridSet,
  });
  routesOf(app, context, blobStores, {
    parse: (request) => {
      const store = secretBody(request, parseBlobStoreInput);
      if (store !== undefined) return sealBlobStore(store, context.seal);
      const roots = blobStoreRoots.join(", ");
      throw new CatalogError("bad-document", `The root element must be one of ${roots}`);
    },
    render: renderBlobStore,
  });
}

interface Documents<Value, Said> {
  readonly parse: (request: FastifyRequest) => Said & { readonly name: string | undefined };
  readonly render: (name: string, value: Value, rendering: Rendering) => RenderedDocument;
}

function routesOf<Kind extends CacheRecord, Said>(
  app: FastifyInstance,
  context: ServerContext,
  commands: CacheCommands<Kind, Said>,
  { parse, render }: Documents<RecordValues[Kind], Said>,
): void {
  const member = memberOf<CacheRecord>(commands.record);
  const nameIn = (request: FastifyRequest) => parameter(request, member);
  const kind = nouns[commands.record].kind ?? member;
  const document: DocumentNoun<{ readonly name: string; readonly value: RecordValues[Kind] }> = {
    address: ({ name }) => ({ kind, workspace: null, name }),
    find: async (reader, request) => {
      const name = nameIn(request);
      return (await commands.find(reader, name)) ?? commands.missing("get", name);
    },
    render: ({ name, value }, rendering) => render(name, value, rendering),
  };
  documentRoute(app, `${member}s`, {
    GET: readDocument(context, {
      find: async (reader) =>
        (await commands.list(reader)).map((name) => ({ name, path: objectPath(member, { name }) })),
      render: (listed, rendering) => renderTileCacheList(member, listed, rendering),
    }),
  });
  documentRoute(app, member, {
    GET: readDocument(context, { ...document, first: "xml" }),
    PUT: putDocument(context, document, {
      parse,
      run: (writer, said, { request }) => commands.put(writer, nameIn(request), said),
    }),
    DELETE: removeDocument(context, document, {
      run: (writer, { request }) => commands.remove(writer, context.dialect, nameIn(request)),
    }),
  });
}
