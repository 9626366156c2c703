/** Operations of the tile cache, which has its own root path. */
import type { Types } from "../../model/cache-noun.ts";
import { cacheNouns } from "../../model/nouns.ts";
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
import type { DescribedDocument } from "./schemas.ts";
import { diskQuotaDocument, tileLayerDocument } from "./tile-cache-documents.ts";
import { gridSetDocument } from "./written-documents.ts";

const put = { 200: "Replaced", 201: "Made" };

/** Of objects that a PUT replaces as a whole. */
const cacheOperations: Operations = Object.assign(
  {},
  ...cacheNouns.map(({ record, label, builtIn, typed, inUse, leaves }) => {
    const stays = builtIn ? (["grid-set-built-in"] as const) : [];
    return objects(record, {
      isFlat: true,
      documents: typed ? typedDocuments(typed) : [gridSetDocument],
      list: lists(`List the ${label}s`),
      read: typed ? { summary: `Read a ${label}; its secrets are sealed` } : {},
      update: {
        summary: `Create or replace a ${label}`,
        answers: put,
        refuses: [
          ...(typed ? (["bad-map-document"] as const) : []),
          "field-missing",
          "name-mismatch",
          "name-invalid",
          ...stays,
          ...(builtIn ? (["grid-set-invalid"] as const) : []),
        ],
      },
      remove: {
        ...(leaves && { summary: `Remove a ${label}; ${leaves}` }),
        refuses: [...stays, ...(typed ? [typed.defaultStays] : []), inUse],
      },
    });
  }),
);

/** Documents of objects whose root elements name their types. */
function typedDocuments({ end, types }: Types) {
  return Object.entries(types).map(([type, settings]): DescribedDocument => ({
    root: `${type}${end}`,
    fields: { id: { type: "text" }, enabled: { type: "flag", usual: false }, ...settings },
    elements: new Set(["@default"]),
  }));
}

export const tileCacheOperations: Operations = {
  ...cacheOperations,
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
