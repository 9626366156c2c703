/** What the `geoserver` dialect answers otherwise than the recorded server (docs/compatibility.md, "Deviations"). */
import { knownDifferences } from "./recorded-differences.ts";

/** Listed rows. */
export const geoserverDifferences = knownDifferences({
  "A container takes one spelling of a key in a path; here all are taken": [
    "probe 103: DELETE /rest/security/acl/rest/%252Fpr%252F**%253AGET",
    "probe 104: DELETE /rest/security/acl/rest//pr/**:GET",
    "rules--requests-with-administrators: DELETE /rest/security/acl/rest/%252Fworkspaces%252F**%253AGET%252CHEAD -> 400",
    "rules--requests-with-administrators: DELETE /rest/security/acl/rest/%252Flayers%252F*%253F%253AGET -> 400",
    "rules--requests-exclusive-sweeps-its-scope: DELETE /rest/security/acl/rest/%252Fworkspaces%253AGET -> 400",
  ],
  "Dangerous: the answer is about an object of another workspace": [
    "probe 20: GET /rest/workspaces/nope/featuretypes/ways.xml",
  ],
  "Dangerous: a style that is empty or not there makes a layer or group unreadable": [
    "probe 67: GET /rest/workspaces/pr/layergroups/g.xml",
    "probe 69: GET /rest/workspaces/pr/layergroups/g.xml",
    "probe 71: GET /rest/layers/pr:tracks.xml",
  ],
  "Dangerous: what is done is answered with a failure, since an empty mosaic in a shapefile cannot be opened":
    [
      "coverage--goes-with-its-mosaic: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
      "prune--scope: DELETE /rest/workspaces/geology/coveragestores/heights?recurse=true&purge=metadata -> 500",
      "mosaic--title-comes-back: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
      "mosaic--definition-replaced: DELETE /rest/workspaces/ocean/coveragestores/sst?recurse=true&purge=metadata -> 500",
    ],
  "A client needs it, and servers with an index in a database do it: an empty mosaic takes granules":
    [
      "coverage--goes-with-its-mosaic: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic -> 500",
      "mosaic--first-granules: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic -> 500",
      "mosaic--coverage-changed-by-somebody: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?filename=sst_20260101.tif -> 500",
      "mosaic--secret-changed: POST /rest/workspaces/ocean/coveragestores/sst/file.imagemosaic?filename=sst_20260101.tif -> 500",
    ],
  "Cannot: the index of a mosaic is no file, so its footprints have one form and it has no side files":
    [
      "coverage--goes-with-its-mosaic: GET /rest/resource/data/ocean/sst/sst.properties -> 200",
      "mosaic--uploaded-whole: GET /rest/workspaces/ocean/coveragestores/sst/coverages/sst/index/granules.json?offset=0&limit=1000 -> 200",
      "mosaic--uploaded-whole-again: GET /rest/workspaces/ocean/coveragestores/sst/coverages/sst/index/granules.json?offset=0&limit=1000 -> 200",
    ],
  "A client passes only with the older answer: flags are told from the start": [
    "probe 83: GET /rest/workspaces/pr/coverages/h5.xml",
    "coverage--settings-changed: GET /rest/workspaces/roads/coverages/heights.xml?quietOnNotFound=true -> 200",
  ],
  "Types of a mapping are described as by servers before the recorded one: keywords, no policy, a style, flags":
    [
      "group--goes-with-two-stores: GET /rest/layers/geology%3ABorehole.xml?quietOnNotFound=true -> 200",
      "group--goes-with-two-stores: GET /rest/workspaces/geology/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
      "group--goes-with-two-stores: GET /rest/workspaces/geology/datastores/boreholes/featuretypes/Borehole.xml?quietOnNotFound=true -> 200",
      "store--two-recreated-one-list-of-rules: GET /rest/layers/geology%3AA.xml?quietOnNotFound=true -> 200",
      "store--two-recreated-one-list-of-rules: GET /rest/workspaces/geology/featuretypes/A.xml?quietOnNotFound=true -> 200",
      "store--two-recreated-one-list-of-rules: GET /rest/workspaces/geology/datastores/one/featuretypes/A.xml?quietOnNotFound=true -> 200",
    ],
  "Cannot: which kinds of stores a server has is unknown here, any can be used": [
    "prune--scope-needed: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 500",
  ],
  "Found in data: no source of a mapping is opened": [
    "prune--scope: PUT /rest/workspaces/geology/datastores/boreholes/file.appschema?configure=all -> 500",
    "store--file-added-to-folder: PUT /rest/workspaces/geology/datastores/boreholes/file.appschema?configure=all -> 500",
  ],
  "Found in data: the geometry of a table decides on its first style, its columns on its keywords":
    [
      "probe 23: GET /rest/layers/pr:ways.xml",
      "probe 29: GET /rest/workspaces/pr/featuretypes/ways.xml",
      "probe 54: DELETE /rest/styles/line",
      "probe 56: GET /rest/layers/pr:ways.xml",
    ],
  "Found in data: tables are not opened, so what they do not hold can be published": [
    "probe 19: POST /rest/workspaces/pr/datastores/db/featuretypes",
    "prune--scope-feature-types: POST /rest/workspaces/roads/datastores/db/featuretypes -> 400",
    "prune--scope-of-others: POST /rest/workspaces/roads/datastores/theirs/featuretypes -> 400",
  ],
  "Spelling alone: a style that is written anew has the same meaning, laid out otherwise": [
    "probe 48: GET /rest/styles/ps.sld",
  ],
  "Wording: the places of sheets are told in our words": ["probe 49: POST /rest/styles?name=pc"],
  "The recorded server had no such coverage by then, since its mosaic could not be read": [
    "mosaic--coverage-withdrawn-from-a-group: POST /rest/layergroups -> 500",
  ],
});
