/** `/gwc/rest/blobstores` (docs/compatibility.md, "Tile cache"). */
import type { FastifyInstance } from "fastify";
import { blobStoreRoots, parseBlobStoreInput, renderBlobStore } from "../../wire/blob-store.ts";
import { pathOf } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import { deleteBlobStore, putBlobStore, sealBlobStore } from "../catalog/blob-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import type { ServerContext } from "../context.ts";
import { parameter } from "../plugins/methods.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import {
  documentRoute,
  putDocument,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

const blobStore: DocumentNoun<Stored<"blob-store">> = {
  address: ({ name }) => ({ kind: "BlobStore", workspace: null, name }),
  find: async (reader, request) => {
    const name = parameter(request, "blobStore");
    const text = `Failed to get BlobStoreInfo. A BlobStoreInfo with name "${name}" does not exist.`;
    return (await reader.get("blob-store", null, name)) ?? new CatalogError("not-found", text);
  },
  render: ({ name, value }, rendering) => renderBlobStore(name, value, rendering),
};

/** Registers the routes. */
export function blobStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "blobStores", {
    GET: readDocument(context, {
      find: async (reader) =>
        (await reader.list("blob-store", null)).map(({ name }) => ({
          name,
          path: pathOf("blobStore", { blobStore: name }),
        })),
      render: (listed, rendering) => renderTileCacheList("blobStore", listed, rendering),
    }),
  });
  documentRoute(app, "blobStore", {
    GET: readDocument(context, { ...blobStore, first: "xml" }),
    PUT: putDocument(context, blobStore, {
      parse: (request) => {
        const store = secretBody(request, parseBlobStoreInput);
        if (store !== undefined) return sealBlobStore(store, context.seal);
        const roots = blobStoreRoots.join(", ");
        throw new CatalogError("bad-document", `The root element is none of ${roots}`);
      },
      run: (writer, input, { request }) =>
        putBlobStore(writer, parameter(request, "blobStore"), input),
    }),
    DELETE: removeDocument(context, blobStore, {
      run: (writer, { request }) =>
        deleteBlobStore(writer, context.dialect, parameter(request, "blobStore")),
    }),
  });
}
