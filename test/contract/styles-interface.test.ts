/** Every row and rule of interface 4.2, in its order, as a client meets them. */
import { PNG, mapping, se, sld, zipOf } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.service.geocss+css";
const entry = (name: string) => `<style><name>${name}</name><filename>${name}.sld</filename></style>`;
const pack = await zipOf({ "roads.sld": sld({ name: "roads_style" }), "icon.png": PNG });
const repacked = await zipOf({ "roads.sld": sld({ colour: "#445566" }), "icon.png": PNG, "roads.shp": "shape", "roads.dbf": "table" });
const css = "* { stroke: #ff0000; }\n";
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(sld({ name: "Größe" }).replace("UTF-8", "UTF-16"), "utf16le")]);
const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(sld())]);
const bare = '<UserStyle xmlns="http://www.opengis.net/sld"><Name>bare</Name><FeatureTypeStyle/></UserStyle>';
const undeclared = Buffer.from(sld({ name: "Größe" }).replace(/^<\?xml.*\?>\n/, ""), "latin1");

contract("interface 4.2", [
  { name: "interface 4.2: GET /styles.json", request: get("/styles.json"), answer: { status: 200, text: /^\{"styles":\{"style":\[.*\{"name":"line","href":"[^"]*\/styles\/line\.json"\}/ } },
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "interface 4.2: POST /styles, text/xml, creates the entry", request: post("/styles", "text/xml", entry("river")), answer: { status: 201, text: "river" } },
  { name: "interface 4.2: PUT /styles/{style}, SLD, uploads the content (rule 1)", request: put("/styles/river", SLD, sld({ colour: "#000001" })), answer: { status: 200, text: "" } },
  { name: "interface 4.2: PUT /styles/{style}, SLD, replaces the content", request: put("/styles/river", SLD, sld({ colour: "#000002" })), answer: { status: 200, text: "" } },
  { name: "interface 4.2: GET /styles/{style}.sld", request: get("/styles/river.sld"), answer: { status: 200, bytes: Buffer.from(sld({ colour: "#000002" })), headers: { "content-type": /^application\/vnd\.ogc\.sld\+xml/ } }, foreign: false },
  { name: "interface 4.2: POST /styles, application/zip (rules 2 and 3)", request: post("/styles", "application/zip", pack), answer: { status: 201, text: "roads_style", headers: { location: "BASE/styles/roads_style" } } },
  { name: "interface 4.2: GET /styles/{style}.sld of a style from a ZIP", request: get("/styles/roads_style.sld"), answer: { status: 200, bytes: Buffer.from(sld({ name: "roads_style" })) } },
  { name: "interface 4.2: POST /styles, CSS (rule 2)", request: post("/styles?name=red", CSS, css), answer: { status: 201, text: "red" }, foreign: false },
  { name: "its entry says CSS", request: get("/styles/red.json"), answer: { status: 200, text: /"format":"css"/ }, foreign: false },
  { name: "an entry in a workspace", request: post("/workspaces/w1/styles", "text/xml", entry("own")), answer: { status: 201 } },
  { name: "interface 4.2: PUT /workspaces/{workspace}/styles/{style}, SLD", request: put("/workspaces/w1/styles/own", SLD, sld({ colour: "#000003" })), answer: { status: 200, text: "" } },
  { name: "is the workspace's alone", request: get("/workspaces/w1/styles/own.sld"), answer: { status: 200, text: sld({ colour: "#000003" }) }, foreign: false },
  { name: "interface 4.2: GET /{workspace}/styles.xml", request: get("/w1/styles.xml"), answer: {
    documented: { status: 200, text: '<styles><style><name>own</name><atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="BASE/workspaces/w1/styles/own.xml" type="application/xml"/></style></styles>' },
    geoserver: { status: 404, json: { detail: "No endpoint GET /rest/w1/styles.", instance: "/rest/w1/styles", status: 404, title: "Not Found" } }, "2.28": { status: 404, text: "No endpoint GET /rest/w1/styles.xml." } }, foreign: false },
  { name: "the short path of a workspace that is missing", request: get("/none/styles.xml"), answer: { documented: { status: 404, text: "Workspace none not found" }, geoserver: { status: 404 } }, foreign: false },
  { name: "interface 4.2: PUT /styles/{style}.zip, a shapefile beside the SLD (2.4)", request: put("/styles/roads_style.zip", "application/zip", repacked), answer: { status: 200, text: "" }, foreign: false },
  { name: "the SLD in it is the content", request: get("/styles/roads_style.sld"), answer: { status: 200, text: sld({ colour: "#445566" }) } },
  { name: "the shapefile is not kept among the styles", request: get("/resource/styles/roads.shp"), answer: { status: 404 } },
  { name: "interface 4.2: PUT /styles/{style}.zip in a workspace", request: put("/workspaces/w1/styles/own.zip", "application/zip", pack), answer: { status: 200 }, foreign: false },
  { name: "its image lies with the workspace's styles", request: get("/resource/workspaces/w1/styles/icon.png"), answer: { status: 200, bytes: PNG } },
  { name: "interface 4.2: DELETE /styles/{style}", request: del("/styles/river"), answer: { status: 200, text: "" } },
  { name: "the entry is removed", request: get("/styles/river.xml"), answer: { status: 404 } },
  { name: "the content is kept", request: get("/resource/styles/river.sld"), answer: { documented: { status: 200, text: sld({ colour: "#000002" }) }, geoserver: { status: 404 } } },
  { name: "a later entry of that file name finds it", request: post("/styles", "text/xml", entry("river")), answer: { status: 201 } },
  { name: "found", request: get("/styles/river.sld"), answer: { documented: { status: 200, text: sld({ colour: "#000002" }) }, geoserver: { status: 500, text: /has no content/ } }, foreign: false },
  { name: "interface 4.2: DELETE /styles/{style}?purge=true", request: del("/styles/roads_style?purge=true"), answer: { status: 200, text: "" } },
  { name: "entry and content are removed", request: get("/resource/styles/roads_style.sld"), answer: { status: 404 } },
  { name: "purge with recurse", request: del("/workspaces/w1/styles/own?purge=true&recurse=true"), answer: { status: 200 } },
  { name: "is gone with its content", request: get("/resource/workspaces/w1/styles/own.sld"), answer: { status: 404 } },
]);

contract("styles: encodings and languages", [
  { name: "an SLD in UTF-16", request: post("/styles", SLD, utf16), answer: { documented: { status: 201, text: "Größe", headers: { location: "BASE/styles/Gr%C3%B6%C3%9Fe" } }, geoserver: { status: 500, text: /Content is not allowed in prolog/ } } },
  { name: "comes back byte for byte", request: get("/styles/Gr%C3%B6%C3%9Fe.sld"), answer: { documented: { status: 200, bytes: utf16 }, geoserver: { status: 404 } }, foreign: false },
  { name: "one with a byte order mark", request: post("/styles?name=marked&raw=true", SLD, marked), answer: { documented: { status: 201, text: "marked" }, geoserver: { status: 500, text: /Content is not allowed in prolog/ } } },
  { name: "a style for it", request: post("/styles?name=unmarked", SLD, sld()), answer: { status: 201 } },
  { name: "over a style", request: put("/styles/unmarked", SLD, marked), answer: { documented: { status: 200 }, geoserver: { status: 400 } } },
  { name: "over a style, unread", request: put("/styles/unmarked?raw=true", SLD, marked), answer: { status: 200 } },
  { name: "an SLD whose encoding only the content type tells", request: post("/styles?name=latin", `${SLD}; charset=ISO-8859-1`, undeclared), answer: { status: 201 } },
  { name: "over a style too", request: put("/styles/latin", `${SLD}; charset=ISO-8859-1`, undeclared), answer: { status: 200 } },
  { name: "comes back with the same letters", request: get("/styles/latin.sld"), answer: { status: 200, bytes: Buffer.from(undeclared.toString("latin1")) }, foreign: false },
  { name: "the same without a charset is no UTF-8", request: post("/styles?name=broken", SLD, undeclared), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a declaration goes before the content type", request: post("/styles?name=declared", `${SLD}; charset=utf-8`, Buffer.from(sld({ name: "Größe" }).replace("UTF-8", "ISO-8859-1"), "latin1")), answer: { status: 201 } },
  { name: "CSS in Latin-1", request: post("/styles?name=csslatin", `${CSS}; charset=ISO-8859-1`, Buffer.from(`/* Größe */\n${css}`, "latin1")), answer: { status: 201 }, foreign: false },
  { name: "an encoding that nobody knows", request: post("/styles?name=odd", `${SLD}; charset=klingon`, undeclared), answer: { documented: { status: 415 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a style to replace", request: post("/styles?name=over", SLD, sld()), answer: { status: 201 } },
  { name: "a bare UserStyle over it", request: put("/styles/over", SLD, bare), answer: { documented: { status: 200 }, geoserver: { status: 400, text: /^Invalid style:/ } } },
  { name: "comes back", request: get("/styles/over.sld"), answer: { documented: { status: 200, text: bare }, geoserver: { status: 200, text: /StyledLayerDescriptor/ } }, foreign: false },
  { name: "SLD 1.1 over it", request: put("/styles/over", "application/vnd.ogc.se+xml", se("over")), answer: { status: 200 } },
  { name: "its version follows", request: get("/styles/over.json"), answer: { status: 200, text: /"languageVersion":\{"version":"1\.1\.0"\}/ } },
  { name: "raw 1.0 over it, under any type", request: put("/styles/over?raw=true", "application/x-anything", sld()), answer: { status: 200 } },
  { name: "its version follows again", request: get("/styles/over.json"), answer: { status: 200, text: /"languageVersion":\{"version":"1\.0\.0"\}/ } },
  { name: "raw at creation", request: post("/styles?name=raw&raw=true", SLD, sld()), answer: { status: 201, text: "raw" } },
  { name: "the SLD of that one", request: get("/styles/csslatin.sld"), answer: { status: 200, text: /LineSymbolizer/ }, foreign: false },
  { name: "CSS for its SLD", request: post("/styles?name=red", CSS, css), answer: { status: 201 }, foreign: false },
  { name: "its SLD", request: get("/styles/red.sld"), answer: { status: 200, text: /LineSymbolizer[^]*#ff0000/ }, foreign: false },
  { name: "a legend and metadata", request: put("/styles/over", "text/xml", '<style><legend><width>20</width><height>16</height><format>image/png</format><onlineResource>over.png</onlineResource></legend><metadata><entry key="a">b</entry></metadata></style>'), answer: { status: 200 } },
  { name: "are handed back", request: get("/styles/over.xml"), answer: { status: 200, text: /<legend><width>20<\/width><height>16<\/height><format>image\/png<\/format><onlineResource>over\.png<\/onlineResource><\/legend><metadata><entry key="a">b<\/entry><\/metadata>/ } },
  { name: "and stay when the entry changes", request: put("/styles/over", "application/json", '{"style":{"filename":"other.sld"}}'), answer: { status: 200 } },
  { name: "stayed", request: get("/styles/over.xml"), answer: { documented: { status: 200, text: /<filename>other\.sld<\/filename>.*<legend>.*<entry key="a">b<\/entry>/ }, geoserver: { status: 200, text: /<filename>other\.sld<\/filename>.*<legend>/, without: /<entry/ } } },
  { name: "a legend that is taken away", request: put("/styles/over", "text/xml", '<style><legend xsi:nil="true"/></style>'), answer: { status: 200 } },
  { name: "is not there, and the metadata stays", request: get("/styles/over.xml"), answer: { documented: { status: 200, text: /<entry key="a">b<\/entry>/, without: /<legend/ }, geoserver: { status: 200, without: /<legend|<entry/ }, "2.28": { status: 200, text: /<legend><width>0<\/width><height>0<\/height><\/legend>/, without: /<entry/ } } },
  { name: "a legend without format and sizes", request: put("/styles/over", "application/json", '{"style":{"legend":{"onlineResource":"over.png"}}}'), answer: { status: 200 } },
  { name: "null takes it away too", request: put("/styles/over", "application/json", '{"style":{"legend":null}}'), answer: { status: 200 } },
  { name: "as it says", request: get("/styles/over.json"), answer: { documented: { status: 200, text: /"metadata"/, without: /legend/ }, geoserver: { status: 200, without: /legend|metadata/ }, "2.28": { status: 200, text: /"legend":\{"width":0,"height":0\}/ } } },
]);

contract("styles: moves and defaults", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "layers", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"])), answer: { status: 201 } },
  { name: "a style", request: post("/workspaces/w1/styles?name=mine", SLD, sld()), answer: { status: 201 } },
  { name: "on a layer", request: put("/layers/w1:A", "text/xml", "<layer><defaultStyle><name>w1:mine</name></defaultStyle></layer>"), answer: { status: 200 } },
  { name: "made global", request: put("/workspaces/w1/styles/mine", "text/xml", "<style><workspace></workspace></style>"), answer: { status: 200 } },
  { name: "the layer follows", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"defaultStyle":\{"name":"mine","href":"[^"]*\/rest\/styles\/mine\.json"\}/ } },
  { name: "its content is there", request: get("/styles/mine.sld"), answer: { status: 200, text: sld() }, foreign: false },
  { name: "into a workspace that is missing", request: put("/styles/mine", "text/xml", "<style><workspace>none</workspace></style>"), answer: { status: 404, text: "Workspace none not found" }, foreign: false },
  { name: "onto a name that is taken", request: put("/styles/mine", "text/xml", "<style><name>line</name></style>"), answer: { documented: { status: 409, text: /already exists/ }, geoserver: { status: 500, text: /already exists/ } } },
  ...["point", "line", "polygon", "raster", "generic"].flatMap((name) => [
    { name: `${name} cannot be removed`, request: del(`/styles/${name}?recurse=true&purge=true`), answer: { documented: { status: 409, text: "Unable to delete a default style" }, geoserver: { status: 500, text: "Unable to delete a default style" } } },
    { name: `${name} stays global`, request: put(`/styles/${name}`, "text/xml", "<style><workspace>w1</workspace></style>"), answer: { documented: { status: 409, text: "Cannot change the workspace of default styles" }, geoserver: { status: 500, text: "Cannot change the workspace of default styles" } } },
  ]),
  { name: "a default style may be drawn otherwise", request: put("/styles/line", SLD, sld({ colour: "#000009" })), answer: { status: 200 } },
  { name: "a style of that name in a workspace may go", request: post("/workspaces/w1/styles?name=line", SLD, sld()), answer: { status: 201 } },
  { name: "gone", request: del("/workspaces/w1/styles/line?purge=true"), answer: { status: 200 } },
]);
