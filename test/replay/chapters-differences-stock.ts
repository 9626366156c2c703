/** What the stock server of the tests answers otherwise than the recorded one did line by line: by the file of the rule. */
import { differencesOfBoth } from "./chapters-differences.ts";
import { knownDifferences } from "./recorded-differences.ts";

/** Listed lines. */
export const stockChapterDifferences = knownDifferences({
  ...differencesOfBoth,
  "documents.ts: no pages": ["line 12: GET /rest/services/wms/settings.html"],
  "url-checks.ts: the second entry of a name is no reference": [
    "line 225: GET /rest/urlchecks.json",
  ],
  "published-elements.ts: types and layers say from the start what is recorded after the first change":
    [
      "line 245: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
      "line 246: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.json",
      "line 317: GET /rest/layers/sf:wells.xml",
    ],
  "feature-types.ts: entries of metadata that nobody knows are kept, no query is run and no database looked into":
    [
      "line 260: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
      "line 328: POST /rest/workspaces/sf/datastores/pg/featuretypes",
      "line 336: GET /rest/workspaces/sf/datastores/pg/featuretypes.xml?list=available",
    ],
  "tile-layers.ts: no JSON, and no id is known": [
    "line 343: GET /gwc/rest/layers/sf:wells.json",
    "line 344: GET /gwc/rest/layers/sf:wells",
    "line 348: PUT /gwc/rest/layers/sf:wells.xml",
    "line 350: PUT /gwc/rest/layers/sf:other.xml",
    "line 364: GET /gwc/rest/layers/sf:wells.json",
  ],
  "call.ts: the type of a refused body is told as it was sent": [
    "line 375: PUT /gwc/rest/layers/sf:wells.xml",
  ],
  "about.ts: the fonts of Java alone": [
    "line 200: GET /rest/fonts.xml",
    "line 201: GET /rest/fonts.json",
    "line 202: GET /rest/fonts",
  ],
  "grid-sets.ts: those that are there from the start are not shown": [
    "line 391: GET /gwc/rest/gridsets/EPSG:4326.xml",
    "line 392: GET /gwc/rest/gridsets/EPSG:4326",
  ],
  "tile-layers.ts: the bounds of a layer are not those of its grid subsets": [
    "line 482: GET /gwc/rest/layers/sf:wells2.xml",
    "line 748: GET /gwc/rest/layers/sf:wells.xml",
    "line 805: GET /gwc/rest/layers/sf:wells.xml",
  ],
  "cascaded-layers.ts: no other server is asked what it has, so it has everything and is called as the layer":
    [
      "line 526: POST /rest/workspaces/sf/wmsstores/n/wmslayers",
      "line 532: GET /rest/workspaces/sf/wmsstores/self/wmslayers.xml?list=available",
      "line 533: GET /rest/workspaces/sf/wmsstores/self/wmslayers.json?list=available",
      "line 538: POST /rest/workspaces/sf/wmsstores/self/wmslayers",
      "line 539: GET /rest/workspaces/sf/wmsstores/self/wmslayers.xml?list=available",
      "line 691: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.xml",
      "line 692: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.xml",
      "line 761: GET /rest/workspaces/sf/wmsstores/st/wmslayers/casc.xml",
    ],
  "resources.ts: folders and what is told of files in XML alone": [
    "line 608: GET /rest/resource/styles/fonts/a.ttf?operation=metadata&format=json",
    "line 618: GET /rest/resource/d?format=json",
  ],
  "coverages.ts: rasters are not read": [
    "line 697: GET /rest/workspaces/sf/coveragestores/c1/coverages.xml?list=all",
  ],
});
