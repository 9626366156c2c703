/** What the `geoserver` dialect answers otherwise than the recorded server did line by line (docs/compatibility.md, "Deviations"). */
import { differencesOfBoth } from "./chapters-differences.ts";
import { knownDifferences } from "./recorded-differences.ts";

/** Listed lines. */
export const geoserverChapterDifferences = knownDifferences({
  ...differencesOfBoth,
  "A slash at the end does not matter here": ["line 2: POST /rest/namespaces/"],
  "Clients of 2.x pass only with the older answer": [
    "line 90: PUT /rest/services/wcs/workspaces/sf/settings",
    "line 91: GET /rest/services/wcs/workspaces/sf/settings.xml",
  ],
  "Dangerous: the service of a workspace that is not there is that of the server": [
    "line 76: PUT /rest/services/wms/workspaces/none/settings",
  ],
  "Dangerous: a URL check gets the name of another one, which is lost": [
    "line 224: PUT /rest/urlchecks/check9",
    "line 225: GET /rest/urlchecks.json",
  ],
  "Dangerous: a template of what is not there makes its folders": [
    "line 186: PUT /rest/workspaces/topp/datastores/s/featuretypes/t/templates/a_json.ftl",
    "line 187: GET /rest/workspaces/topp/datastores/s/featuretypes/t/templates.json",
    "line 188: PUT /rest/workspaces/nonews/templates/a.ftl",
    "line 189: GET /rest/workspaces/nonews/templates.json",
  ],
  "Dangerous: a grid set that is not there makes the capabilities of all tile services fail": [
    "line 360: PUT /gwc/rest/layers/sf:wells.xml",
    "line 361: GET /gwc/rest/layers/sf:wells.xml",
    "line 709: PUT /gwc/rest/layers/sf:wells.xml",
    "line 749: PUT /gwc/rest/layers/sf:wells.xml",
    "line 785: PUT /gwc/rest/layers/sf:wells.xml",
    "line 787: GET /gwc/rest/layers/sf:wells.xml",
    "line 790: PUT /gwc/rest/layers/sf:wells.xml",
  ],
  "Dangerous: a grid set or blob store is kept under another name than the path says": [
    "line 398: PUT /gwc/rest/gridsets/G2.xml",
    "line 433: PUT /gwc/rest/blobstores/b2.xml",
    "line 435: PUT /gwc/rest/blobstores/b1.xml",
  ],
  "Dangerous: a blob store is lost although its removal is answered with a failure": [
    "line 721: DELETE /gwc/rest/blobstores/b1",
  ],
  "Dangerous: isolation is taken off by half": [
    "line 580: PUT /rest/workspaces/g2",
    "line 581: GET /rest/workspaces/g2.json",
    "line 590: GET /rest/workspaces/default.json",
    "line 664: PUT /rest/workspaces/p2",
  ],
  "Dangerous: entries of metadata are dropped": [
    "line 260: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
  ],
  "Dangerous: secrets are shown": [
    "line 510: GET /rest/workspaces/sf/wmsstores/n.xml",
    "line 512: GET /rest/workspaces/sf/wmsstores/n.xml",
    "line 517: GET /rest/workspaces/sf/wmsstores/n.xml",
    "line 519: GET /rest/workspaces/sf/wmsstores/n.xml",
  ],
  "A recorded server cannot change a cascaded layer by its store; here that works": [
    "line 541: PUT /rest/workspaces/sf/wmsstores/self/wmslayers/casc",
    "line 545: PUT /rest/workspaces/sf/wmsstores/self/wmslayers/casc",
    "line 688: PUT /rest/workspaces/sf/wmsstores/self/wmslayers/casc",
    "line 689: PUT /rest/workspaces/sf/wmsstores/self/wmslayers/casc",
    "line 690: PUT /rest/workspaces/sf/wmsstores/self/wmslayers/casc",
    "line 758: PUT /rest/workspaces/sf/wmsstores/st/wmslayers/casc",
    "line 760: PUT /rest/workspaces/sf/wmsstores/st/wmslayers/casc",
    "line 762: PUT /rest/workspaces/sf/wmsstores/st/wmslayers/casc",
  ],
  "Cannot: no connection is opened to another server or database, so what is not there can be published":
    [
      "line 328: POST /rest/workspaces/sf/datastores/pg/featuretypes",
      "line 526: POST /rest/workspaces/sf/wmsstores/n/wmslayers",
      "line 538: POST /rest/workspaces/sf/wmsstores/self/wmslayers",
    ],
  "Cannot: no connection is opened, so what could be published is not known": [
    "line 336: GET /rest/workspaces/sf/datastores/pg/featuretypes.xml?list=available",
    "line 532: GET /rest/workspaces/sf/wmsstores/self/wmslayers.xml?list=available",
    "line 533: GET /rest/workspaces/sf/wmsstores/self/wmslayers.json?list=available",
    "line 539: GET /rest/workspaces/sf/wmsstores/self/wmslayers.xml?list=available",
    "line 697: GET /rest/workspaces/sf/coveragestores/c1/coverages.xml?list=all",
  ],
  "Found in data: the bounds of a layer are those of its grid subsets": [
    "line 482: GET /gwc/rest/layers/sf:wells2.xml",
    "line 748: GET /gwc/rest/layers/sf:wells.xml",
    "line 805: GET /gwc/rest/layers/sf:wells.xml",
  ],
  "A client passes only with the older answer: flags are told from the start": [
    "line 245: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
    "line 246: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.json",
    "line 317: GET /rest/layers/sf:wells.xml",
    "line 325: GET /rest/workspaces/sf/datastores/pg/featuretypes/v1.xml",
    "line 326: GET /rest/workspaces/sf/datastores/pg/featuretypes/v1.json",
    "line 535: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.xml",
    "line 536: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.json",
    "line 542: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.xml",
    "line 673: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
    "line 691: GET /rest/workspaces/sf/wmsstores/self/wmslayers/casc.xml",
    "line 761: GET /rest/workspaces/sf/wmsstores/st/wmslayers/casc.xml",
  ],
  "The layer of a cascaded store is drawn with a style that is there": [
    "line 537: GET /rest/layers/sf:casc.xml",
  ],
  "No ids: services and tile layers have none": [
    "line 92: PUT /rest/services/wfs/workspaces/sf/settings",
    "line 348: PUT /gwc/rest/layers/sf:wells.xml",
    "line 350: PUT /gwc/rest/layers/sf:other.xml",
  ],
  "No pages": [
    "line 12: GET /rest/services/wms/settings.html",
    "line 184: GET /rest/templates.html",
    "line 185: GET /rest/templates",
    "line 475: POST /gwc/rest/reload",
  ],
  "No type is told by the path alone, and JSON is JSON": [
    "line 441: GET /gwc/rest/diskquota.json",
    "line 442: GET /gwc/rest/diskquota",
    "line 445: PUT /gwc/rest/diskquota.json",
    "line 446: GET /gwc/rest/diskquota.json",
    "line 449: PUT /gwc/rest/diskquota",
    "line 457: GET /gwc/rest/masstruncate",
    "line 477: GET /gwc/rest/diskquota.json",
  ],
  "Numbers are not cleared by a body, or are 0 again": [
    "line 671: PUT /rest/workspaces/sf/datastores/pg/featuretypes/wells",
    "line 672: PUT /rest/workspaces/sf/datastores/pg/featuretypes/wells",
    "line 674: PUT /rest/workspaces/sf/datastores/pg/featuretypes/wells",
  ],
  "Fields that nobody knows are kept": [
    "line 681: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
    "line 683: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
    "line 685: GET /rest/workspaces/sf/datastores/pg/featuretypes/wells.xml",
  ],
  "Links lead to the workspace by its name": [
    "line 562: GET /rest/workspaces/default.json",
    "line 584: GET /rest/workspaces/default.json",
    "line 588: GET /rest/workspaces/default.json",
  ],
  "A coverage can be changed by the path of its workspace too": [
    "line 602: PUT /rest/workspaces/sf/coverages/c1",
  ],
  "Wording: what is wrong is told in our words": [
    "line 366: PUT /gwc/rest/layers/sf:wells.xml",
    "line 407: PUT /gwc/rest/gridsets/G5.xml",
    "line 476: POST /gwc/rest/reload",
  ],
  "Wording: templates keep their ending in the path that a refusal names": [
    "line 190: PUT /rest/templates/foo.ftl",
    "line 191: PUT /rest/templates/foo.ftl",
    "line 196: POST /rest/templates/foo.ftl",
  ],
  "Cannot: nothing is drawn, so the fonts of the machine are of no use": [
    "line 200: GET /rest/fonts.xml",
    "line 201: GET /rest/fonts.json",
    "line 202: GET /rest/fonts",
  ],
  "Texts of digits are texts in JSON": [
    "line 113: GET /rest/settings/contact.json",
    "line 119: GET /rest/settings/contact.json",
  ],
});
