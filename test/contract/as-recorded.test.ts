/**
 * Where the published interface is silent and the `geoserver` dialect answers as the recordings of a stock
 * server have it, with what `documented` answers beside it (docs/compatibility.md, "Statuses").
 */
import { zipOf } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const XML = "text/xml";
const SLD = "application/vnd.ogc.sld+xml";
const layerOf = (name: string) => `<NamedLayer><Name>${name}</Name><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer/></Rule></FeatureTypeStyle></UserStyle></NamedLayer>`;
const sldOf = (...names: readonly string[]) => `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld">${names.map(layerOf).join("")}</StyledLayerDescriptor>`;
const workspace = (fields: string) => `<workspace>${fields}</workspace>`;
const isolated = (text: string) => ({ status: 200, text: new RegExp(`<isolated>${text}</isolated>`) });
const away = await zipOf({ "icon.png": "no SLD" });

contract("as recorded: workspaces", [
  { name: "the word for the default one", request: post("/workspaces", XML, workspace("<name>default</name>")), answer: { documented: { status: 400 }, geoserver: { status: 409 } } },
  { name: "a workspace", request: post("/workspaces", XML, workspace("<name>w1</name><isolated>true</isolated>")), answer: { status: 201 } },
  { name: "its namespace leads nowhere", request: get("/namespaces/w1.json"), answer: {
    documented: { status: 200, json: { namespace: { prefix: "w1", uri: "http://w1", isolated: true, featureTypes: "BASE/workspaces/w1/featuretypes.json" } } },
    geoserver: { status: 200, json: { namespace: { prefix: "w1", uri: "http://w1", isolated: true } } },
  } },
  { name: "a change that says nothing of being isolated", request: put("/workspaces/w1", XML, workspace("<name>w1</name>")), answer: { status: 200 } },
  { name: "takes that off", request: get("/workspaces/w1.xml"), answer: { documented: isolated("true"), geoserver: isolated("false") } },
  { name: "of the namespace as well", request: get("/namespaces/w1.xml"), answer: { documented: isolated("true"), geoserver: isolated("false") } },
  { name: "isolated again", request: put("/namespaces/w1", XML, "<namespace><isolated>true</isolated></namespace>"), answer: { status: 200 }, foreign: false },
  { name: "another URI", request: put("/namespaces/w1", XML, "<namespace><uri>http://w1.example.org</uri></namespace>"), answer: { status: 200 } },
  { name: "takes it off, too", request: get("/namespaces/w1.xml"), answer: { documented: isolated("true"), geoserver: isolated("false") } },
  { name: "a store in a workspace that is missing", request: post("/workspaces/none/datastores", XML, "<dataStore><name>st</name></dataStore>"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
]);

contract("as recorded: styles", [
  { name: "several layers that nobody has", request: post("/styles?name=several&raw=true", SLD, sldOf("a", "b")), answer: { documented: { status: 201 }, geoserver: { status: 500 } } },
  { name: "make no style", request: get("/styles/several.xml"), answer: { documented: { status: 200 }, geoserver: { status: 404 } } },
  { name: "a style", request: post("/styles?name=one", SLD, sldOf("one")), answer: { status: 201 } },
  { name: "in another language", request: get("/styles/one.css"), answer: { documented: { status: 406 }, geoserver: { status: 500 } } },
  { name: "its file in the data directory", request: get("/resource/styles/one.sld"), answer: { documented: { status: 200 }, geoserver: { status: 200, headers: { "content-type": "text/xml" } } } },
  { name: "the folder of it", request: get("/resource/styles/one.sld?operation=metadata&format=xml"), answer: { documented: { status: 200, text: /<path>\/styles<\/path>/ }, geoserver: { status: 200, text: /<path>styles<\/path>/ }, "2.28": { status: 500, text: /is not available in the requested format/ } } },
  { name: "an entry without content", request: post("/styles", XML, "<style><name>bare</name><filename>bare.sld</filename></style>"), answer: { status: 201 } },
  { name: "has none to show", request: get("/styles/bare.sld"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
  { name: "removed, its file set aside", request: del("/styles/one"), answer: { status: 200 } },
  { name: "under a name of its own", request: get("/resource/styles/one.sld.bak"), answer: { documented: { status: 404 }, geoserver: { status: 200 } } },
  { name: "a new entry of that file", request: post("/styles", XML, "<style><name>one</name><filename>one.sld</filename></style>"), answer: { status: 201 } },
  { name: "finds it or not", request: get("/styles/one.sld"), answer: { documented: { status: 200 }, geoserver: { status: 500 } } },
  { name: "what is no archive holds no SLD", request: post("/styles", "application/zip", "no archive"), answer: { documented: { status: 415 }, geoserver: { status: 403 } } },
  { name: "nor does an archive without one", request: post("/styles", "application/zip", away), answer: { status: 403 } },
]);

contract("as recorded: what is published", [
  { name: "a workspace", request: post("/workspaces", XML, workspace("<name>w1</name>")), answer: { status: 201 } },
  { name: "a store", request: post("/workspaces/w1/coveragestores", XML, "<coverageStore><name>dem</name><workspace>w1</workspace><type>GeoTIFF</type><enabled>true</enabled><url>file:data/dem.tif</url></coverageStore>"), answer: { status: 201 } },
  { name: "the word for the default workspace, of a coverage store", request: get("/workspaces/default/coveragestores/dem.xml"), answer: { documented: { status: 200 }, geoserver: { status: 404 } } },
  { name: "a coverage of which only the name is said", request: post("/workspaces/w1/coveragestores/dem/coverages", XML, "<coverage><name>bare</name></coverage>"), answer: { documented: { status: 201 }, geoserver: { status: 500, text: "Resource native name must not be null" } } },
  { name: "one with a native name and a title", request: post("/workspaces/w1/coveragestores/dem/coverages", XML, "<coverage><name>c</name><nativeName>dem</nativeName><title>Heights</title></coverage>"), answer: { status: 201, text: "c" }, foreign: false },
  { name: "keeps its title or not", request: get("/workspaces/w1/coverages/c.xml"), answer: { documented: { status: 200, text: /<title>Heights<\/title>/ }, geoserver: { status: 200, text: /<title>c<\/title>/ } }, foreign: false },
  { name: "one that says more", request: post("/workspaces/w1/coveragestores/dem/coverages", XML, "<coverage><name>d</name><title>Heights</title><enabled>true</enabled></coverage>"), answer: { status: 201, text: "d" }, foreign: false },
  { name: "keeps it", request: get("/workspaces/w1/coverages/d.xml"), answer: { status: 200, text: /<title>Heights<\/title>/ }, foreign: false },
  { name: "says whether it is advertised or not yet", request: get("/workspaces/w1/coverages/d.xml"), answer: { documented: { status: 200, text: /<advertised>true</ }, geoserver: { status: 200, without: /<advertised>/ } }, foreign: false },
  { name: "changed", request: put("/workspaces/w1/coverages/d", XML, "<coverage><title>H</title><enabled>true</enabled></coverage>"), answer: { status: 200 }, foreign: false },
  { name: "says so", request: get("/workspaces/w1/coverages/d.xml"), answer: { status: 200, text: /<advertised>true</ }, foreign: false },
  { name: "a layer that is missing", request: put("/layers/w1:none", XML, "<layer><opaque>true</opaque></layer>"), answer: { documented: { status: 404, text: "No such layer: w1:none" }, geoserver: { status: 500, text: /^Cannot invoke "org\.geoserver\.catalog\.LayerInfo\.getResource\(\)" because "original" is null\nNo such layer: w1:none$/ } } },
  { name: "a user of whom it is not said whether it is enabled", request: post("/security/usergroup/users", XML, "<user><userName>u</userName><password>word of u</password></user>"), answer: { documented: { status: 201 }, geoserver: { status: 500, text: /^Cannot invoke "java\.lang\.Boolean\.booleanValue\(\)" because "this\.enabled" is null\n/ } } },
  { name: "a style of the workspace", request: post("/workspaces/w1/styles?name=own&raw=true", SLD, sldOf("own")), answer: { status: 201 } },
  { name: "a default style that a layer uses", request: del("/styles/raster"), answer: { documented: { status: 409 }, geoserver: { status: 403 } }, foreign: false },
  { name: "one that none uses", request: del("/styles/polygon"), answer: { documented: { status: 409 }, geoserver: { status: 500, text: "Unable to delete a default style" } } },
  { name: "a group", request: post("/workspaces/w1/layergroups", XML, '<layerGroup><name>g</name><publishables><published type="layer"><name>w1:d</name></published></publishables></layerGroup>'), answer: { status: 201 }, foreign: false },
  { name: "says nothing of being enabled", request: get("/workspaces/w1/layergroups/g.xml"), answer: { status: 200, without: /<enabled>|<advertised>/ }, foreign: false },
  { name: "changed", request: put("/workspaces/w1/layergroups/g", XML, '<layerGroup><title>G</title><publishables><published type="layer"><name>w1:d</name></published></publishables><styles><style><name>w1:own</name></style></styles></layerGroup>'), answer: { status: 200 }, foreign: false },
  { name: "names the workspace of a style beside it, or with it alone", request: get("/workspaces/w1/layergroups/g.xml"), answer: { documented: { status: 200, text: /<name>w1:own<\/name><workspace>w1<\/workspace>/ }, geoserver: { status: 200, text: /<name>w1:own<\/name><atom:link/ } }, foreign: false },
  { name: "a file", request: put("/resource/notes/a.xml", XML, "<a/>"), answer: { status: 201 } },
  { name: "is linked as what it is, or as bytes", request: get("/resource/notes?format=xml"), answer: { documented: { status: 200, text: /type="application\/octet-stream"/ }, geoserver: { status: 200, text: /a\.xml" type="application\/xml"/ } } },
  { name: "says so", request: get("/workspaces/w1/layergroups/g.xml"), answer: { documented: { status: 200, without: /<enabled>/ }, geoserver: { status: 200, text: /<enabled>true<\/enabled><advertised>true<\/advertised>/ } }, foreign: false },
]);

const members = (...names: readonly string[]) => `<publishables>${names.map((name) => `<published type="layer"><name>${name}</name></published>`).join("")}</publishables>`;
const group = (name: string, content = "") => `<layerGroup><name>${name}</name>${content}</layerGroup>`;
const sax = (line: number, column: number, words: string) => new RegExp(`^org\\.xml\\.sax\\.SAXParseException; lineNumber: ${line}; columnNumber: ${column}; ${words}`);

contract("as recorded: words of refusals", [
  { name: "a store in a workspace that is missing", request: post("/workspaces/none/datastores", XML, "<dataStore><name>st</name></dataStore>"), answer: { documented: { status: 404, text: "No such workspace : none" }, geoserver: { status: 500, text: /^Cannot invoke "org\.geoserver\.catalog\.WorkspaceInfo\.getName\(\)" because "ws" is null\nNo such workspace : none$/ } }, foreign: false },
  { name: "SLD that ends too early", request: post("/styles?name=a&raw=true", SLD, "<StyledLayerDescriptor"), answer: { documented: { status: 400 }, geoserver: { status: 500, text: sax(1, 23, "XML document structures must start and end within the same entity\\.") } } },
  { name: "SLD with a byte order mark", request: post("/styles?name=a&raw=true", SLD, `\uFEFF${sldOf("a")}`), answer: { documented: { status: 201 }, geoserver: { status: 500, text: sax(1, 1, "Content is not allowed in prolog\\.") } } },
  { name: "SLD with a DOCTYPE", request: post("/styles?name=d&raw=true", SLD, `<!DOCTYPE a []>${sldOf("a")}`), answer: { documented: { status: 400 }, geoserver: { status: 500, text: sax(1, 10, "DOCTYPE is disallowed when the feature") }, "2.28": { status: 201, text: "d" } } },
  { name: "several layers that nobody has", request: post("/styles?name=several&raw=true", SLD, sldOf("a", "b")), answer: { documented: { status: 201 }, geoserver: { status: 500, text: /^Error writing style/ } } },
  { name: "a style", request: post("/styles?name=one", SLD, sldOf("one")), answer: { status: 201 } },
  { name: "in another language, without a word", request: get("/styles/one.css"), answer: { documented: { status: 406, text: "The style one is written in SLD; ask for .sld" }, geoserver: { status: 500, text: "" } } },
  { name: "a group of nothing", request: post("/layergroups", XML, group("g")), answer: { documented: { status: 400, text: "layer group must not be empty" }, geoserver: { status: 500, text: /^Cannot invoke "java\.util\.List\.isEmpty\(\)" because the return value of "org\.geoserver\.catalog\.LayerGroupInfo\.getLayers\(\)" is null/ } } },
  { name: "a group of a layer that is missing", request: post("/layergroups", XML, group("g", members("w1:none"))), answer: { documented: { status: 422 }, geoserver: { status: 500, text: /^Cannot invoke "java\.util\.List\.get\(int\)" because "styles" is null/ } } },
  { name: "with empty styles in their places", request: post("/layergroups", XML, group("g", `${members("w1:none", "w1:other")}<styles><style/><style/></styles>`)), answer: { documented: { status: 422 }, geoserver: { status: 500, text: /^Cannot invoke "org\.geotools\.api\.style\.StyledLayerDescriptor\.accept\(org\.geotools\.api\.style\.StyleVisitor\)" because "sld" is null/ } } },
  { name: "with a style in its place", request: post("/layergroups", XML, group("g", `${members("w1:none")}<styles><style><name>raster</name></style></styles>`)), answer: { documented: { status: 422 }, geoserver: { status: 500, text: /^Invalid style group: No layer or layer group named 'default_raster' found in the catalog/ } } },
  { name: "a workspace", request: post("/workspaces", XML, workspace("<name>w1</name>")), answer: { status: 201 } },
  { name: "a coverage that is to be changed and missing", request: put("/workspaces/w1/coveragestores/dem/coverages/c", XML, "<coverage><title>T</title></coverage>"), answer: { documented: { status: 404, text: "No such coverage: w1,dem,c" }, geoserver: { status: 404, text: "No such coverage: w1,c" } }, foreign: false },
]);

const COVERAGES = "/workspaces/w1/coveragestores/dem/coverages";
const coverage = (fields: string) => `<coverage>${fields}</coverage>`;

contract("as recorded: coverages of one raster", [
  { name: "a workspace", request: post("/workspaces", XML, workspace("<name>w1</name>")), answer: { status: 201 } },
  { name: "a store", request: post("/workspaces/w1/coveragestores", XML, "<coverageStore><name>dem</name><workspace>w1</workspace><type>GeoTIFF</type><enabled>true</enabled><url>file:data/relief.tif</url></coverageStore>"), answer: { status: 201 } },
  { name: "a name that the file has not", request: post(COVERAGES, XML, coverage("<name>h</name><nativeName>none</nativeName>")), answer: { documented: { status: 201 }, geoserver: { status: 500, text: /^The specified coverageName noneis not supported\n/ } }, foreign: false },
  { name: "the name that all of them had once", request: post(COVERAGES, XML, coverage("<name>once</name><nativeName>geotiff_coverage</nativeName><title>T</title>")), answer: { status: 201, text: "once" }, foreign: false },
  { name: "the name in capitals", request: post(COVERAGES, XML, coverage("<name>loud</name><nativeName>RELIEF</nativeName><title>T</title>")), answer: { status: 201, text: "loud" }, foreign: false },
  { name: "are that of the file", request: get("/workspaces/w1/coverages/once.xml"), answer: { documented: { status: 200, text: /<nativeName>geotiff_coverage</ }, geoserver: { status: 200, text: /<nativeCoverageName>relief</ } }, foreign: false },
  { name: "a grid of another format", request: post("/workspaces/w1/coveragestores", XML, "<coverageStore><name>grid</name><workspace>w1</workspace><type>ArcGrid</type><enabled>true</enabled><url>file:data/relief.asc</url></coverageStore>"), answer: { status: 201 }, foreign: false },
  { name: "never had that name", request: post("/workspaces/w1/coveragestores/grid/coverages", XML, coverage("<name>g</name><nativeName>geotiff_coverage</nativeName>")), answer: { documented: { status: 201 }, geoserver: { status: 500 } }, foreign: false },
  { name: "none of it is there", request: get("/workspaces/w1/coverages/h.xml"), answer: { documented: { status: 200 }, geoserver: { status: 404 } }, foreign: false },
  { name: "names alone", request: post(COVERAGES, XML, coverage("<name>a</name><nativeName>relief</nativeName>")), answer: { status: 201, text: "a" }, foreign: false },
  { name: "are read back from another field", request: get("/workspaces/w1/coverages/a.xml"), answer: { documented: { status: 200, text: /<nativeName>relief</ }, geoserver: { status: 200, text: /<nativeName>a<[^]*<projectionPolicy>REPROJECT_TO_DECLARED<[^]*<nativeCoverageName>relief</ } }, foreign: false },
  { name: "a store whose file lies in no folder", request: post("/workspaces/w1/coveragestores", XML, "<coverageStore><name>flat</name><workspace>w1</workspace><type>GeoTIFF</type><enabled>true</enabled><url>file:b.tif</url></coverageStore>"), answer: { status: 201 }, foreign: false },
  { name: "a name that file has not", request: post("/workspaces/w1/coveragestores/flat/coverages", XML, coverage("<name>n</name><nativeName>file:b</nativeName>")), answer: { documented: { status: 201 }, geoserver: { status: 500, text: /^The specified coverageName file:bis not supported\nThe file holds b alone/ } }, foreign: false },
  { name: "its own name", request: post("/workspaces/w1/coveragestores/flat/coverages", XML, coverage("<name>b</name><nativeName>b</nativeName>")), answer: { status: 201, text: "b" }, foreign: false },
  { name: "is called as the file is", request: get("/workspaces/w1/coverages/b.xml"), answer: { documented: { status: 200, text: /<nativeName>b</ }, geoserver: { status: 200, text: /<nativeName>b<[^]*<nativeCoverageName>b</ } }, foreign: false },
  { name: "one with a system and no policy", request: post(COVERAGES, XML, coverage("<name>c</name><enabled>true</enabled><srs>EPSG:4326</srs>")), answer: { status: 201, text: "c" }, foreign: false },
  { name: "is reprojected", request: get("/workspaces/w1/coverages/c.xml"), answer: { documented: { status: 200, text: /<projectionPolicy>FORCE_DECLARED</ }, geoserver: { status: 200, text: /<projectionPolicy>REPROJECT_TO_DECLARED</ } }, foreign: false },
]);

contract("as recorded: layout", [
  { name: "a workspace", request: post("/workspaces", XML, workspace("<name>w1</name>")), answer: { status: 201 } },
  { name: "elements stand on lines of their own, or in one line", request: get("/namespaces/w1.xml"), answer: { documented: { status: 200, layout: /^<namespace><prefix>w1</ }, geoserver: { status: 200, layout: /^<namespace>\n  <prefix>w1<\/prefix>\n  <uri>http:\/\/w1<\/uri>\n  <isolated>false<\/isolated>\n<\/namespace>$/ } } },
  { name: "also in lists", request: get("/workspaces.xml"), answer: { documented: { status: 200, layout: /^<workspaces><workspace><name>w1</ }, geoserver: { status: 200, layout: /^<workspaces>\n  <workspace>\n    <name>[^<]*<\/name>\n    <atom:link [^>]*\/>\n  <\/workspace>\n/ } } },
  { name: "what holds nothing is one element", request: get("/workspaces/w1/layers.xml"), answer: { status: 200, layout: /^<layers\/>$/ } },
  { name: "files come as they were sent", request: put("/resource/notes/a.xml", "application/xml", "<a><b/></a>"), answer: { status: 201 } },
  { name: "byte for byte", request: get("/resource/notes/a.xml"), answer: { status: 200, layout: /^<a><b\/><\/a>$/ } },
]);
