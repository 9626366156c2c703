/** What the stock server of the tests answers otherwise than the recorded one: by the file of the rule, or by the cause. */
import { knownDifferences } from "./recorded-differences.ts";

/** Listed rows. */
export const stockDifferences = knownDifferences({
  "data-stores.ts, named.ts: words of refusals": [
    "probe 11: POST /rest/workspaces/nope/datastores",
  ],
  "feature-types.ts: neither the table nor the factory of its store is looked for; words of a refusal":
    [
      "probe 18: POST /rest/workspaces/pr/datastores/nope/featuretypes",
      "probe 19: POST /rest/workspaces/pr/datastores/db/featuretypes",
      "prune--scope-needed: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 500",
      "prune--scope-feature-types: POST /rest/workspaces/roads/datastores/db/featuretypes -> 400",
      "prune--scope-of-others: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 400",
    ],
  "publish.ts, feature-types.ts: what a feature type shows before and after its first change": [
    "probe 20: GET /rest/workspaces/nope/featuretypes/ways.xml",
    "probe 29: GET /rest/workspaces/pr/featuretypes/ways.xml",
    "group--goes-with-two-stores: GET /rest/workspaces/geology/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
    "group--goes-with-two-stores: GET /rest/workspaces/geology/datastores/boreholes/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
    "store--two-recreated-one-list-of-rules: GET /rest/workspaces/geology/featuretypes/A.xml?quietOnNotFound=true -> 200",
    "store--two-recreated-one-list-of-rules: GET /rest/workspaces/geology/datastores/one/featuretypes/A.xml?quietOnNotFound=true -> 200",
  ],
  "styles.ts, style-content.ts: words of parsers, sheets that are none, the SLD that is made of a sheet":
    [
      "probe 34: POST /rest/styles?name=pm&raw=true",
      "probe 44: PUT /rest/styles/nope?raw=true",
      "probe 48: GET /rest/styles/ps.sld",
      "probe 49: POST /rest/styles?name=pc",
      "probe 50: PUT /rest/styles/ps",
    ],
  "layers.ts: what a layer shows, and which style it gets": [
    "probe 56: GET /rest/layers/pr:ways.xml",
    "group--goes-with-two-stores: GET /rest/layers/geology%3ABorehole.xml?quietOnNotFound=true -> 200",
  ],
  "layer-groups.ts: links of members, groups of which nothing is left, words of refusals, styles that are none":
    [
      "probe 59: GET /rest/workspaces/pr/layergroups/g.xml",
      "probe 62: POST /rest/workspaces/pr/layergroups",
      "probe 64: GET /rest/workspaces/pr/layergroups/g3.xml",
      "probe 69: GET /rest/workspaces/pr/layergroups/g.xml",
      "coverage--replaced-in-groups: POST /rest/layergroups -> 500",
      "store--recreate-out-of-groups: GET /rest/layergroups/overview.xml?quietOnNotFound=true -> 200",
      "store--recreate-out-of-groups: GET /rest/workspaces/geology/layergroups/own.xml?quietOnNotFound=true -> 200",
      "group--created: GET /rest/workspaces/geology/layergroups/overview.xml?quietOnNotFound=true -> 200",
      "group--places-come-back: GET /rest/layergroups/overview.xml?quietOnNotFound=true -> 200",
      "featuretype--moves-in-groups: GET /rest/layergroups/traffic.xml?quietOnNotFound=true -> 200",
      "mosaic--coverage-withdrawn-from-a-group: POST /rest/layergroups -> 500",
      "mosaic--replaced-in-groups: POST /rest/layergroups -> 500",
    ],
  "coverages.ts: what a coverage shows before and after its first change": [
    "probe 81: GET /rest/workspaces/pr/coverages/h.xml",
    "coverage--goes-with-its-mosaic: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
    "prune--scope: DELETE /rest/workspaces/geology/coveragestores/heights?recurse=true&purge=metadata -> 500",
    "mosaic--uploaded-whole: GET /rest/workspaces/ocean/coveragestores/sst/coverages/sst.xml?quietOnNotFound=true -> 200",
    "mosaic--title-comes-back: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
    "coverage--settings-changed: GET /rest/workspaces/roads/coverages/heights.xml?quietOnNotFound=true -> 200",
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
  "The recorded server had no such coverage by then: its mosaic could not be read": [
    "mosaic--coverage-changed-by-somebody: PUT /rest/workspaces/ocean/coveragestores/sst/coverages/sst -> 404",
    "mosaic--title-comes-back: PUT /rest/workspaces/ocean/coveragestores/sst/coverages/sst -> 404",
  ],
});
