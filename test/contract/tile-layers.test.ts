/** Tile layers: their documents, and what becomes of them with their layers (docs/compatibility.md, "Tile layers"). */
import { mapping } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const XML = "application/xml";
const LAYERS = "/gwc/rest/layers";

const at = (name: string) => ({ method: "GET", path: `${LAYERS}/${name}` });
const write = (method: "PUT" | "POST", name: string, body: string, type = XML) => ({
  method,
  path: `${LAYERS}/${name}`,
  headers: { "content-type": type },
  body,
});
const layer = (inner: string, name = "w1:A") =>
  `<GeoServerLayer><name>${name}</name>${inner}</GeoServerLayer>`;
const truncate = (body: string, type = "text/xml") => ({
  method: "POST",
  path: "/gwc/rest/masstruncate",
  headers: { "content-type": type },
  body,
});

/** Elements in their order, whatever stands between them. */
const shows = (...parts: readonly string[]) =>
  new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("<defaultValue></defaultValue>", "<defaultValue(?:/>|></defaultValue>)\\s*").replaceAll("><", ">\\s*<")).join("[^]*"));

const RICH = layer(
  "<enabled>true</enabled><mimeFormats><string>image/png</string><string>foo/bar</string></mimeFormats>" +
    "<gridSubsets><gridSubset><gridSetName>EPSG:900913</gridSetName><zoomStart>1</zoomStart><zoomStop>5</zoomStop><minCachedLevel>2</minCachedLevel><maxCachedLevel>4</maxCachedLevel></gridSubset>" +
    "<gridSubset><gridSetName>EPSG:4326</gridSetName><extent><coords><double>0</double><double>40</double><double>10</double><double>50</double></coords></extent></gridSubset></gridSubsets>" +
    '<metaWidthHeight><int>2</int><int>3</int></metaWidthHeight><expireCache>100</expireCache><expireCacheList><expirationRule minZoom="0" expiration="50"/></expireCacheList><expireClients>200</expireClients>' +
    "<parameterFilters><styleParameterFilter><key>STYLES</key><defaultValue></defaultValue></styleParameterFilter>" +
    "<stringParameterFilter><key>env</key><defaultValue>a</defaultValue><normalize><case>UPPER</case></normalize><values><string>a</string><string>b</string></values></stringParameterFilter>" +
    "<regexParameterFilter><key>TIME</key><defaultValue></defaultValue><regex>.*</regex></regexParameterFilter>" +
    "<floatParameterFilter><key>ELEVATION</key><defaultValue>0.0</defaultValue><values><float>0.0</float><float>10.5</float></values></floatParameterFilter>" +
    "<integerParameterFilter><key>NUM</key><defaultValue>1</defaultValue><values><int>1</int><int>2</int></values></integerParameterFilter></parameterFilters>" +
    "<gutter>5</gutter><cacheWarningSkips><warning>Default</warning></cacheWarningSkips>",
);

const RICH_PARTS = [
  "<gridSubset><gridSetName>EPSG:900913</gridSetName><zoomStart>1</zoomStart><zoomStop>5</zoomStop><minCachedLevel>2</minCachedLevel><maxCachedLevel>4</maxCachedLevel></gridSubset>",
  "<extent><coords><double>0.0</double><double>40.0</double><double>10.0</double><double>50.0</double></coords></extent>",
  '<metaWidthHeight><int>2</int><int>3</int></metaWidthHeight><expireCache>100</expireCache><expireCacheList><expirationRule minZoom="0" expiration="50"/></expireCacheList><expireClients>200</expireClients>',
  "<gutter>5</gutter><cacheWarningSkips><warning>Default</warning></cacheWarningSkips>",
];

const FILTERS = [
  "<styleParameterFilter><key>STYLES</key><defaultValue></defaultValue></styleParameterFilter>",
  "<stringParameterFilter><key>env</key><defaultValue>a</defaultValue><normalize><case>UPPER</case></normalize><values><string>a</string><string>b</string></values></stringParameterFilter>",
  "<regexParameterFilter><key>TIME</key><defaultValue></defaultValue><regex>.*</regex></regexParameterFilter>",
  "<floatParameterFilter><key>ELEVATION</key><defaultValue>0.0</defaultValue><values><float>0.0</float><float>10.5</float></values><threshold>1.0E-6</threshold></floatParameterFilter>",
  "<integerParameterFilter><key>NUM</key><defaultValue>1</defaultValue><values><int>1</int><int>2</int></values><threshold>1</threshold></integerParameterFilter>",
];

