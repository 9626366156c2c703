/** What goes, falls back or is refused when something is used by a layer group (docs/compatibility.md, "Cascades"). */
import { mapping, sld } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const SLD = "application/vnd.ogc.sld+xml";
const member = (name: string) => `<published type="${name.includes(":") ? "layer" : "layerGroup"}"><name>${name}</name></published>`;
const group = (name: string, members: readonly string[], styles: readonly string[] = members.map(() => "")) =>
  `<layerGroup><name>${name}</name><publishables>${members.map(member).join("")}</publishables><styles>${styles.map((style) => (style === "" ? "<style/>" : `<style><name>${style}</name></style>`)).join("")}</styles></layerGroup>`;
const make = (name: string, members: readonly string[], styles?: readonly string[]): Row => ({ name: `a group ${name}`, request: post("/layergroups", "text/xml", group(name, members, styles)), answer: { status: 201 } });
const refused = (text: string) => ({ documented: { status: 409, text }, geoserver: { status: 500, text } });
const gone = (path: string): Row => ({ name: `${path} is gone`, request: get(path), answer: { status: 404 } });
const shows = (path: string, text: RegExp, without?: RegExp): Row => ({ name: `${path} is there`, request: get(path), answer: { status: 200, text, ...(without === undefined ? {} : { without }) } });

/** A style in a workspace: a stock server names that before the style alone. */
const draws = (path: string, before: string, style: string, without?: RegExp): Row => {
  const [workspace = ""] = style.split(":");
  const shown = (more: string) => ({ status: 200, text: new RegExp(`${before}<style><name>${style}</name>${more}<atom:link`), ...(without === undefined ? {} : { without }) });
  return { name: `${path} is there`, request: get(path), answer: { documented: shown(`<workspace>${workspace}</workspace>`), geoserver: shown("") } };
};

const catalog: readonly Row[] = [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "another workspace", request: post("/workspaces", "text/xml", "<workspace><name>w2</name></workspace>"), answer: { status: 201 } },
  { name: "layers", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A", "t:B"])), answer: { status: 201 } },
  { name: "a layer elsewhere", request: put("/workspaces/w2/datastores/st2/file.appschema?configure=all", "text/xml", mapping(["t:C"])), answer: { status: 201 } },
];

