/** Styles (interface 4.2): entries, content, packages. */
import { PNG, mapping, se, sld, zipOf } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const SLD = "application/vnd.ogc.sld+xml";
const SE = "application/vnd.ogc.se+xml";
const CSS = "application/vnd.service.geocss+css";
const STOCK_CSS = "application/vnd.geoserver.geocss+css";
const css = "* { stroke: #ff0000; }\n";
const translated = /StyledLayerDescriptor[^>]*version="1\.0\.0".*LineSymbolizer.*"stroke">#ff0000</is;
const badCss = "* { stroke: red; }\n[a >] { fill: blue; }\n* :mrk { fill: red; }\n";
const endless = Array.from({ length: 3_000 }, (_one, at) => `[a${at} = 1] { fill: red; p${at}: 1 }`).join("\n");
const badPlaces = /line 2, column .*\n.*line 3, column/;
const entry = (name: string, file: string) => `<style><name>${name}</name><filename>${file}</filename></style>`;
const broken = "<StyledLayerDescriptor><a></StyledLayerDescriptor>";
const external = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sld().replace(/^<\?xml.*\?>/, "").replace("#112233", "&e;")}`;
const latin1 = Buffer.from(sld({ name: "Größe" }).replace("UTF-8", "ISO-8859-1"), "latin1");
const withBom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(sld({ name: "bom" }))]);

const packaged = await zipOf({ "roads.sld": sld({ name: "roads_style" }), "icon.png": PNG });
const foldered = await zipOf({ "roads.sld": sld({ name: "foldered" }), "notes/readme.txt": "x" });
const unnamed = await zipOf({ "plain.sld": sld() });
const external_zip = await zipOf({ "x.sld": external });
const withoutSld = await zipOf({ "folder/x.sld": sld(), "icon.png": PNG });
const imageAlone = await zipOf({ "icon.png": PNG });
const shapefile = await zipOf({ "roads.shp": "shape", "roads.dbf": "table", "roads.shx": "index" });
const replaced = await zipOf({ "other.sld": sld({ colour: "#445566" }), "icon.png": Buffer.concat([PNG, PNG]) });

contract("styles: entries and SLD", [
  { name: "the list (interface 4.2: GET /styles.json)", request: get("/styles.json"), answer: { status: 200, text: /^\{"styles":\{"style":\[\{"name":"generic","href":"[^"]*\/styles\/generic\.json"\}/ } },
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "24 an empty list", request: get("/workspaces/w1/styles.json"), answer: { documented: { status: 200, json: { styles: { style: [] } } }, geoserver: { status: 200, json: { styles: "" } } } },
  { name: "the short path (interface 4.2: GET /{workspace}/styles.xml)", request: get("/w1/styles.xml"), answer: { documented: { status: 200, text: "<styles/>" }, geoserver: { status: 404 } } },
  { name: "styles of a missing workspace", request: get("/workspaces/none/styles.json"), answer: { status: 404, text: "Workspace none not found" } },
  { name: "25 an entry (interface 4.2: POST /styles text/xml)", request: post("/styles", "text/xml", entry("foo", "foo.sld")), answer: { status: 201, text: "foo", headers: { location: null, "content-type": /^text\/plain/ } } },
  { name: "the entry", request: get("/styles/foo.json"), answer: { status: 200, text: /^\{"style":\{"name":"foo","format":"sld","languageVersion":\{"version":"1\.0\.0"\},"filename":"foo\.sld","dateCreated":"[^"]+"\}\}$/ } },
  { name: "an entry again", request: post("/styles", "text/xml", entry("foo", "other.sld")), answer: { documented: { status: 409, text: "Style named 'foo' already exists" }, geoserver: { status: 500, text: "Style named 'foo' already exists" } } },
  { name: "26 an entry without a file name", request: post("/styles", "text/xml", "<style><name>bar</name></style>"), answer: { documented: { status: 400, text: "Style fileName must not be null" }, geoserver: { status: 500, text: "Style fileName must not be null" } } },
  { name: "an entry without a name", request: post("/styles", "application/json", '{"style":{"filename":"bar.sld"}}'), answer: { documented: { status: 400, text: "Style name must not be null" }, geoserver: { status: 500, text: "Style name must not be null" } } },
  { name: "an entry has no content at first", request: get("/styles/foo.sld"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
  { name: "27 its content (interface 4.2: PUT /styles/{style})", request: put("/styles/foo", SLD, sld({ name: "foo" })), answer: { status: 200, text: "" } },
  { name: "read back byte for byte", request: get("/styles/foo.sld"), answer: { status: 200, bytes: Buffer.from(sld({ name: "foo" })), headers: { "content-type": /^application\/vnd\.ogc\.sld\+xml/ } }, foreign: false },
  { name: "28 under its suffix too", request: put("/styles/foo.sld", SLD, sld({ colour: "#000001" })), answer: { status: 200 } },
  { name: "by Accept", request: get("/styles/foo", { accept: SLD }), answer: { status: 200, bytes: Buffer.from(sld({ colour: "#000001" })) }, foreign: false },
  { name: "29 from content alone, named by itself", request: post("/styles", SLD, sld({ name: "named" })), answer: { status: 201, text: "named", headers: { location: "BASE/styles/named" } } },
  { name: "30 from content, named by the query", request: post("/styles?name=bar", `${SLD}; charset=utf-8`, sld({ name: "named" })), answer: { status: 201, text: "bar", headers: { location: "BASE/styles/bar" } } },
  { name: "a name that is taken", request: post("/styles?name=bar", SLD, sld()), answer: { documented: { status: 409, text: "Style bar already exists." }, geoserver: { status: 403, text: "Style bar already exists." } } },
  { name: "31 from content without any name", request: post("/styles", SLD, sld()), answer: { status: 201, text: "Default Styler", headers: { location: "BASE/styles/Default%20Styler" } } },
  { name: "a blank in a path", request: get("/styles/Default%20Styler.xml"), answer: { status: 200, text: /<name>Default Styler<\/name>/ } },
  { name: "a plus for a blank", request: get("/styles/Default+Styler.xml"), answer: { status: 200, text: /<name>Default Styler<\/name>/ } },
  { name: "32 SLD 1.1", request: post("/styles", SE, se("modern")), answer: { status: 201, text: "modern" } },
  { name: "32 its version", request: get("/styles/modern.xml"), answer: { status: 200, text: /<languageVersion><version>1\.1\.0<\/version><\/languageVersion>/ } },
  { name: "32 stored as it was sent", request: get("/styles/modern", { accept: SE }), answer: { status: 200, bytes: Buffer.from(se("modern")) } },
  { name: "33 an external entity", request: post("/styles?name=evil", SLD, external), answer: { documented: { status: 400, text: /^Entity resolution disallowed/, without: /root:/ }, geoserver: { status: 500, text: /\nEntity resolution disallowed/, without: /root:/ } } },
  { name: "a broken SLD", request: post("/styles?name=broken", SLD, broken), answer: { documented: { status: 400, text: /line 1/ }, geoserver: { status: 500 } } },
  { name: "no SLD at all", request: post("/styles?name=html", SLD, "<html/>"), answer: { documented: { status: 400, text: /root element is html/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "nothing was stored", request: get("/styles/broken.xml"), answer: { status: 404, text: "No such style: broken" } },
  { name: "a broken SLD over a good one", request: put("/styles/foo", SLD, broken), answer: { status: 400, text: /^Invalid style:/ } },
  { name: "38 unless raw", request: put("/styles/foo?raw=true", SLD, broken), answer: { status: 200 } },
  { name: "38 stored as it was sent", request: get("/styles/foo.sld"), answer: { status: 200, text: broken } },
  { name: "raw keeps markup declarations out", request: put("/styles/foo?raw=true", SLD, external), answer: { status: 400 }, foreign: false },
  { name: "39 a style group with an unknown layer", request: put("/styles/foo", SLD, sld({ layers: ["X", "Y"] })), answer: { status: 400, text: "Invalid style:No layer or layer group named 'X' found in the catalog" } },
  { name: "82 another type over content", request: put("/styles/foo", "application/x-unknown", "x"), answer: { status: 400, text: "Invalid style:No such style handler: format = application/x-unknown" } },
  { name: "83 content of another type", request: post("/styles", "application/x-unknown", "x"), answer: { documented: { status: 415, text: "No such style handler: format = application/x-unknown" }, geoserver: { status: 500, text: "No such style handler: format = application/x-unknown" } } },
  { name: "content without a type", request: { method: "POST", path: "/rest/styles", body: "x" }, answer: { status: 400 } },
  { name: "42 a missing style", request: get("/styles/none.xml"), answer: { status: 404, text: "No such style: none" } },
  { name: "43 a global style is not in a workspace", request: get("/workspaces/w1/styles/foo.xml"), answer: { status: 404, text: "No such style foo in workspace w1" } },
  { name: "content of a missing style", request: put("/styles/none", SLD, sld()), answer: { documented: { status: 404 }, geoserver: { status: 500 } }, foreign: false },
  { name: "an SLD in Latin-1", request: post("/styles?name=latin", SLD, latin1), answer: { status: 201 } },
  { name: "comes back in Latin-1", request: get("/styles/latin.sld"), answer: { status: 200, bytes: latin1 }, foreign: false },
  { name: "an SLD with a byte order mark", request: post("/styles", SLD, withBom), answer: { documented: { status: 201, text: "bom" }, geoserver: { status: 500 } } },
  { name: "comes back with it", request: get("/styles/bom.sld"), answer: { documented: { status: 200, bytes: withBom }, geoserver: { status: 404 } }, foreign: false },
  { name: "a bare UserStyle with a rule", request: post("/styles?name=ruled", SLD, '<UserStyle xmlns="http://www.opengis.net/sld"><FeatureTypeStyle><Rule><LineSymbolizer/></Rule></FeatureTypeStyle></UserStyle>'), answer: { status: 201, text: "ruled" } },
  { name: "one with a name in the place of rules", request: post("/styles?name=titled", SLD, '<UserStyle xmlns="http://www.opengis.net/sld"><FeatureTypeStyle><Name>n</Name></FeatureTypeStyle></UserStyle>'), answer: { status: 201, text: "titled" } },
  { name: "one without anything, unread", request: post("/styles?name=unread&raw=true", SLD, '<UserStyle xmlns="http://www.opengis.net/sld"><FeatureTypeStyle/></UserStyle>'), answer: { status: 201, text: "unread" } },
  { name: "a bare UserStyle", request: post("/styles", SLD, '<UserStyle xmlns="http://www.opengis.net/sld"><Name>bare</Name><FeatureTypeStyle/></UserStyle>'), answer: { documented: { status: 201, text: "bare" }, geoserver: { status: 500, text: /^Error writing style/ } } },
  { name: "a workspace's style (interface 4.2: PUT /workspaces/{workspace}/styles/{style})", request: post("/workspaces/w1/styles", "application/xml", entry("own", "own.sld")), answer: { status: 201, text: "own" } },
  { name: "its content", request: put("/workspaces/w1/styles/own", SLD, sld()), answer: { status: 200 } },
  { name: "the workspace's list", request: get("/workspaces/w1/styles.xml"), answer: {
    documented: { status: 200, text: '<styles><style><name>own</name><atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="BASE/workspaces/w1/styles/own.xml" type="application/xml"/></style></styles>' },
    geoserver: { status: 200, text: '<styles><style><name>own</name><atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="BASE/workspaces/w1/styles/own.xml" type="application/atom+xml"/></style></styles>' },
  } },
  { name: "its entry names the workspace", request: get("/workspaces/w1/styles/own.json"), answer: { status: 200, text: /"name":"own","workspace":\{"name":"w1"\}/ } },
  { name: "into a missing workspace", request: post("/workspaces/none/styles", SLD, sld({ name: "x" })), answer: { status: 404, text: "Workspace none not found" } },
  { name: "PUT to the list", request: put("/styles", SLD, sld()), answer: { status: 405 } },
  { name: "POST to one", request: post("/styles/foo", SLD, sld()), answer: { status: 405 } },
  { name: "rename, the content goes along", request: put("/styles/named", "text/xml", "<style><name>renamed</name></style>"), answer: { status: 200, text: "" } },
  { name: "under its new name", request: get("/styles/renamed.xml"), answer: { status: 200, text: /<filename>renamed\.sld<\/filename>/ } },
  { name: "its content", request: get("/styles/renamed.sld"), answer: { status: 200, text: sld({ name: "named" }) }, foreign: false },
  { name: "move into a workspace", request: put("/styles/renamed", "text/xml", "<style><workspace>w1</workspace></style>"), answer: { status: 200 } },
  { name: "moved", request: get("/workspaces/w1/styles/renamed.sld"), answer: { status: 200, text: sld({ name: "named" }) }, foreign: false },
  { name: "a default style keeps its name", request: put("/styles/line", "text/xml", "<style><name>other</name></style>"), answer: { documented: { status: 409, text: "Cannot rename default styles" }, geoserver: { status: 500, text: "Cannot rename default styles" } } },
  { name: "change a missing entry", request: put("/styles/none", "text/xml", "<style/>"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
]);

contract("styles: CSS and packages", [
  { name: "40 CSS (interface 4.2: POST /styles, CSS)", request: post("/styles?name=css1", CSS, css), answer: { status: 201, text: "css1", headers: { location: "BASE/styles/css1" } }, foreign: false },
  { name: "CSS under the stock type", request: post("/styles?name=css2", STOCK_CSS, css), answer: { status: 201 } },
  { name: "CSS that names itself", request: post("/styles", STOCK_CSS, `@styleName 'css3';\n${css}`), answer: { status: 201, text: "css3" } },
  { name: "CSS comes back", request: get("/styles/css1.css"), answer: { status: 200, text: css, headers: { "content-type": /^application\/vnd\.geoserver\.geocss\+css/ } } },
  { name: "its entry", request: get("/styles/css1.xml"), answer: { status: 200, text: /<format>css<\/format>.*<filename>css1\.css<\/filename>/ } },
  { name: "41 its SLD", request: get("/styles/css1.sld"), answer: { status: 200, text: translated, headers: { "content-type": /^application\/vnd\.ogc\.sld\+xml/ } } },
  { name: "41 by Accept", request: get("/styles/css1", { accept: SLD }), answer: { status: 200, text: translated } },
  { name: "as SLD 1.1 it cannot be had", request: get("/styles/css1", { accept: SE }), answer: { status: 406 }, foreign: false },
  { name: "CSS that is none, with the places of all faults", request: post("/styles?name=bad", CSS, badCss), answer: { documented: { status: 400, text: badPlaces }, geoserver: { status: 500, text: badPlaces } }, foreign: false },
  { name: "nothing was stored", request: get("/styles/bad.xml"), answer: { status: 404 } },
  { name: "CSS that draws nothing", request: post("/styles?name=bad", STOCK_CSS, "* { stroke-width: 2; }"), answer: { documented: { status: 400, text: /line 1, column 1/ }, geoserver: { status: 500 } } },
  { name: "bad CSS over good CSS", request: put("/styles/css2", STOCK_CSS, badCss), answer: { status: 400, text: /^Invalid style:.*line 2/s } },
  { name: "unless raw", request: put("/styles/css2?raw=true", STOCK_CSS, badCss), answer: { status: 200 } },
  { name: "raw, what would take for ever", request: put("/styles/css3?raw=true", STOCK_CSS, endless), answer: { status: 200 }, foreign: false },
  { name: "which nobody may be sent as SLD", request: get("/styles/css3.sld"), answer: { documented: { status: 409, text: /overlap|hold together/ }, geoserver: { status: 500 } }, foreign: false, onceIn: "documented" },
  { name: "it comes back", request: get("/styles/css2.css"), answer: { status: 200, text: badCss } },
  { name: "but means nothing", request: get("/styles/css2.sld"), answer: { documented: { status: 409, text: badPlaces }, geoserver: { status: 500 } }, foreign: false },
  { name: "CSS of an SLD style", request: get("/styles/line.css"), answer: { documented: { status: 406 }, geoserver: { status: 500 } } },
  { name: "CSS over SLD switches the format", request: post("/styles?name=switch", SLD, sld()), answer: { status: 201 } },
  { name: "switch", request: put("/styles/switch", STOCK_CSS, css), answer: { status: 200 } },
  { name: "switched, the file name stays", request: get("/styles/switch.xml"), answer: { status: 200, text: /<format>css<\/format>.*<filename>switch\.sld<\/filename>/ } },
  { name: "34 a package (interface 4.2: POST /styles, ZIP)", request: post("/styles", "application/zip", packaged), answer: { status: 201, text: "roads_style", headers: { location: "BASE/styles/roads_style" } } },
  { name: "34 its SLD", request: get("/styles/roads_style.sld"), answer: { status: 200, bytes: Buffer.from(sld({ name: "roads_style" })) } },
  { name: "34 its image", request: get("/resource/styles/icon.png"), answer: { status: 200, bytes: PNG, headers: { "content-type": /^image\/png/ } } },
  { name: "a package with a folder that has no entry", request: post("/styles", "application/zip", foldered), answer: { documented: { status: 201, text: "foldered" }, geoserver: { status: 500, text: "/notes/readme.txt (No such file or directory)" } } },
  { name: "the same, named by the query", request: post("/styles?name=named", "application/zip", foldered), answer: { documented: { status: 201, text: "named" }, geoserver: { status: 500, text: "/notes/readme.txt (No such file or directory)" } } },
  { name: "other files are not copied", request: get("/resource/styles/notes/readme.txt"), answer: { status: 404 } },
  { name: "a package named by the query", request: post("/styles?name=packed", "application/zip", packaged), answer: { status: 201, text: "packed" } },
  { name: "a package whose SLD has no name", request: post("/styles", "application/zip", unnamed), answer: { documented: { status: 201, text: "plain" }, geoserver: { status: 201, text: "Default Styler" } } },
  { name: "35 a package with an external entity", request: post("/styles?name=evil", "application/zip", external_zip), answer: { status: 400, text: /^Style error\. /, without: /root:/ } },
  { name: "36 a package without an SLD at its top", request: post("/styles?name=none", "application/zip", withoutSld), answer: { documented: { status: 403, text: "No sld file provided:" }, geoserver: { status: 500 } } },
  { name: "a package of an image alone", request: post("/styles?name=none", "application/zip", imageAlone), answer: { status: 403, text: "No sld file provided:" } },
  { name: "a package that is no ZIP", request: post("/styles?name=none", "application/zip", "no zip"), answer: { documented: { status: 415 }, geoserver: { status: 403 } } },
  { name: "37 a package over a style (interface 4.2: PUT /styles/{style}.zip)", request: put("/styles/packed.zip", "application/zip", replaced), answer: { status: 200, text: "" }, foreign: false },
  { name: "37 without the suffix", request: put("/styles/roads_style", "application/zip", replaced), answer: { status: 200, text: "" } },
  { name: "37 the new content", request: get("/styles/roads_style.sld"), answer: { status: 200, text: sld({ colour: "#445566" }) } },
  { name: "37 the new image", request: get("/resource/styles/icon.png"), answer: { status: 200, bytes: Buffer.concat([PNG, PNG]) } },
  { name: "a package with a shapefile alone keeps the content (interface 2.4)", request: put("/styles/roads_style.zip", "application/zip", shapefile), answer: { status: 200 }, foreign: false },
  { name: "kept", request: get("/styles/roads_style.sld"), answer: { status: 200, text: sld({ colour: "#445566" }) } },
  { name: "a package with neither", request: put("/styles/roads_style", "application/zip", withoutSld), answer: { documented: { status: 400, text: /^Error processing the style/ }, geoserver: { status: 500, text: /^Error processing the style/ } } },
  { name: "a package over a missing style", request: put("/styles/none", "application/zip", packaged), answer: { documented: { status: 404 }, geoserver: { status: 500, text: /^Error processing the style/ } } },
]);

contract("styles: removal", [
  { name: "a style", request: post("/styles?name=foo", SLD, sld({ colour: "#000001" })), answer: { status: 201 } },
  { name: "44 delete keeps the content (interface 4.2: DELETE /styles/{style})", request: del("/styles/foo"), answer: { status: 200, text: "" } },
  { name: "44 the entry is gone", request: get("/styles/foo.xml"), answer: { status: 404, text: "No such style: foo" } },
  { name: "44 where the content is", request: get("/resource/styles/foo.sld"), answer: { documented: { status: 200, text: sld({ colour: "#000001" }) }, geoserver: { status: 404 } } },
  { name: "44 set aside", request: get("/resource/styles/foo.sld.bak"), answer: { documented: { status: 404 }, geoserver: { status: 200, text: sld({ colour: "#000001" }) } } },
  { name: "a later entry of that file name finds it", request: post("/styles", "text/xml", entry("again", "foo.sld")), answer: { status: 201 } },
  { name: "found", request: get("/styles/again.sld"), answer: { documented: { status: 200, text: sld({ colour: "#000001" }) }, geoserver: { status: 500 } }, foreign: false },
  { name: "take the entry away again", request: del("/styles/again"), answer: { status: 200 } },
  { name: "later content of that name replaces it", request: post("/styles?name=foo", SLD, sld({ colour: "#000002" })), answer: { status: 201 } },
  { name: "replaced", request: get("/styles/foo.sld"), answer: { status: 200, text: sld({ colour: "#000002" }) } },
  { name: "45 delete with the content (interface 4.2: ?purge=true)", request: del("/styles/foo?purge=true"), answer: { status: 200 } },
  { name: "45 the content is gone", request: get("/resource/styles/foo.sld"), answer: { status: 404, text: "Undefined resource path." } },
  { name: "an orphan in the way of new content", request: put("/resource/styles/orphan.sld", "text/xml", sld()), answer: { status: 201 } },
  { name: "in the way", request: post("/styles?name=orphan", SLD, sld()), answer: { documented: { status: 201 }, geoserver: { status: 403, text: "Style resource orphan.sld already exists." } } },
  { name: "a word for true in capitals", request: post("/styles?name=caps", SLD, sld()), answer: { status: 201 } },
  { name: "purge=True", request: del("/styles/caps?purge=True"), answer: { status: 200 } },
  { name: "46 a default style", request: del("/styles/line"), answer: { documented: { status: 409, text: "Unable to delete a default style" }, geoserver: { status: 500, text: "Unable to delete a default style" } } },
  { name: "a missing style", request: del("/styles/none"), answer: { status: 404, text: "Style none not found" } },
  { name: "a workspace with a layer", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a layer", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"])), answer: { status: 201 } },
  { name: "a style for it", request: post("/styles?name=used", SLD, sld()), answer: { status: 201 } },
  { name: "and another", request: post("/styles?name=second", SLD, sld()), answer: { status: 201 } },
  { name: "used as default and as alternate", request: put("/layers/w1:A", "text/xml", "<layer><defaultStyle><name>used</name></defaultStyle><styles><style><name>second</name></style></styles></layer>"), answer: { status: 200, text: "" } },
  { name: "47 a style in use", request: del("/styles/used"), answer: { status: 403, text: "Can't delete style referenced by existing layers." } },
  { name: "47 an alternate in use", request: del("/styles/second"), answer: { status: 403 } },
  { name: "47 with recurse=true", request: del("/styles/used?recurse=true"), answer: { status: 200 } },
  { name: "47 the layer falls back", request: get("/layers/w1:A.json"), answer: { documented: { status: 200, text: /"defaultStyle":\{"name":"generic"/ }, geoserver: { status: 200, text: /"defaultStyle":\{"name":"second"/ } } },
  { name: "47 an alternate with recurse=true", request: del("/styles/second?recurse=true"), answer: { status: 200 } },
  { name: "47 it is taken out", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"defaultStyle"/, without: /"styles"/ } },
  { name: "a suffix on the path", request: post("/styles?name=suffix", SLD, sld()), answer: { status: 201 } },
  { name: "delete with the suffix", request: del("/styles/suffix.xml"), answer: { status: 200 } },
]);
