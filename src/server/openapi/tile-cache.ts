/** Operations of the tile cache, which has its own root path. */
import { mediaTypes } from "../../wire/media.ts";
import {
  documentTypes,
  lists,
  objects,
  reads,
  removes,
  updates,
  withDocuments,
  type Operations,
} from "./operation.ts";
import { diskQuotaDocument, tileLayerDocument } from "./tile-cache-documents.ts";
import { blobStoreDocuments, gridSetDocument } from "./written-documents.ts";

const put = { 200: "Replaced", 201: "Made" };

export const tileCacheOperations: Operations = {
  ...objects("grid-set", {
    isFlat: true,
    documents: [gridSetDocument],
    list: lists("List the grid sets"),
    update: {
      summary: "Create or replace a grid set",
      answers: put,
      refuses: [
        "field-missing",
        "name-mismatch",
        "name-invalid",
        "grid-set-built-in",
        "grid-set-invalid",
      ],
    },
    remove: { refuses: ["grid-set-built-in", "grid-set-in-use"] },
  }),
  ...objects("blob-store", {
    isFlat: true,
    documents: blobStoreDocuments,
    list: lists("List the blob stores"),
    read: { summary: "Read a blob store; its secrets are sealed" },
    update: {
      summary: "Create or replace a blob store",
      answers: put,
      refuses: ["bad-map-document", "field-missing", "name-mismatch", "name-invalid"],
    },
    remove: {
      summary: "Remove a blob store; its tiles stay",
      refuses: ["blob-store-default", "blob-store-in-use"],
    },
  }),
  diskQuota: withDocuments([diskQuotaDocument], {
    GET: lists("Read the disk quota"),
    PUT: updates("Change the disk quota; absent fields are kept", {
      gives: documentTypes,
      answers: { 200: "The current quota" },
      refuses: ["not-acceptable"],
    }),
  }),
  tileLayers: { GET: lists("List the names of tile layers") },
  tileLayer: withDocuments([tileLayerDocument], {
    GET: reads("Read a tile layer"),
    PUT: updates("Set a tile layer, or make one that was removed", {
      answers: { 200: "Saved" },
      refuses: ["not-found", "tile-layer-invalid", "grid-set-unknown", "bad-document"],
    }),
    POST: updates("Change a tile layer; use PUT instead", {
      answers: { 200: "Saved" },
      refuses: ["not-found", "tile-layer-invalid", "grid-set-unknown", "bad-document"],
    }),
    DELETE: removes("Remove a tile layer with its tiles", { answers: { 200: "Removed" } }),
  }),
  massTruncate: {
    GET: {
      summary: "List the truncate requests",
      gives: [mediaTypes.xml],
      answers: { 200: "The requests" },
    },
    POST: {
      summary: "Truncate tiles; this server caches none, so it only checks the request",
      takes: [mediaTypes.textXml],
      answers: { 200: "Done" },
      refuses: ["bad-document", "truncate-invalid"],
    },
  },
  tileCacheReload: {
    POST: {
      summary: "Reload the settings of the tile cache",
      takes: ["application/x-www-form-urlencoded"],
      answers: { 200: "Done" },
      refuses: ["form-field-missing"],
    },
  },
};