const AUTOMATIC = shows(
  "<enabled>true</enabled><name>w1:A</name><mimeFormats><string>image/png</string><string>image/jpeg</string></mimeFormats><gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName></gridSubset><gridSubset><gridSetName>EPSG:900913</gridSetName></gridSubset></gridSubsets><metaWidthHeight><int>4</int><int>4</int></metaWidthHeight><expireCache>0</expireCache><expireClients>0</expireClients><parameterFilters><styleParameterFilter><key>STYLES</key><defaultValue></defaultValue></styleParameterFilter></parameterFilters><gutter>0</gutter><cacheWarningSkips/>",
);

const BLANK = shows(
  "<enabled>false</enabled><name>w1:A</name><mimeFormats/><gridSubsets/><metaWidthHeight><int>0</int><int>0</int></metaWidthHeight><expireCache>0</expireCache><expireClients>0</expireClients><parameterFilters/><gutter>0</gutter><cacheWarningSkips/>",
);

const rows: readonly Row[] = [
  { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a store with two types", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", XML, mapping(["t:A", "t:B"])), answer: { status: 201 } },
  { name: "a group", request: post("/layergroups", XML, "<layerGroup><name>grp</name><publishables><published type=\"layer\"><name>w1:B</name></published></publishables></layerGroup>"), answer: { status: 201 } },
  { name: "each has one, listed", request: { method: "GET", path: `${LAYERS}.xml` }, answer: { status: 200, text: shows("<layers><layer><name>grp</name>", "<layer><name>w1:A</name>", "/gwc/rest/layers/w1:A.xml") }, foreign: false },
  { name: "in JSON by name alone", request: { method: "GET", path: `${LAYERS}.json` }, answer: { status: 200, json: ["grp", "w1:A", "w1:B"] }, foreign: false },
  { name: "which is the usual form", request: { method: "GET", path: LAYERS }, answer: { status: 200, json: ["grp", "w1:A", "w1:B"] }, foreign: false },
  { name: "as servers make it by themselves", request: at("w1:A.xml"), answer: { status: 200, text: AUTOMATIC } },
  { name: "in JSON, without the types of filters", request: at("w1:A.json"), answer: { status: 200, text: /"parameterFilters":\[\{"key":"STYLES","defaultValue":""\}\]/ }, foreign: false },
  { name: "that of a group follows no styles", request: at("grp.xml"), answer: { status: 200, text: shows("<name>grp</name>", "<parameterFilters/>") } },
  { name: "an unknown layer, removed", request: { method: "DELETE", path: `${LAYERS}/none.xml` }, answer: { status: 404, text: "Unknown layer: none" } },
  { name: "an unknown layer", request: at("none.xml"), answer: { status: 404, text: "Unknown layer: none" } },
  { name: "set of an unknown layer", request: write("PUT", "badName.xml", layer("", "badName")), answer: { status: 404, text: "GeoServer Layer or LayerGroup 'badName' not found" } },
  { name: "with an unknown id", request: write("PUT", "w1:A.xml", "<GeoServerLayer><id>badId</id><name>w1:A</name></GeoServerLayer>"), answer: { documented: { status: 200 }, geoserver: { status: 400, text: "No GeoServer Layer or LayerGroup exists with id 'badId'" } } },
  { name: "without a name", request: write("PUT", "w1:A.xml", "<GeoServerLayer><enabled>true</enabled></GeoServerLayer>"), answer: { documented: { status: 200 }, geoserver: { status: 400, text: "Layer name not provided" } } },
  { name: "with an empty name", request: write("PUT", "w1:A.xml", layer("", "")), answer: { documented: { status: 200 }, geoserver: { status: 400, text: "Layer name not provided" } } },
  { name: "with the name of another", request: write("PUT", "w1:B.xml", layer("")), answer: { status: 400, text: "There is a mismatch between the name of the  layer in the submission and the URL you specified." } },
  { name: "by name alone", request: write("PUT", "w1:A.xml", layer("")), answer: { status: 200, text: "layer saved" } },
  { name: "changes nothing, or leaves nothing", request: at("w1:A.xml"), answer: { documented: { status: 200, text: AUTOMATIC }, geoserver: { status: 200, text: BLANK } } },
  { name: "with all there is", request: write("PUT", "w1:A.xml", RICH), answer: { status: 200, text: "layer saved" } },
  { name: "is shown", request: at("w1:A.xml"), answer: { status: 200, text: shows(...RICH_PARTS) }, foreign: false },
  ...FILTERS.map((filter, index): Row => ({ name: `with filter ${index}`, request: at("w1:A.xml"), answer: { status: 200, text: shows(filter) } })),
  { name: "two filters with one key", request: write("PUT", "w1:B.xml", layer("<enabled>true</enabled><parameterFilters><regexParameterFilter><key>K</key><defaultValue/><regex>a</regex></regexParameterFilter><integerParameterFilter><key>K</key><defaultValue>1</defaultValue><values><int>1</int></values></integerParameterFilter></parameterFilters>", "w1:B")), answer: { status: 200 } },
  { name: "are one", request: at("w1:B.xml"), answer: { status: 200, text: shows("<parameterFilters><integerParameterFilter><key>K</key>") }, foreign: false },
  { name: "an unknown filter", request: write("PUT", "w1:A.xml", layer("<parameterFilters><fooFilter><key>A</key></fooFilter></parameterFilters>")), answer: { documented: { status: 400, text: /fooFilter/ }, geoserver: { status: 500, text: /fooFilter/ } } },
  { name: "an unknown grid set", request: write("PUT", "w1:A.xml", layer("<gridSubsets><gridSubset><gridSetName>NOPE</gridSetName></gridSubset></gridSubsets>")), answer: { status: 422, text: /no grid set NOPE/ }, foreign: false },
  { name: "no XML", request: write("PUT", "w1:A.xml", "<GeoServerLayer><name>"), answer: { documented: { status: 400 }, geoserver: { status: 500 } } },
  { name: "by JSON", request: write("PUT", "w1:A.json", '{"GeoServerLayer":{"name":"w1:A","enabled":true,"mimeFormats":{"string":["image/png"]},"gridSubsets":{"gridSubset":[{"gridSetName":"EPSG:4326"}]},"metaWidthHeight":{"int":[4,4]}}}', "application/json"), answer: { status: 200, text: "layer saved" } },
  { name: "is set", request: at("w1:A.xml"), answer: { status: 200, text: shows("<mimeFormats><string>image/png</string></mimeFormats><gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName></gridSubset></gridSubsets><metaWidthHeight><int>4</int><int>4</int></metaWidthHeight>") } },
  { name: "by the older method", request: write("POST", "w1:A.xml", layer("<enabled>true</enabled><gutter>7</gutter>")), answer: { status: 200, text: "", headers: { warning: "299: Deprecated API. Use PUT instead." } } },
  { name: "by the older method, of an unknown layer", request: write("POST", "w1:X.xml", layer("", "w1:X")), answer: { status: 404, text: "GeoServer Layer or LayerGroup 'w1:X' not found" } },
  { name: "another type", request: write("PUT", "w1:A", "abc", "text/plain"), answer: { status: 415 } },
  { name: "PUT of the list", request: { method: "PUT", path: LAYERS, headers: { "content-type": XML }, body: "<a/>" }, answer: { status: 405 } },
  { name: "truncate", request: truncate("<truncateLayer><layerName>w1:A</layerName></truncateLayer>"), answer: { status: 200, text: "" } },
  { name: "truncate everything", request: truncate("<truncateAll></truncateAll>"), answer: { status: 200 } },
  { name: "truncate an unknown layer", request: truncate("<truncateLayer><layerName>none</layerName></truncateLayer>"), answer: { status: 400, text: /Could not find layer none$/ } },
  { name: "truncate by another type", request: truncate("<truncateLayer><layerName>w1:A</layerName></truncateLayer>", XML), answer: { status: 400, text: /Format extension unknown or not specified: application\/xml$/ } },
  { name: "truncate by a type with a charset", request: truncate("<truncateLayer><layerName>w1:A</layerName></truncateLayer>", "text/xml; charset=UTF-8"), answer: { status: 400, text: /not specified: text\/xml; charset=utf-8$/ } },
  { name: "what can be truncated", request: { method: "GET", path: "/gwc/rest/masstruncate" }, answer: { status: 200, text: shows("<requestType>truncateLayer</requestType><requestType>truncateParameters</requestType><requestType>truncateOrphans</requestType><requestType>truncateExtent</requestType>") } },
  { name: "a layer gets another name", request: put("/workspaces/w1/datastores/st/featuretypes/A", XML, "<featureType><name>A2</name></featureType>"), answer: { status: 200 } },
  { name: "its tile layer too", request: at("w1:A2.xml"), answer: { status: 200, text: shows("<name>w1:A2</name>", "<gutter>7</gutter>") } },
  { name: "and has the old one no more", request: at("w1:A.xml"), answer: { status: 404 } },
  { name: "the workspace gets another name", request: put("/workspaces/w1", XML, "<workspace><name>w2</name></workspace>"), answer: { status: 200 } },
  { name: "so do its tile layers", request: at("w2:A2.xml"), answer: { status: 200, text: shows("<gutter>7</gutter>") } },
  { name: "remove one", request: { method: "DELETE", path: `${LAYERS}/w2:A2.xml` }, answer: { status: 200, text: "w2:A2 deleted" } },
  { name: "again", request: { method: "DELETE", path: `${LAYERS}/w2:A2.xml` }, answer: { status: 404, text: "Unknown layer: w2:A2" } },
  { name: "it stays away when its type changes", request: put("/workspaces/w2/datastores/st/featuretypes/A2", XML, "<featureType><title>t</title></featureType>"), answer: { status: 200 } },
  { name: "away", request: at("w2:A2.xml"), answer: { status: 404, text: "Unknown layer: w2:A2" } },
  { name: "not changed where it is not", request: write("POST", "w2:A2.xml", layer("", "w2:A2")), answer: { status: 400, text: /^Layer w2:A2 is not known by the configuration\./ } },
  { name: "made again", request: write("PUT", "w2:A2.xml", layer("<enabled>true</enabled><gutter>3</gutter>", "w2:A2")), answer: { status: 200, text: "layer saved" } },
  { name: "there again", request: at("w2:A2.xml"), answer: { status: 200, text: shows("<gutter>3</gutter>") } },
  { name: "a layer goes", request: del("/layers/w2:A2?recurse=true"), answer: { status: 200 } },
  { name: "with its tile layer", request: at("w2:A2.xml"), answer: { status: 404 } },
  { name: "and comes again", request: post("/workspaces/w2/datastores/st/featuretypes", XML, "<featureType><name>A2</name><nativeName>A</nativeName></featureType>"), answer: { status: 201 }, foreign: false },
  { name: "a type of a database", request: post("/workspaces/w2/datastores", XML, '<dataStore><name>pg</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 }, foreign: false },
  { name: "posted", request: post("/workspaces/w2/datastores/pg/featuretypes", XML, "<featureType><name>wells</name></featureType>"), answer: { status: 201 }, foreign: false },
  { name: "has one too", request: at("w2:wells.xml"), answer: { status: 200, text: shows("<enabled>true</enabled><name>w2:wells</name><mimeFormats><string>image/png</string><string>image/jpeg</string></mimeFormats><gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName></gridSubset><gridSubset><gridSetName>EPSG:900913</gridSetName></gridSubset></gridSubsets>") }, foreign: false },
  { name: "as a new one", request: at("w2:A2.xml"), answer: { status: 200, text: shows("<gutter>0</gutter>") }, foreign: false },
  { name: "a group goes", request: del("/layergroups/grp"), answer: { status: 200 } },
  { name: "its tile layer too, as that of a layer", request: at("grp.xml"), answer: { status: 404, text: "Unknown layer: grp" } },
  { name: "a group with the name of a layer", request: post("/workspaces/w2/layergroups", XML, "<layerGroup><name>B</name><publishables><published type=\"layer\"><name>w2:B</name></published></publishables></layerGroup>"), answer: { status: 201 }, foreign: false },
  { name: "has none beside that of the layer", request: write("PUT", "w2:B.xml", layer("<enabled>true</enabled><gutter>6</gutter>", "w2:B")), answer: { status: 200 }, foreign: false },
  { name: "goes", request: del("/workspaces/w2/layergroups/B"), answer: { status: 200 }, foreign: false },
  { name: "and leaves the layer its own", request: at("w2:B.xml"), answer: { status: 200, text: shows("<gutter>6</gutter>") }, foreign: false },
  { name: "without credentials", request: { ...at("w2:B.xml"), headers: { authorization: "" } }, answer: { status: 401 } },
  { name: "not below the root of the catalog", request: get("/gwc/rest/layers"), answer: { status: 404 }, foreign: false },
];

contract("tile layers", rows);