contract("layer groups: layers that go", [
  ...catalog,
  make("g", ["w1:A", "w1:B"]),
  { name: "a layer in a group", request: del("/layers/w1:A"), answer: refused("Unable to delete layer referenced by layer group 'g'") },
  { name: "a feature type whose layer is in a group", request: del("/workspaces/w1/datastores/st/featuretypes/A?recurse=true"), answer: refused("Unable to delete layer referenced by layer group 'g'") },
  shows("/layers/w1:A.xml", /<name>A<\/name>/),
  { name: "a layer with recurse=true", request: del("/layers/w1:A?recurse=true"), answer: { status: 200 } },
  shows("/layergroups/g.json", /"published":\{"@type":"layer","name":"w1:B"/, /w1:A/),
  { name: "the last layer", request: del("/layers/w1:B?recurse=true"), answer: { status: 200 } },
  gone("/layergroups/g.xml"),
]);

contract("layer groups: stores that go", [
  ...catalog,
  make("mixed", ["w2:C", "w1:A", "w1:B"], ["", "line", ""]),
  make("emptied", ["w1:A"]),
  make("above", ["emptied"]),
  make("aside", ["emptied", "w2:C"]),
  make("last", ["w1:A", "emptied", "w2:C"]),
  make("top", ["above", "mixed"]),
  { name: "an Earth Observation group", request: post("/layergroups", "text/xml", "<layerGroup><name>eo</name><mode>EO</mode><publishables><published type=\"layer\"><name>w2:C</name></published></publishables><rootLayer>w1:A</rootLayer><rootLayerStyle>line</rootLayerStyle></layerGroup>"), answer: { status: 201 } },
  { name: "without recurse", request: del("/workspaces/w1/datastores/st"), answer: { status: 403, text: "Unable to delete non-empty store." } },
  { name: "with recurse", request: del("/workspaces/w1/datastores/st?recurse=true"), answer: { status: 200 } },
  shows("/layergroups/mixed.xml", /<published type="layer"><name>w2:C<\/name><atom:link [^>]*\/><\/published><\/publishables><styles><style\/><\/styles>/),
  gone("/layergroups/emptied.xml"),
  gone("/layergroups/above.xml"),
  shows("/layergroups/aside.xml", /w2:C/, /emptied/),
  shows("/layergroups/last.xml", /w2:C/, /emptied|w1:A/),
  shows("/layergroups/top.xml", /<name>mixed<\/name>/, /above/),
  shows("/layergroups/eo.xml", /<mode>CONTAINER<\/mode>/, /rootLayer/),
]);

const extent = (west: number) => `<latLonBoundingBox><minx>${west}</minx><maxx>${west + 10}</maxx><miny>-5</miny><maxy>5</maxy><crs>EPSG:4326</crs></latLonBoundingBox>`;

contract("layer groups: what documents declare", [
  ...catalog,
  { name: "a coverage store", request: post("/workspaces/w1/coveragestores", "text/xml", "<coverageStore><name>rain</name><type>GeoTIFF</type><enabled>true</enabled><workspace>w1</workspace><url>file:data/rain.tif</url></coverageStore>"), answer: { status: 201 } },
  { name: "a coverage", request: post("/workspaces/w1/coveragestores/rain/coverages", "text/xml", `<coverage><name>R</name><nativeName>rain</nativeName>${extent(20)}</coverage>`), answer: { status: 201 } },
  { name: "where a feature type lies", request: put("/workspaces/w1/datastores/st/featuretypes/A", "text/xml", `<featureType>${extent(-30)}</featureType>`), answer: { status: 200 } },
  { name: "where another one lies, in another system", request: put("/workspaces/w1/datastores/st/featuretypes/B", "application/json", '{"featureType":{"latLonBoundingBox":{"minx":1000,"maxx":2000,"miny":1000,"maxy":2000,"crs":{"@class":"projected","$":"EPSG:3857"}}}}'), answer: { status: 200 } },
  { name: "is shown as it was given", request: get("/workspaces/w1/featuretypes/B.xml"), answer: { status: 200, text: /<latLonBoundingBox><minx>1000<\/minx>.*<crs class="projected">EPSG:3857<\/crs>/ } },
  { name: "a style for the raster", request: post("/styles?name=shade", SLD, sld()), answer: { status: 201 } },
  { name: "on its layer", request: put("/layers/w1:R", "text/xml", "<layer><defaultStyle><name>shade</name></defaultStyle></layer>"), answer: { status: 200 } },
  { name: "a raster and a vector in a group", request: post("/layergroups", "text/xml", "<layerGroup><name>g</name><publishables><published type=\"layer\"><name>w1:R</name></published><published type=\"layer\"><name>w1:A</name></published><published type=\"layer\"><name>w1:B</name></published></publishables></layerGroup>"), answer: { status: 201 } },
  shows("/layergroups/g.json", /"bounds":\{"minx":-30,"maxx":30,"miny":-5,"maxy":5,"crs":"EPSG:4326"\}/),
  { name: "the style goes", request: del("/styles/shade?recurse=true"), answer: { status: 200 } },
  shows("/layers/w1:R.json", /"defaultStyle":\{"name":"raster"/),
  { name: "a coverage in a group", request: del("/workspaces/w1/coveragestores/rain/coverages/R?recurse=true"), answer: refused("Unable to delete layer referenced by layer group 'g'") },
  { name: "a feature type gets another name", request: put("/workspaces/w1/datastores/st/featuretypes/A", "text/xml", "<featureType><name>Z</name></featureType>"), answer: { status: 200 } },
  shows("/layergroups/g.xml", /<name>w1:R<\/name>.*<name>w1:Z<\/name>.*<name>w1:B<\/name>/, /w1:A/),
  { name: "the coverage store goes", request: del("/workspaces/w1/coveragestores/rain?recurse=true"), answer: { status: 200 } },
  shows("/layergroups/g.xml", /<name>w1:Z<\/name>/, /w1:R/),
]);

contract("layer groups: workspaces", [
  ...catalog,
  { name: "a style", request: post("/workspaces/w1/styles?name=own", SLD, sld()), answer: { status: 201 } },
  { name: "with a group of its own", request: post("/workspaces/w1/layergroups", "text/xml", group("inside", ["w1:A"])), answer: { status: 201 } },
  make("g", ["w1:A", "w2:C"], ["w1:own", ""]),
  { name: "that holds the workspace's", request: post("/layergroups", "text/xml", `<layerGroup><name>h</name><publishables><published type="layerGroup"><name>w1:inside</name></published></publishables></layerGroup>`), answer: { status: 201 } },
  { name: "a rule on the group", request: post("/security/acl/layers", "application/json", '{"w1.inside.r":"R","w2.C.r":"R"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "rename", request: put("/workspaces/w1", "text/xml", "<workspace><name>v1</name></workspace>"), answer: { status: 200 } },
  gone("/workspaces/w1/layergroups.xml"),
  shows("/workspaces/v1/layergroups/inside.xml", /<workspace><name>v1<\/name><\/workspace>.*<name>v1:A<\/name>/, /w1/),
  draws("/layergroups/g.xml", "<name>v1:A</name>.*", "v1:own", /w1:/),
  shows("/layergroups/h.xml", /<name>v1:inside<\/name>/, /w1/),
  { name: "rules go along", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"v1\.inside\.r":"R"/, without: /w1\.inside/ } },
  { name: "what is renamed is still found", request: del("/layers/v1:A"), answer: refused("Unable to delete layer referenced by layer group 'g'") },
  { name: "not empty", request: del("/workspaces/v1"), answer: { status: 403, text: "Workspace not empty" } },
  { name: "with recurse", request: del("/workspaces/v1?recurse=true"), answer: { status: 200 } },
  gone("/layergroups/h.xml"),
  shows("/layergroups/g.xml", /<published type="layer"><name>w2:C<\/name>/, /v1/),
  { name: "its rules are gone", request: get("/security/acl/layers.json"), answer: { status: 200, without: /inside/ } },
]);

contract("layer groups: rules", [
  ...catalog,
  { name: "a group of a workspace", request: post("/workspaces/w1/layergroups", "text/xml", group("G", ["w1:A"])), answer: { status: 201 } },
  { name: "a rule in another case of letters", request: post("/security/acl/layers", "application/json", '{"W1.g.r":"R","w2.g.r":"R"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "the group goes", request: del("/workspaces/w1/layergroups/G"), answer: { status: 200 } },
  { name: "its rule goes, in any case of letters; others stay", request: get("/security/acl/layers.json"), answer: { status: 200, text: /w2\.g\.r/, without: /W1/ } },
]);

contract("layer groups: styles that go", [
  ...catalog,
  { name: "a style", request: post("/styles?name=used", SLD, sld()), answer: { status: 201 } },
  { name: "and a layer with another default", request: put("/layers/w1:B", "text/xml", "<layer><defaultStyle><name>line</name></defaultStyle></layer>"), answer: { status: 200 } },
  make("g", ["w1:A", "w1:B"], ["", "used"]),
  { name: "an Earth Observation group", request: post("/layergroups", "text/xml", "<layerGroup><name>eo</name><mode>EO</mode><publishables><published type=\"layer\"><name>w1:A</name></published></publishables><rootLayer>w1:B</rootLayer><rootLayerStyle>used</rootLayerStyle></layerGroup>"), answer: { status: 201 } },
  { name: "rename", request: put("/styles/used", "text/xml", "<style><name>again</name></style>"), answer: { status: 200 } },
  shows("/layergroups/g.xml", /<style\/><style><name>again<\/name>/),
  { name: "move into a workspace", request: put("/styles/again", "text/xml", "<style><workspace>w1</workspace></style>"), answer: { status: 200 } },
  draws("/layergroups/g.xml", "<style/>", "w1:again"),
  { name: "a style that a group alone uses", request: del("/workspaces/w1/styles/again"), answer: refused("Unable to delete style referenced by layer group 'eo'") },
  { name: "with recurse=true", request: del("/workspaces/w1/styles/again?recurse=true"), answer: { status: 200 } },
  shows("/layergroups/g.xml", /<styles><style\/><style\/><\/styles>/),
  shows("/layergroups/eo.xml", /<rootLayerStyle><name>line<\/name>/),
]);
