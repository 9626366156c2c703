/** Operations on mosaics: uploads, harvests, indexes and granules. */
import { mediaTypes } from "../../wire/media.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import {
  documentTypes,
  lists,
  reads,
  zipTypes,
  type Operation,
  type Operations,
} from "./operation.ts";

const purge =
  "`none` (default): files stay; `metadata` or `all`: they go, as far as they were sent";

const selection = {
  filter: "ECQL: which granules, for example `location = 'a.tif'`",
  updateBBox: "`true`: update the bounds of the coverages",
  purge,
};

const index: readonly CatalogErrorCode[] = ["index-unreachable", "index-unusable"];

/** For bodies that name files of the server. */
const named: readonly CatalogErrorCode[] = [
  "harvest-invalid",
  "harvest-missing",
  "harvest-outside",
  "harvest-unreadable",
];

const archive: readonly CatalogErrorCode[] = ["zip-malformed", "zip-not-a-zip", "unlike-type"];

const upload: Operation = {
  summary:
    "Make a mosaic from an archive or add to it (`file.imagemosaic`), or from a folder of the server that the body names (`external.imagemosaic`)",
  query: { configure: "`none`: publish no coverage" },
  takes: [...zipTypes, mediaTypes.text],
  gives: [...documentTypes, mediaTypes.text],
  answers: {
    documented: { 200: "Stored; the body is the store, or empty with `configure=none`" },
    geoserver: { 201: "Stored; the body is the store, or empty with `configure=none`" },
  },
  refuses: [
    "unsupported-format",
    "not-found",
    "not-acceptable",
    "store-type",
    "mosaic-missing",
    "mosaic-unusable",
    "mosaic-changed",
    "folder-occupied",
    "resource-exists",
    ...archive,
    ...named,
    ...index,
  ],
};

const harvest: Operation = {
  summary:
    "Harvest: `external.imagemosaic` with a `file:` URL or path, `file.imagemosaic` with a raster or an archive",
  query: {
    filename: "Name of a raster that is sent",
    updateBBox: "`true`: give the coverages the bounds that they have then",
  },
  takes: [mediaTypes.text, ...zipTypes, "image/*", mediaTypes.binary],
  gives: [...documentTypes, mediaTypes.text],
  answers: {
    documented: { 201: "Harvested; the body says what was skipped, and Location where it stays" },
    geoserver: { 202: "Harvested; Location says what was skipped" },
  },
  refuses: [
    "unsupported-format",
    "not-found",
    "not-acceptable",
    "not-harvestable",
    "store-type",
    "folder-occupied",
    "harvest-useless",
    ...archive,
    ...named,
    ...index,
  ],
};

function removal(summary: string, query: Operation["query"] = {}): Operation {
  const refuses: readonly CatalogErrorCode[] = ["not-found", "query-invalid", ...index];
  return { summary, query, answers: { 200: "Removed" }, refuses };
}

export const mosaicOperations: Operations = {
  coverageStoreUpload: { PUT: upload, POST: harvest },
  coverageIndex: { GET: reads("Read the schema of a coverage's index", { refuses: index }) },
  granules: {
    GET: reads("List granules, in order of their ids", {
      query: {
        filter: selection.filter,
        offset: "How many to leave out; 0 by default",
        limit: "How many to list; all by default",
      },
      refuses: ["query-invalid", "filter-invalid", "too-large", ...index],
    }),
    DELETE: {
      ...removal("Remove the granules that match", selection),
      refuses: ["not-found", "query-invalid", "filter-missing", "filter-invalid", ...index],
    },
  },
  granule: {
    GET: reads("Read a granule", { refuses: index }),
    DELETE: removal("Remove a granule", { updateBBox: selection.updateBBox, purge }),
  },
  harvests: { GET: lists("List harvests that run, and the last ones that ended") },
  harvest: { GET: reads("Read what a harvest did") },
};
