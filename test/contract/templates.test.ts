/** Templates of output formats, for everybody and for objects. */
import { contract, del, get, post, put } from "./harness.ts";

const TEXT = "text/plain";
const store = '<dataStore><name>s</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>';
const listed = (...names: readonly string[]) => names.map((name) => ({ name, href: `BASE/templates/${name}.json` }));
const LINK = 'xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate"';
const STOCK = "org.geoserver.rest.catalog.TemplateInfo";

contract("templates", [
  { name: "T1 one that is missing", request: get("/templates/foo.ftl"), answer: { status: 404, text: "Template not found: 'workspaces/foo.ftl'" } },
  { name: "an empty list", request: get("/templates.json"), answer: {
    documented: { status: 200, json: { templates: { template: [] } } },
    geoserver: { status: 200, json: { [`${STOCK}s`]: "" } },
  } },
  { name: "T2 a new one", request: put("/templates/foo.ftl", TEXT, "hello world"), answer: { status: 201, text: "" } },
  { name: "T3 a shorter one over it", request: put("/templates/foo.ftl", TEXT, "hi"), answer: { status: 201, text: "" } },
  { name: "T3 byte for byte", request: get("/templates/foo.ftl"), answer: { status: 200, text: "hi", headers: { "content-type": /^text\/plain/ } } },
  { name: "T4 listed", request: get("/templates.json"), answer: {
    documented: { status: 200, json: { templates: { template: listed("foo.ftl") } } },
    geoserver: { status: 200, json: { [`${STOCK}s`]: { [STOCK]: listed("foo.ftl") } } },
  } },
  { name: "T4 in XML", request: get("/templates.xml"), answer: {
    documented: { status: 200, text: `<templates><template><name>foo.ftl</name><atom:link ${LINK} href="BASE/templates/foo.ftl.xml" type="application/xml"/></template></templates>` },
    geoserver: { status: 200, text: `<${STOCK}s><${STOCK}><name>foo.ftl</name><atom:link ${LINK} href="BASE/templates/foo.ftl.xml" type="application/atom+xml"/></${STOCK}></${STOCK}s>` },
  } },
  { name: "without its ending", request: put("/templates/bar", TEXT, "bar"), answer: { status: 201 } },
  { name: "has it all the same", request: get("/resource/workspaces/bar.ftl"), answer: { status: 200, text: "bar" } },
  { name: "T6 of another type", request: put("/templates/foo.ftl", "application/json", "{}"), answer: { status: 415 } },
  { name: "T6 of bytes", request: put("/templates/foo.ftl", "application/octet-stream", "a"), answer: { status: 415 } },
  { name: "in UTF-8", request: put("/templates/foo.ftl", "text/plain; charset=UTF-8", "ü"), answer: { status: 201 } },
  { name: "POST", request: post("/templates/foo.ftl", TEXT, "a"), answer: { status: 405 } },
  { name: "PUT to the list", request: put("/templates", TEXT, "a"), answer: { status: 405 } },
  { name: "T7 deleted", request: del("/templates/foo.ftl"), answer: { status: 200, text: "" } },
  { name: "T7 and again", request: del("/templates/foo.ftl"), answer: { status: 404, text: "Template not found: 'workspaces/foo.ftl'" } },
  { name: "T8 of a missing workspace", request: get("/workspaces/none/templates.json"), answer: { status: 404, text: "Directory not found: 'workspaces/none'" } },
  { name: "none is written there", request: put("/workspaces/none/templates/a.ftl", TEXT, "a"), answer: { status: 404, text: "Directory not found: 'workspaces/none'" }, foreign: false },
]);

contract("templates of objects", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a store", request: post("/workspaces/w1/datastores", "text/xml", store), answer: { status: 201 } },
  { name: "of the workspace", request: put("/workspaces/w1/templates/header.ftl", TEXT, "h"), answer: { status: 201 } },
  { name: "of the store", request: put("/workspaces/w1/datastores/s/templates/content.ftl", TEXT, "c"), answer: { status: 201 } },
  { name: "is a file of its folder", request: get("/resource/workspaces/w1/s/content.ftl"), answer: { status: 200, text: "c" } },
  { name: "T5 of a type that is missing", request: put("/workspaces/w1/datastores/s/featuretypes/t/templates/a_json.ftl", TEXT, "a"), answer: { status: 404 }, foreign: false },
  { name: "a type", request: post("/workspaces/w1/datastores/s/featuretypes", "text/xml", "<featureType><name>t</name></featureType>"), answer: { status: 201 }, foreign: false },
  { name: "T5 of a type", request: put("/workspaces/w1/datastores/s/featuretypes/t/templates/a_json.ftl", TEXT, "a"), answer: { status: 201 }, foreign: false },
  { name: "of the store as one of rasters", request: get("/workspaces/w1/coveragestores/s/templates.json"), answer: { status: 404 }, foreign: false },
  { name: "another name of the store", request: put("/workspaces/w1/datastores/s", "text/xml", "<dataStore><name>s2</name></dataStore>"), answer: { status: 200 } },
  { name: "takes them along", request: get("/workspaces/w1/datastores/s2/templates/content.ftl"), answer: { status: 200, text: "c" } },
  { name: "those of the type too", request: get("/workspaces/w1/datastores/s2/featuretypes/t/templates/a_json.ftl"), answer: { status: 200, text: "a" }, foreign: false },
  { name: "the type goes", request: del("/workspaces/w1/datastores/s2/featuretypes/t?recurse=true"), answer: { status: 200 }, foreign: false },
  { name: "and its template with it", request: get("/resource/workspaces/w1/s2/t/a_json.ftl"), answer: { status: 404 }, foreign: false },
  { name: "the store goes", request: del("/workspaces/w1/datastores/s2?recurse=true"), answer: { status: 200 } },
  { name: "and its template with it", request: get("/resource/workspaces/w1/s2/content.ftl"), answer: { status: 404 } },
  { name: "another name of the workspace", request: put("/workspaces/w1", "text/xml", "<workspace><name>w2</name></workspace>"), answer: { status: 200 } },
  { name: "takes its own along", request: get("/workspaces/w2/templates/header.ftl"), answer: { status: 200, text: "h" } },
  { name: "a folder with the ending of one", request: put("/resource/workspaces/w2/folder.ftl/a.txt", TEXT, "a"), answer: { status: 201 }, foreign: false },
  { name: "is none", request: get("/workspaces/w2/templates.xml"), answer: { status: 200, text: /header\.ftl/, without: /folder/ }, foreign: false },
  { name: "the workspace goes", request: del("/workspaces/w2?recurse=true"), answer: { status: 200 } },
  { name: "with its folder", request: get("/resource/workspaces/w2/header.ftl"), answer: { status: 404 } },
  { name: "a new one of that name", request: post("/workspaces", "text/xml", "<workspace><name>w2</name></workspace>"), answer: { status: 201 } },
  { name: "has none", request: get("/workspaces/w2/templates.json"), answer: {
    documented: { status: 200, json: { templates: { template: [] } } },
    geoserver: { status: 200, json: { [`${STOCK}s`]: "" } },
  } },
]);
