/** Operations on mosaics: uploads, harvests, indexes and granules. */
import { mediaTypes } from "../../wire/media.ts";
import { documentTypes, lists, reads, type Operation, type Operations } from "./operation.ts";

const purge =
  "`none` (default): files stay; `metadata` or `all`: they go, as far as they were sent";

const selection = {
  filter: "ECQL: which granules, for example `location = 'a.tif'`",
  updateBBox: "`true`: give the coverages the bounds of what is left",
  purge,
};

const removed: Operation["answers"] = {
  200: "Removed",
  400: "The filter or another parameter cannot be read",
  404: "No such coverage",
};

const harvested: Operation["answers"] = {
  201: "Harvested; the body says what was skipped (202 in the stock dialect)",
  400: "No such file, or it cannot be read",
  403: "Outside of the folders that may be harvested",
  404: "No such coverage store",
  405: "The store holds no mosaic",
  422: "No file could be used",
};

/** The descriptions. */
export const mosaicOperations: Operations = {
  coverageStoreUpload: {
    PUT: {
      summary: "Create a mosaic from an archive, or add to it; `file.imagemosaic`",
      query: { configure: "`none`: publish no coverage" },
      takes: [mediaTypes.zip],
      gives: documentTypes,
      answers: {
        200: "Stored (201 in the stock dialect)",
        400: "The archive holds no mosaic, or another format is asked for",
        409: "The definition has another schema or index than the granules that are there",
        415: "The body is no archive",
        422: "The mosaic cannot be used; the text says why",
        502: "The database of the index cannot be reached",
      },
    },
    POST: {
      summary:
        "Harvest: `external.imagemosaic` with a `file:` URL or path, `file.imagemosaic` with a raster or an archive",
      query: {
        filename: "Name of a raster that is sent",
        updateBBox: "`true`: give the coverages the bounds that they have then",
      },
      takes: [mediaTypes.text, mediaTypes.zip, "application/octet-stream"],
      gives: documentTypes,
      answers: harvested,
    },
  },
  coverageIndex: { GET: reads("Read the schema of a coverage's index") },
  granules: {
    GET: reads("List granules, in order of their ids", {
      query: {
        filter: selection.filter,
        offset: "How many to leave out; 0 by default",
        limit: "How many to list; all by default",
      },
    }),
    DELETE: { summary: "Remove the granules that match", query: selection, answers: removed },
  },
  granule: {
    GET: reads("Read a granule"),
    DELETE: {
      summary: "Remove a granule",
      query: { updateBBox: selection.updateBBox, purge },
      answers: removed,
    },
  },
  harvests: { GET: lists("List harvests that run, and the last ones that ended") },
  harvest: { GET: reads("Read what a harvest did") },
};
