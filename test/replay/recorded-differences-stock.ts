/** What the stock server of the tests answers otherwise than the recorded one: by the file of the rule, or by the cause. */
import { knownDifferences } from "./recorded-differences.ts";

/** Listed rows. */
export const stockDifferences = knownDifferences({
  "The recorded server had no such table, or not what its store needs to be opened; the case needs the type":
    [
      "prune--scope-needed: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 500",
      "prune--scope-feature-types: POST /rest/workspaces/roads/datastores/db/featuretypes -> 400",
      "prune--scope-of-others: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 400",
    ],
  "The reconciler of today sends no change of a layer that says nothing": [
    "group--goes-with-two-stores: GET /rest/layers/geology%3ABorehole.xml?quietOnNotFound=true -> 200",
    "group--goes-with-two-stores: GET /rest/workspaces/geology/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
    "group--goes-with-two-stores: GET /rest/workspaces/geology/datastores/boreholes/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
  ],
  "style-files.ts: the SLD that is made of a sheet": ["probe 48: GET /rest/styles/ps.sld"],
  "layer-groups.ts: words of refusals": [
    "coverage--replaced-in-groups: POST /rest/layergroups -> 500",
    "mosaic--coverage-withdrawn-from-a-group: POST /rest/layergroups -> 500",
    "mosaic--replaced-in-groups: POST /rest/layergroups -> 500",
  ],
  "coverage-stores.ts: what is done is answered with a failure": [
    "coverage--goes-with-its-mosaic: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
    "prune--scope: DELETE /rest/workspaces/geology/coveragestores/heights?recurse=true&purge=metadata -> 500",
    "mosaic--title-comes-back: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
    "mosaic--definition-replaced: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
  ],
  "The reconciler sends granules of a new mosaic along with its definition, so nobody asks for this any more":
    [
      "coverage--goes-with-its-mosaic: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic -> 500",
      "mosaic--first-granules: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic -> 500",
      "mosaic--coverage-changed-by-somebody: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?filename=sst_20260101.tif -> 500",
      "mosaic--secret-changed: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?filename=sst_20260101.tif -> 500",
    ],
  "mapping-upload.ts: no source of a mapping is opened": [
    "prune--scope: PUT /rest/workspaces/geology/datastores/boreholes/file.appschema?configure=all -> 500",
    "store--file-added-to-folder: PUT /rest/workspaces/geology/datastores/boreholes/file.appschema?configure=all -> 500",
  ],
  "mosaic-upload.ts: the document of a store that was just made has links": [
    "mosaic--uploaded-whole: PUT /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?configure=all -> 201",
    "mosaic--uploaded-whole-again: PUT /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?configure=all -> 201",
  ],
  "granules.ts: an index of files has multi-polygons": [
    "mosaic--uploaded-whole: GET /rest/workspaces/ocean/coveragestores/sst/coverages/sst/index/granules.json?offset=0&limit=1000 -> 200",
    "mosaic--uploaded-whole-again: GET /rest/workspaces/ocean/coveragestores/sst/coverages/sst/index/granules.json?offset=0&limit=1000 -> 200",
  ],
});
