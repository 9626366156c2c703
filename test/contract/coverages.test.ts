/** Coverages by document, and their layers. */
import { contract, del, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

const STORE = "/workspaces/w1/coveragestores/rain";
const COVERAGES = `${STORE}/coverages`;
const full = `<coverage><nativeCoverageName>precipitation</nativeCoverageName><name>depth</name><title>Depth</title><abstract>How &lt;deep&gt;</abstract>
<keywords><string>rain</string><string>2020</string></keywords>
<metadataLinks><metadataLink><type>text/xml</type><metadataType>ISO19115:2003</metadataType><content>http://example.org/md?a=1&amp;b=2</content></metadataLink></metadataLinks>
<nativeCRS class="projected">PROJCS["x"]</nativeCRS><srs>EPSG:4326</srs>
<nativeBoundingBox><minx>-180.0</minx><maxx>180</maxx><miny>-90</miny><maxy>90.25</maxy><crs>EPSG:4326</crs></nativeBoundingBox>
<projectionPolicy>REPROJECT_TO_DECLARED</projectionPolicy><enabled>false</enabled><advertised>False</advertised>
<metadata><entry key="time"><dimensionInfo><enabled>true</enabled><presentation>LIST</presentation><units>ISO8601</units><defaultValue/></dimensionInfo></entry></metadata>
<grid dimension="2"><range><low>0 0</low><high>4 4</high></range><transform><scaleX>0.5</scaleX></transform></grid>
<dimensions><coverageDimension><name>7</name><range><min>-inf</min><max>1e3</max></range></coverageDimension></dimensions>
<parameters><entry><string>SUGGESTED_TILE_SIZE</string><string>512,512</string></entry></parameters></coverage>`;

const fresh = (told: object) => ({ coverage: {
    name: "rain", nativeName: "rain", namespace: { name: "w1", href: "BASE/namespaces/w1.json" }, title: "rain",
    projectionPolicy: "FORCE_DECLARED", enabled: true, ...told,
    store: { "@class": "coverageStore", name: "w1:rain", href: "BASE/workspaces/w1/coveragestores/rain.json" },
    serviceConfiguration: false, simpleConversionEnabled: false, nativeCoverageName: "rain",
  } });

contract("coverages", [
  { name: "of a missing workspace", request: get("/workspaces/none/coverages.json"), answer: { status: 404, text: "Name space not found for workspace 'none'." } },
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "of a missing store", request: get(`${COVERAGES}.xml`), answer: { status: 404, text: "No such coverage store: w1,rain" } },
  { name: "into a missing store", request: post(COVERAGES, "text/xml", "<coverage><name>depth</name><enabled>true</enabled></coverage>"), answer: { documented: { status: 404, text: "No such coverage store: w1,rain" }, geoserver: { status: 500 } } },
  { name: "a store", request: post("/workspaces/w1/coveragestores", "text/xml", "<coverageStore><name>rain</name><type>ImageMosaic</type><workspace>w1</workspace></coverageStore>"), answer: { status: 201 } },
  { name: "none yet", request: get(`${COVERAGES}.json`), answer: { documented: { status: 200, json: { coverages: { coverage: [] } } }, geoserver: { status: 200, json: { coverages: "" } } } },
  { name: "none yet in XML", request: get("/workspaces/w1/coverages.xml"), answer: { status: 200, text: "<coverages/>" } },
  { name: "56 create by name alone (interface 2.7)", request: post(COVERAGES, "text/xml", "<coverage><nativeCoverageName>rain</nativeCoverageName><name>rain</name></coverage>"), answer: { status: 201, text: "rain", headers: { location: "BASE/workspaces/w1/coveragestores/rain/coverages/rain" } } },
  { name: "its document: what was said, enabled, and every flag but one that a stock server tells later", request: get(`${COVERAGES}/rain.json`), answer: {
    documented: { status: 200, json: fresh({ advertised: true }) },
    geoserver: { status: 200, json: fresh({}) },
  }, foreign: false },
  { name: "its layer is a raster one", request: get("/layers/w1:rain.json"), answer: { status: 200, text: /^\{"layer":\{"name":"rain","type":"RASTER","defaultStyle":\{"name":"raster","href":"[^"]*\/styles\/raster\.json"\},"resource":\{"@class":"coverage","name":"w1:rain","href":"[^"]*\/workspaces\/w1\/coveragestores\/rain\/coverages\/rain\.json"\}/ } },
  { name: "the layer in XML", request: get("/workspaces/w1/layers/rain.xml"), answer: { status: 200, text: /<resource class="coverage"><name>w1:rain<\/name><atom:link [^>]*\/coverages\/rain\.xml"/ } },
  { name: "create again", request: post(COVERAGES, "text/xml", "<coverage><name>rain</name><enabled>true</enabled></coverage>"), answer: {
    documented: { status: 409, text: "Resource named 'rain' already exists in store: 'rain'" }, geoserver: { status: 500, text: "Resource named 'rain' already exists in store: 'rain'" },
  } },
  { name: "create with many fields", request: post("/workspaces/w1/coverages", "application/xml", full.replace("<coverage>", "<coverage><store>rain</store>")), answer: { status: 201, text: "depth", headers: { location: "BASE/workspaces/w1/coverages/depth" } } },
  { name: "all are shown in JSON, numbers and flags as such", request: get("/workspaces/w1/coverages/depth.json"), answer: { status: 200, json: { coverage: {
    name: "depth", nativeName: "precipitation", namespace: { name: "w1", href: "BASE/namespaces/w1.json" }, title: "Depth", abstract: "How <deep>",
    keywords: { string: ["rain", "2020"] },
    metadataLinks: { metadataLink: { type: "text/xml", metadataType: "ISO19115:2003", content: "http://example.org/md?a=1&b=2" } },
    nativeCRS: { "@class": "projected", $: 'PROJCS["x"]' }, srs: "EPSG:4326",
    nativeBoundingBox: { minx: -180, maxx: 180, miny: -90, maxy: 90.25, crs: "EPSG:4326" },
    projectionPolicy: "REPROJECT_TO_DECLARED", enabled: true, advertised: false,
    metadata: { entry: { "@key": "time", dimensionInfo: { enabled: true, presentation: "LIST", units: "ISO8601", defaultValue: "" } } },
    store: { "@class": "coverageStore", name: "w1:rain", href: "BASE/workspaces/w1/coveragestores/rain.json" },
    serviceConfiguration: false, simpleConversionEnabled: false,
    grid: { "@dimension": "2", range: { low: "0 0", high: "4 4" }, transform: { scaleX: 0.5 } },
    dimensions: { coverageDimension: { name: "7", range: { min: "-inf", max: 1000 } } },
    parameters: { entry: { string: ["SUGGESTED_TILE_SIZE", "512,512"] } }, nativeCoverageName: "precipitation",
  } } }, foreign: false },
  { name: "and in XML as they were written", request: get(`${COVERAGES}/depth.xml`), answer: { status: 200, text: /<abstract>How &lt;deep&gt;<\/abstract><keywords><string>rain<\/string><string>2020<\/string><\/keywords>.*<nativeCRS class="projected">.*<minx>-180\.0<\/minx>.*<advertised>false<\/advertised><metadata><entry key="time"><dimensionInfo><enabled>true<\/enabled>.*<defaultValue\/><\/dimensionInfo><\/entry><\/metadata>.*<grid dimension="2">.*<parameters><entry><string>SUGGESTED_TILE_SIZE<\/string><string>512,512<\/string><\/entry><\/parameters>/ }, foreign: false },
  { name: "both are listed by the store", request: get(`${COVERAGES}.json?list=configured`), answer: { status: 200, json: { coverages: { coverage: [{ name: "depth", href: "BASE/workspaces/w1/coveragestores/rain/coverages/depth.json" }, { name: "rain", href: "BASE/workspaces/w1/coveragestores/rain/coverages/rain.json" }] } } } },
  { name: "and by the workspace", request: get("/workspaces/w1/coverages.xml"), answer: { status: 200, text: /<coverage><name>depth<\/name><atom:link [^>]*href="[^"]*\/workspaces\/w1\/coverages\/depth\.xml" type="application\/(?:atom\+)?xml"\/><\/coverage><coverage><name>rain<\/name>/ } },
  { name: "55 all names: the rasters cannot be read", request: get(`${COVERAGES}.xml?list=all`), answer: { documented: { status: 404, text: /^Error getting coverages from coverage reader\./ }, geoserver: { status: 500, text: /^Error getting coverages from coverage reader\./ } }, foreign: false },
  { name: "a change keeps what it does not name", request: put(`${COVERAGES}/depth?calculate=nativebbox,latlonbbox,dimensions`, "application/json", '{"coverage":{"title":"D","keywords":{"string":["one"]},"numDecimals":8,"own":{"deep":[{"n":1},{"n":"1"}]}}}'), answer: { status: 200, text: "" } },
  { name: "lists are replaced, the rest stays", request: get(`${COVERAGES}/depth.json`), answer: { status: 200, text: /"title":"D","abstract":"How <deep>","keywords":\{"string":"one"\},.*"srs":"EPSG:4326",.*"numDecimals":8,"own":\{"deep":\[\{"n":1\},\{"n":"1"\}\]\}/ }, foreign: false },
  { name: "null un-sets", request: put(`${COVERAGES}/depth`, "application/json", '{"coverage":{"abstract":null,"metadata":null,"title":null,"name":null}}'), answer: { status: 200 } },
  { name: "un-set", request: get(`${COVERAGES}/depth.json`), answer: by228({ status: 200, text: /"name":"depth"/, without: /abstract|metadata"|"title"/ }, { status: 200, text: /"name":"depth".*"abstract":""/ }), foreign: false },
  { name: "an empty list un-sets too", request: put(`${COVERAGES}/depth`, "text/xml", "<coverage><keywords/><title>T</title></coverage>"), answer: { status: 200 } },
  { name: "no keywords", request: get(`${COVERAGES}/depth.xml`), answer: { status: 200, text: /<title>T<\/title>/, without: /keywords/ }, foreign: false },
  { name: "disable", request: put("/workspaces/w1/coverages/depth", "text/xml", "<coverage><enabled>false</enabled></coverage>"), answer: { status: 200 } },
  { name: "disabled", request: get("/workspaces/w1/coverages/depth.json"), answer: { status: 200, text: /"enabled":false/ } },
  { name: "another store in a change", request: put(`${COVERAGES}/depth`, "text/xml", "<coverage><store><name>w1:other</name></store></coverage>"), answer: { status: 403, text: "Expected coveragestore rain but client specified other" }, foreign: false },
  { name: "another workspace", request: post(COVERAGES, "text/xml", "<coverage><name>x</name><namespace><prefix>w9</prefix></namespace><enabled>true</enabled></coverage>"), answer: { status: 403, text: "Expected workspace w1 but client specified w9" }, foreign: false },
  { name: "no name at all", request: post(COVERAGES, "text/xml", "<coverage/>"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "to the workspace without a store", request: post("/workspaces/w1/coverages", "text/xml", "<coverage><name>x</name><enabled>true</enabled></coverage>"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
  { name: "a list inside a list", request: put(`${COVERAGES}/depth`, "application/json", '{"coverage":{"own":[[1]]}}'), answer: { documented: { status: 400, text: /list inside a list/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "a field that XML cannot name", request: put(`${COVERAGES}/depth`, "application/json", '{"coverage":{"a b":1}}'), answer: { documented: { status: 400, text: '"a b" cannot be the name of a field' }, geoserver: { status: 500 } }, foreign: false },
  { name: "a character that XML cannot write", request: put(`${COVERAGES}/depth`, "application/json", '{"coverage":{"abstract":"\\u0000"}}'), answer: { documented: { status: 400, text: "abstract holds a character that XML cannot write" }, geoserver: { status: 500 } }, foreign: false },
  { name: "a number out of range", request: put(`${COVERAGES}/depth`, "application/json", '{"coverage":{"own":1e999}}'), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "nested just within the bound", request: put(`${COVERAGES}/depth`, "text/xml", `<coverage>${"<a>".repeat(50)}x${"</a>".repeat(50)}</coverage>`), answer: { status: 200 }, foreign: false },
  { name: "nested just beyond it", request: put(`${COVERAGES}/depth`, "text/xml", `<coverage>${"<a>".repeat(51)}x${"</a>".repeat(51)}</coverage>`), answer: { status: 413, text: /nested deeper than 50/ }, foreign: false },
  { name: "more than a coverage may hold", request: put(`${COVERAGES}/depth`, "text/xml", `<coverage><abstract>${"x".repeat(256 * 1024)}</abstract></coverage>`), answer: { status: 413, text: /the limit is 262144/ }, foreign: false },
  { name: "nothing of that was kept", request: get(`${COVERAGES}/depth.xml`), answer: by228({ status: 200, without: /abstract|own><own/ }, { status: 200, without: /own><own/ }), foreign: false },
  { name: "a missing coverage of the store", request: get(`${COVERAGES}/none.xml`), answer: { status: 404, text: "No such coverage: w1,rain,none" } },
  { name: "a missing coverage of the workspace", request: get("/workspaces/w1/coverages/none.xml"), answer: { status: 404, text: "No such coverage: w1,none" } },
  { name: "change a missing one", request: put(`${COVERAGES}/none`, "text/xml", "<coverage/>"), answer: { documented: { status: 404, text: "No such coverage: w1,rain,none" }, geoserver: { status: 404, text: "No such coverage: w1,none" } } },
  { name: "delete a missing one", request: del(`${COVERAGES}/none`), answer: { status: 404, text: "Coverage 'none' not found." } },
  { name: "PUT to the list", request: put(COVERAGES, "text/xml", "<coverage/>"), answer: { status: 405 } },
  { name: "DELETE of the list", request: del(COVERAGES), answer: { status: 405 } },
  { name: "POST to one", request: post(`${COVERAGES}/rain`, "text/xml", "<coverage/>"), answer: { status: 405 } },
  { name: "reset by POST", request: post(`${COVERAGES}/rain/reset`, "text/xml", ""), answer: { status: 200, text: "" } },
  { name: "reset by PUT", request: put(`${COVERAGES}/rain/reset`, "text/xml", ""), answer: { status: 200, text: "" } },
  { name: "reset a missing one", request: put(`${COVERAGES}/none/reset`, "text/xml", ""), answer: { documented: { status: 404, text: "No such coverage: w1,rain,none" }, geoserver: { status: 404, text: "No such coverage: w1,none" } } },
  { name: "a condition that fails", request: put(`${COVERAGES}/rain`, "text/xml", "<coverage/>", { "if-match": '"old"' }), answer: { status: 412 }, foreign: false },
  { name: "a data store", request: post("/workspaces/w1/datastores", "text/xml", '<dataStore><name>pg</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 } },
  { name: "a coverage", request: post(COVERAGES, "text/xml", "<coverage><name>one</name><enabled>true</enabled></coverage>"), answer: { status: 201 } },
  { name: "a feature type", request: post("/workspaces/w1/datastores/pg/featuretypes", "text/xml", "<featureType><name>two</name></featureType>"), answer: { status: 201 } },
  { name: "a feature type of the coverage's name", request: post("/workspaces/w1/datastores/pg/featuretypes", "text/xml", "<featureType><name>one</name></featureType>"), answer: { documented: { status: 409, text: "Resource named 'one' already exists in store: 'rain'" }, geoserver: { status: 500, text: "Resource named 'one' already exists in store: 'rain'" } } },
  { name: "a coverage of the type's name", request: post(COVERAGES, "text/xml", "<coverage><name>two</name><enabled>true</enabled></coverage>"), answer: { documented: { status: 409, text: "Resource named 'two' already exists in store: 'pg'" }, geoserver: { status: 500 } } },
  { name: "a rename to it", request: put(`${COVERAGES}/one`, "text/xml", "<coverage><name>two</name></coverage>"), answer: { documented: { status: 409 }, geoserver: { status: 500 } } },
  { name: "rules of the coverage's layer", request: post("/security/acl/layers", "application/json", '{"w1.one.r":"R","w1.One.w":"W","w1.three.r":"OLD"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "another default style for its layer", request: put("/layers/w1:one", "text/xml", "<layer><defaultStyle>line</defaultStyle></layer>"), answer: { status: 200 } },
  { name: "rename", request: put(`${COVERAGES}/one`, "text/xml", "<coverage><name>three</name></coverage>"), answer: { status: 200 } },
  { name: "under its new name", request: get(`${COVERAGES}/three.json`), answer: { status: 200, text: /"name":"three","nativeName":"one"/ } },
  { name: "its layer came along", request: get("/layers/w1:three.json"), answer: { status: 200, text: /"defaultStyle":\{"name":"line".*\/coverages\/three\.json/ } },
  { name: "and the layer's rules", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"w1\.three\.r":"R","w1\.three\.w":"W"/, without: /w1\.[oO]ne|OLD/ } },
  { name: "a name that no rule can have, while a rule guards the layer", request: put(`${COVERAGES}/three`, "text/xml", "<coverage><name>a. b</name></coverage>"), answer: { documented: { status: 400, text: "The access rule w1.three.r cannot follow to the name 'a. b'; remove the rule first" }, geoserver: { status: 500 } }, foreign: false },
  { name: "changes nothing", request: get("/layers/w1:three.xml"), answer: { status: 200 } },
  { name: "the old name is free", request: post(COVERAGES, "text/xml", "<coverage><name>one</name><enabled>true</enabled></coverage>"), answer: { status: 201 } },
  { name: "delete a coverage that has a layer", request: del(`${COVERAGES}/three`), answer: { status: 403, text: "coverage referenced by layer(s)" } },
  { name: "delete it with its layer", request: del("/workspaces/w1/coverages/three?recurse=true"), answer: { status: 200, text: "" } },
  { name: "no layer", request: get("/layers/w1:three.xml"), answer: { status: 404 } },
  { name: "no rule", request: get("/security/acl/layers.json"), answer: { status: 200, without: /three/ } },
  { name: "delete a layer alone", request: del("/layers/w1:one"), answer: { status: 200 } },
  { name: "its coverage stays", request: get(`${COVERAGES}/one.xml`), answer: { status: 200 } },
  { name: "and goes without recurse then", request: del(`${COVERAGES}/one`), answer: { status: 200 } },
  { name: "once more", request: post(COVERAGES, "text/xml", "<coverage><name>one</name><enabled>true</enabled></coverage>"), answer: { status: 201 } },
  { name: "delete a layer with its coverage", request: del("/layers/w1:one?recurse=true"), answer: { status: 200 } },
  { name: "the coverage is gone", request: get(`${COVERAGES}/one.xml`), answer: { status: 404 } },
  { name: "a style", request: post("/styles?name=own", "application/vnd.ogc.sld+xml", '<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>x</Name><UserStyle/></NamedLayer></StyledLayerDescriptor>'), answer: { status: 201 } },
  { name: "a coverage drawn with it", request: post(COVERAGES, "text/xml", "<coverage><name>four</name><enabled>true</enabled></coverage>"), answer: { status: 201 } },
  { name: "set", request: put("/layers/w1:four", "text/xml", "<layer><defaultStyle>own</defaultStyle></layer>"), answer: { status: 200 } },
  { name: "the style goes", request: del("/styles/own?recurse=true"), answer: { status: 200 } },
  { name: "a raster layer falls back to raster", request: get("/layers/w1:four.json"), answer: { status: 200, text: /"defaultStyle":\{"name":"raster"/ } },
]);
