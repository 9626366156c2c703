/** App-schema stores: uploads, documents, feature types, layers (interface 4.1; the verbs on schemas are in `document-schemas.test.ts`). */
import { mapping, xsd, zipOf } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const UPLOAD = "/workspaces/w1/datastores/st/file.appschema";
const bundle = await zipOf({
  "st.appschema": mapping(["t:A", "t:B"], { includes: ["parts/more.xml"], schemas: ["schemas/main.xsd"] }),
  "parts/more.xml": mapping(["t:Hidden"], { schemas: ["../schemas/main.xsd"] }),
  "schemas/main.xsd": xsd(["A", "B"], ["more.xsd"]),
  "schemas/more.xsd": xsd(["Hidden"]),
});
const secondStore = await zipOf({ "twice.appschema": mapping(["t:N"]) });
const withoutMain = await zipOf({ "mapping.xml": mapping(["t:A"]) });
const withoutInclude = await zipOf({ "st.appschema": mapping(["t:A"], { includes: ["missing.xml"] }) });
const withoutSchema = await zipOf({ "st.appschema": mapping(["t:A"], { schemas: ["missing.xsd"] }) });
const nested = await zipOf({ "deep/inside/any.APPSCHEMA": mapping(["t:A", "t:B"]) });
const escaping = Buffer.from(await zipOf({ "st.appschema": mapping(["t:A"]), "aa/evil.txt": "x" }));
for (let at = escaping.indexOf("aa/evil"); at >= 0; at = escaping.indexOf("aa/evil", at + 1)) escaping.write("../evil", at);

/** The same names in another namespace. */
const elsewhere = (types: readonly string[]) => mapping(types).replace("<uri>http://example.org/t<", "<uri>http://example.org/other<");
const circle = await zipOf({ "st.appschema": mapping(["t:A"], { includes: ["a.xml"] }), "a.xml": mapping(["t:B"], { includes: ["b.xml"] }), "b.xml": mapping(["t:C"], { includes: ["a.xml"] }) });
const withoutInnerSchema = await zipOf({ "st.appschema": mapping(["t:A"], { schemas: ["main.xsd"] }), "main.xsd": xsd(["A"], ["gone.xsd"]) });
const notInSchema = await zipOf({ "st.appschema": mapping(["t:A"], { schemas: ["main.xsd"] }), "main.xsd": xsd(["B"]) });
const brokenMain = await zipOf({ "st.appschema": "<as:AppSchemaDataAccess", "other.txt": "x" });

contract("app-schema stores", [
  { name: "no workspace", request: put(UPLOAD, "text/xml", mapping(["t:A"])), answer: { status: 404 }, foreign: false },
  { name: "a workspace", request: post("/namespaces", "text/xml", "<namespace><prefix>w1</prefix><uri>http://example.org/t</uri></namespace>"), answer: { status: 201 } },
  { name: "no stores yet", request: get("/workspaces/w1/datastores.json"), answer: {
    documented: { status: 200, json: { dataStores: { dataStore: [] } } }, geoserver: { status: 200, json: { dataStores: "" } },
  } },
  { name: "stores of a missing workspace", request: get("/workspaces/none/datastores.json"), answer: { status: 404, text: "No such workspace : none" } },
  { name: "12 interface 4.1: PUT of one mapping file makes a store (rule 2)", request: put(`${UPLOAD}?configure=all`, "text/xml", mapping(["t:A", "t:B"])), answer: { status: 201, text: "" } },
  { name: "13 interface 4.1: PUT of a mapping file replaces the mapping", request: put(`${UPLOAD}?configure=all`, "text/xml; charset=utf-8", mapping(["t:A", "t:B"])), answer: {
    documented: { status: 200, text: "" }, geoserver: { status: 201, text: "" },
  } },
  { name: "interface 4.1: configure=none replaces the mapping alone (rule 1)", request: put(`${UPLOAD}?configure=none`, "text/xml", mapping(["t:A", "t:B"], { comment: "<!-- 2 -->" })), answer: {
    documented: { status: 200, text: "" }, geoserver: { status: 201, text: "" },
  } },
  { name: "18 interface 4.1: GET of the store's document (interface 2.1)", request: get("/workspaces/w1/datastores/st.xml"), answer: {
    status: 200,
    text: /^<dataStore><name>st<\/name><type>Application Schema DataAccess<\/type><enabled>true<\/enabled><workspace><name>w1<\/name><atom:link [^>]*rel="alternate" href="[^"]*\/workspaces\/w1\.xml" type="application\/xml"\/><\/workspace><connectionParameters>.*<\/connectionParameters><__default>false<\/__default>.*<featureTypes><atom:link [^>]*\/workspaces\/w1\/datastores\/st\/featuretypes\.xml"/,
  } },
  { name: "18 its parameters", request: get("/workspaces/w1/datastores/st.xml"), answer: { status: 200, text: /<entry key="dbtype">app-schema<\/entry>.*<entry key="url">file:[^<]*st\.appschema<\/entry>.*<entry key="namespace">http:\/\/example\.org\/t<\/entry>/ } },
  { name: "the store's document in JSON", request: get("/workspaces/w1/datastores/st.json"), answer: { status: 200, text: /"_default":false/, without: /__default/ } },
  { name: "the feature type list (interface 2.2)", request: get("/workspaces/w1/datastores/st/featuretypes.xml"), answer: {
    status: 200,
    text: /^<featureTypes><featureType><name>A<\/name><atom:link [^>]*href="[^"]*\/workspaces\/w1\/datastores\/st\/featuretypes\/A\.xml"[^>]*\/><\/featureType><featureType><name>B<\/name>/,
  } },
  { name: "all names the mapping publishes", request: get("/workspaces/w1/datastores/st/featuretypes.json?list=all"), answer: { status: 200, json: { list: { string: ["A", "B"] } } }, foreign: false },
  { name: "names that are not published yet", request: get("/workspaces/w1/datastores/st/featuretypes.xml?list=available"), answer: { status: 200, text: "<list/>" }, foreign: false },
  { name: "one feature type", request: get("/workspaces/w1/datastores/st/featuretypes/A.json"), answer: { status: 200, text: /^\{"featureType":\{"name":"A","nativeName":"A","namespace":\{"name":"w1","href":"[^"]*\/namespaces\/w1\.json"\},"title":"A".*"store":\{"@class":"dataStore","name":"w1:st"/ } },
  { name: "one by the workspace alone", request: get("/workspaces/w1/featuretypes/A.xml"), answer: { status: 200, text: /^<featureType><name>A<\/name>/ } },
  { name: "the workspace's feature types", request: get("/workspaces/w1/featuretypes.json"), answer: { status: 200, text: /"name":"A".*"name":"B"/ } },
  { name: "a missing feature type", request: get("/workspaces/w1/datastores/st/featuretypes/X.xml"), answer: { status: 404, text: "No such feature type: w1,st,X" } },
  { name: "feature types of a missing store", request: get("/workspaces/w1/datastores/none/featuretypes.xml"), answer: { status: 404, text: "No such datastore: w1,none" }, foreign: false },
  { name: "each type has a layer", request: get("/layers.json"), answer: { status: 200, json: { layers: { layer: [{ name: "w1:A", href: "BASE/layers/w1%3AA.json" }, { name: "w1:B", href: "BASE/layers/w1%3AB.json" }] } } } },
  { name: "layers of the workspace", request: get("/workspaces/w1/layers.json"), answer: { status: 200, json: { layers: { layer: [{ name: "A", href: "BASE/workspaces/w1/layers/A.json" }, { name: "B", href: "BASE/workspaces/w1/layers/B.json" }] } } } },
  { name: "85 layers of a missing workspace", request: get("/workspaces/none/layers.json"), answer: {
    documented: { status: 200, json: { layers: { layer: [] } } }, geoserver: { status: 200, json: { layers: "" } },
  } },
  { name: "19 a missing store", request: get("/workspaces/w1/datastores/none.xml"), answer: { status: 404, text: "No such datastore: w1,none" } },
  { name: "20 delete a store that has types", request: del("/workspaces/w1/datastores/st"), answer: { status: 403, text: "Unable to delete non-empty store." } },
  { name: "delete a type that has a layer", request: del("/workspaces/w1/datastores/st/featuretypes/B"), answer: { status: 403, text: "feature type referenced by layer(s)" } },
  { name: "delete a type with its layer", request: del("/workspaces/w1/datastores/st/featuretypes/B?recurse=true"), answer: { status: 200, text: "" } },
  { name: "its layer is gone", request: get("/layers/w1:B.xml"), answer: { status: 404, text: "No such layer: w1:B" } },
  { name: "the mapping still publishes it", request: get("/workspaces/w1/datastores/st/featuretypes.json?list=available"), answer: { status: 200, json: { list: { string: ["B"] } } }, foreign: false },
  { name: "interface 4.1: configure=all publishes what is not published yet (rule 1)", request: put(`${UPLOAD}?configure=all`, "text/xml", mapping(["t:A", "t:B"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "it is back", request: get("/layers/w1:B.xml"), answer: { status: 200 } },
  { name: "interface 4.1: another set of types adds, and drops nothing (rule 3)", request: put(`${UPLOAD}?configure=all`, "text/xml", mapping(["t:A", "t:C"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "old and new are there", request: get("/workspaces/w1/datastores/st/featuretypes.json"), answer: { status: 200, text: /"name":"A".*"name":"B".*"name":"C"/ } },
  { name: "21 interface 4.1: delete with everything, then create anew (rule 3)", request: del("/workspaces/w1/datastores/st?recurse=true"), answer: { status: 200, text: "" } },
  { name: "its files stay until the next upload", request: get("/resource/data/w1/st/st.appschema"), answer: { status: 200 } },
  { name: "no layers left", request: get("/layers.xml"), answer: { status: 200, text: "<layers/>" } },
  { name: "14 interface 4.1: PUT of a ZIP makes a store with its types", request: put(`${UPLOAD}?configure=all`, "application/zip", bundle), answer: {
    documented: { status: 200, text: "" }, geoserver: { status: 201, text: "" },
  } },
  { name: "included types are not published", request: get("/workspaces/w1/datastores/st/featuretypes.json"), answer: { status: 200, text: /"name":"A".*"name":"B"/, without: /Hidden/ } },
  { name: "the files can be read back", request: get("/resource/data/w1/st/schemas/more.xsd"), answer: { status: 200, text: xsd(["Hidden"]) } },
  { name: "a ZIP over a ZIP", request: put(`${UPLOAD}?configure=none`, "application/x-zip-compressed", bundle), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "a single file over a ZIP takes the other files away", request: put(`${UPLOAD}?configure=none`, "text/xml", mapping(["t:A", "t:B"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "they are gone", request: get("/resource/data/w1/st/schemas/more.xsd"), answer: { status: 404 } },
  { name: "the main file may lie deep and be spelled in capitals", request: put(`${UPLOAD}?configure=none`, "application/zip", nested), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "15 interface 4.1: a ZIP without a main file (rule 4)", request: put(UPLOAD, "application/zip", withoutMain), answer: { status: 400, text: "Could not find appropriate appschema file in archive" } },
  { name: "16 garbage under the ZIP type", request: put(UPLOAD, "application/zip", "garbage"), answer: { documented: { status: 415 }, geoserver: { status: 500 } } },
  { name: "a ZIP that leaves its folder", request: put(UPLOAD, "application/zip", escaping), answer: { documented: { status: 400 }, geoserver: { status: 500 } } },
  { name: "a ZIP without a file it includes (interface 2.3)", request: put(UPLOAD, "application/zip", withoutInclude), answer: {
    documented: { status: 422, text: /The include missing\.xml is not in the bundle/ }, geoserver: { status: 500, text: /^Unable to create source data store/ },
  } },
  { name: "a ZIP without its schema (interface 2.3)", request: put(UPLOAD, "application/zip", withoutSchema), answer: {
    documented: { status: 422, text: /The schemaUri missing\.xsd is not in the bundle/ }, geoserver: { status: 500 },
  } },
  { name: "a ZIP whose includes go in a circle", request: put(UPLOAD, "application/zip", circle), answer: {
    documented: { status: 422, text: /^Unable to create source data store\nb\.xml, line 1: The include a\.xml leads back to itself: st\.appschema → a\.xml → b\.xml → a\.xml/ }, geoserver: { status: 500, text: /^Unable to create source data store/ },
  } },
  { name: "a ZIP whose schema includes one that is not there", request: put(UPLOAD, "application/zip", withoutInnerSchema), answer: {
    documented: { status: 422, text: /main\.xsd, line \d+: The schema gone\.xsd is not in the bundle/ }, geoserver: { status: 500 },
  } },
  { name: "a ZIP whose schema does not declare what is mapped", request: put(UPLOAD, "application/zip", notInSchema), answer: {
    documented: { status: 422, text: /descriptor <\{http:\/\/example\.org\/t\}:A> not found in parsed schema/ }, geoserver: { status: 500 },
  } },
  { name: "a ZIP whose main file is broken", request: put(UPLOAD, "application/zip", brokenMain), answer: {
    documented: { status: 400, text: /^Unable to create source data store\nst\.appschema, line 1: / }, geoserver: { status: 500 },
  } },
  { name: "after all of them the old files are there, and no others (row 23 of the differences)", request: get("/resource/data/w1/st?format=json"), answer: { status: 200, text: /deep/, without: /other\.txt|b\.xml|main\.xsd/ }, foreign: false },
  { name: "17 another format", request: put("/workspaces/w1/datastores/st/file.foo", "text/xml", "x"), answer: { status: 400, text: "Unsupported format: foo" } },
  { name: "17 file.shp", request: put("/workspaces/w1/datastores/st/file.shp", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: shp" }, foreign: false },
  { name: "17 file.gpkg", request: put("/workspaces/w1/datastores/st/file.gpkg", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: gpkg" }, foreign: false },
  { name: "17 file.properties", request: put("/workspaces/w1/datastores/st/file.properties", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: properties" }, foreign: false },
  { name: "17 file.h2", request: put("/workspaces/w1/datastores/st/file.h2", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: h2" }, foreign: false },
  { name: "17 file.mbtiles", request: put("/workspaces/w1/datastores/st/file.mbtiles", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: mbtiles" }, foreign: false },
  { name: "17 file.APPSCHEMA", request: put("/workspaces/w1/datastores/st/file.APPSCHEMA", "application/octet-stream", "x"), answer: { status: 400, text: "Unsupported format: APPSCHEMA" }, foreign: false },
  { name: "an address to fetch the mapping from", request: put("/workspaces/w1/datastores/st/url.appschema", "text/plain", "http://example.org/m.xml"), answer: { status: 400, text: "Refused file upload method: url: the server fetches nothing by address. Send the file itself (file.appschema)" }, foreign: false },
  { name: "a path on the server's disk", request: put("/workspaces/w1/datastores/st/external.appschema", "text/plain", "file:///etc/passwd"), answer: { status: 400, text: "Refused file upload method: external: the server takes no file from its own disk. Send the file itself (file.appschema)" }, foreign: false },
  { name: "the method of coverages", request: put("/workspaces/w1/datastores/st/remote.appschema", "text/plain", "x"), answer: { status: 400, text: "Unrecognized file upload method: remote" } },
  { name: "no method of this family", request: put("/workspaces/w1/datastores/st/fetch.appschema", "text/plain", "x"), answer: { status: 400, text: "Unrecognized file upload method: fetch" }, foreign: false },
  { name: "GET where files are uploaded", request: get("/workspaces/w1/datastores/st/file.appschema"), answer: { status: 405 }, foreign: false },
  { name: "filename names the stored file", request: put("/workspaces/w1/datastores/named/file.appschema?configure=none&filename=main.appschema&update=overwrite", "text/xml", mapping(["t:N"])), answer: { status: 201 } },
  { name: "it is the store's", request: get("/workspaces/w1/datastores/named.xml"), answer: { status: 200, text: /<entry key="url">file:[^<]*\/w1\/named\/main\.appschema<\/entry>/ } },
  { name: "a file name that leaves the folder", request: put("/workspaces/w1/datastores/named/file.appschema?filename=..%2F..%2Fx.appschema", "text/xml", mapping(["t:N"])), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a file name of another kind", request: put("/workspaces/w1/datastores/named/file.appschema?filename=x.xml", "text/xml", mapping(["t:N"])), answer: { documented: { status: 400, text: "The file name 'x.xml' does not end in .appschema" }, geoserver: { status: 500 } }, foreign: false },
  { name: "a store that publishes", request: put("/workspaces/w1/datastores/named/file.appschema?configure=all", "text/xml", mapping(["t:N"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "a name that another store maps", request: put("/workspaces/w1/datastores/twice/file.appschema", "text/xml", mapping(["t:X", "t:N"])), answer: {
    documented: { status: 409, text: /^Duplicate mappingName or targetElement across FeatureTypeMapping instances detected\. \(\{http:\/\/example\.org\/t\}N\)\nThe store w1:named maps it already\./ },
    geoserver: { status: 500, text: /^Duplicate mappingName or targetElement across FeatureTypeMapping instances detected\./ },
  } },
  { name: "leaves nothing behind", request: get("/workspaces/w1/datastores/twice.xml"), answer: { status: 404 }, foreign: false },
  { name: "in an archive, too", request: put("/workspaces/w1/datastores/twice/file.appschema?configure=all", "application/zip", secondStore), answer: { documented: { status: 409 }, geoserver: { status: 500 } } },
  { name: "a store that only keeps its mapping is not opened, so nothing collides", request: put("/workspaces/w1/datastores/kept/file.appschema?configure=none", "text/xml", mapping(["t:N"])), answer: { status: 201 } },
  { name: "and takes no name away", request: put("/workspaces/w1/datastores/named/file.appschema?configure=all", "text/xml", mapping(["t:N", "t:M"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "until it is to be opened", request: put("/workspaces/w1/datastores/kept/file.appschema?configure=all", "text/xml", mapping(["t:N"])), answer: { documented: { status: 409 }, geoserver: { status: 500 } } },
  { name: "another workspace", request: post("/workspaces", "text/xml", "<workspace><name>w2</name></workspace>"), answer: { status: 201 } },
  { name: "is of the same server", request: put("/workspaces/w2/datastores/far/file.appschema", "text/xml", mapping(["t:N"])), answer: {
    documented: { status: 201 }, geoserver: { status: 500, text: /\(\{http:\/\/example\.org\/t\}N\)\nThe store w1:named maps it already\. A name is mapped once per server/ },
  } },
  { name: "a store that leaves a name out", request: put("/workspaces/w1/datastores/named/file.appschema?configure=none", "text/xml", mapping(["t:M"])), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "frees it", request: put("/workspaces/w1/datastores/twice/file.appschema?configure=all", "text/xml", mapping(["t:N"])), answer: { documented: { status: 201 }, geoserver: { status: 201 } }, foreign: false },
  { name: "a store that is renamed", request: put("/workspaces/w1/datastores/twice", "text/xml", "<dataStore><name>once</name></dataStore>"), answer: { status: 200 }, foreign: false },
  { name: "in a workspace that is renamed", request: put("/workspaces/w1", "text/xml", "<workspace><name>w3</name></workspace>"), answer: { status: 200 }, foreign: false },
  { name: "keeps its names", request: put("/workspaces/w3/datastores/other/file.appschema", "text/xml", mapping(["t:N"])), answer: { documented: { status: 409, text: /The store w3:once maps it already/ }, geoserver: { status: 500, text: /The store w3:once maps it already/ } }, foreign: false },
  { name: "through a change of its namespace, too", request: put("/namespaces/w3", "text/xml", "<namespace><uri>http://example.org/other</uri></namespace>"), answer: { status: 200 }, foreign: false },
  { name: "it still has them", request: put("/workspaces/w3/datastores/other/file.appschema", "text/xml", mapping(["t:N"])), answer: { documented: { status: 409 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a store that goes", request: del("/workspaces/w3/datastores/once?recurse=true"), answer: { status: 200 }, foreign: false },
  { name: "frees its names", request: put("/workspaces/w3/datastores/other/file.appschema", "text/xml", mapping(["t:N"])), answer: { status: 201 }, foreign: false },
  { name: "back to the old name", request: put("/workspaces/w3", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 200 }, foreign: false },
  { name: "the local name alone is no clash", request: put("/workspaces/w1/datastores/local/file.appschema?configure=none", "text/xml", elsewhere(["t:N"])), answer: { status: 201 } },
  { name: "a mapping that is no XML", request: put("/workspaces/w1/datastores/bad/file.appschema", "text/xml", "<a><b></a>"), answer: {
    documented: { status: 400, text: /^Unable to create source data store\nbad\.appschema, line 1: / }, geoserver: { status: 500, text: /^Unable to create source data store/ },
  } },
  { name: "a mapping that is something else", request: put("/workspaces/w1/datastores/bad/file.appschema", "text/xml", "<a/>"), answer: { documented: { status: 422 }, geoserver: { status: 500 } } },
  { name: "a mapping with an unknown source", request: put("/workspaces/w1/datastores/bad/file.appschema", "text/xml", mapping(["t:A"]).replace("<id>db</id>", "<id>other</id>")), answer: {
    documented: { status: 422, text: /datastore db not found for type mapping/ }, geoserver: { status: 500 },
  } },
  { name: "a mapping with an undeclared prefix", request: put("/workspaces/w1/datastores/bad/file.appschema", "text/xml", mapping(["u:A"])), answer: {
    documented: { status: 422, text: /location step u:A has prefix u for which no namespace was set\. \(Check the Namespaces section in the config file\)/ }, geoserver: { status: 500 },
  } },
  { name: "a mapping that maps a type twice", request: put("/workspaces/w1/datastores/bad/file.appschema", "text/xml", mapping(["t:A", "t:A"])), answer: {
    documented: { status: 422, text: /Duplicate mappingName or targetElement across FeatureTypeMapping instances detected\./ }, geoserver: { status: 500 },
  } },
  { name: "a failed upload leaves no store behind", request: get("/workspaces/w1/datastores/bad.xml"), answer: { status: 404 }, foreign: false },
  { name: "and no file", request: get("/resource/data/w1/bad/bad.appschema"), answer: { status: 404 }, foreign: false },
  { name: "and the old mapping where there was one", request: get("/resource/data/w1/st/deep/inside/any.APPSCHEMA"), answer: { status: 200, text: mapping(["t:A", "t:B"]) }, foreign: false },
  { name: "nothing configured when asked for one of none", request: put("/workspaces/w1/datastores/none/file.appschema", "text/xml", mapping([])), answer: { documented: { status: 201 }, geoserver: { status: 202 } }, foreign: false },
  { name: "without configure, one type is published", request: put("/workspaces/w1/datastores/first/file.appschema", "text/xml", mapping(["t:F1", "t:F2"])), answer: { status: 201 } },
  { name: "only one", request: get("/workspaces/w1/datastores/first/featuretypes.json"), answer: { status: 200, json: { featureTypes: { featureType: [{ name: "F1", href: "BASE/workspaces/w1/datastores/first/featuretypes/F1.json" }] } } } },
  { name: "a published name that another store has gets a number", request: put("/workspaces/w1/datastores/clash/file.appschema?configure=all", "text/xml", elsewhere(["t:F1"])), answer: { status: 201 } },
  { name: "the number", request: get("/workspaces/w1/datastores/clash/featuretypes.json"), answer: { status: 200, text: /"name":"F11"/ } },
]);

const parameters = (entries: string) => `<dataStore><name>pg</name><connectionParameters>${entries}</connectionParameters></dataStore>`;

contract("data stores by document", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "create", request: post("/workspaces/w1/datastores", "text/xml", parameters('<entry key="dbtype">postgis</entry><entry key="host">db</entry><entry key="passwd">hunter2</entry>')), answer: { status: 201, text: "pg", headers: { location: "BASE/workspaces/w1/datastores/pg" } } },
  { name: "the type and the namespace are derived, the password is sealed", request: get("/workspaces/w1/datastores/pg.xml"), answer: {
    status: 200, text: /<type>PostGIS<\/type><enabled>true<\/enabled>.*<entry key="passwd">crypt1:[^<]+<\/entry><entry key="namespace">http:\/\/w1<\/entry>/, without: /hunter2/,
  } },
  { name: "create again", request: post("/workspaces/w1/datastores", "text/xml", parameters("")), answer: {
    documented: { status: 409, text: "Store 'pg' already exists in workspace 'w1'" }, geoserver: { status: 500, text: "Store 'pg' already exists in workspace 'w1'" },
  } },
  { name: "another workspace in the body", request: post("/workspaces/w1/datastores", "text/xml", "<dataStore><name>x</name><workspace>w2</workspace></dataStore>"), answer: { status: 403, text: "Expected workspace w1 but client specified w2" } },
  { name: "new parameters replace the old ones", request: put("/workspaces/w1/datastores/pg", "application/json", '{"dataStore":{"description":"d","connectionParameters":{"entry":[{"@key":"dbtype","$":"postgis"},{"@key":"port","$":"5432"}]}}}'), answer: { status: 200, text: "" } },
  { name: "exactly these two", request: get("/workspaces/w1/datastores/pg.json"), answer: { status: 200, text: /"description":"d".*"connectionParameters":\{"entry":\[\{"@key":"dbtype","\$":"postgis"\},\{"@key":"port","\$":"5432"\}\]\}/ } },
  { name: "what is not sent stays", request: put("/workspaces/w1/datastores/pg", "text/xml", "<dataStore><enabled>false</enabled></dataStore>"), answer: { status: 200 } },
  { name: "disabled, with its parameters", request: get("/workspaces/w1/datastores/pg.xml"), answer: { status: 200, text: /<enabled>false<\/enabled>.*<entry key="port">5432<\/entry>/ } },
  { name: "rename", request: put("/workspaces/w1/datastores/pg", "text/xml", "<dataStore><name>pg2</name></dataStore>"), answer: { status: 200 } },
  { name: "under its new name", request: get("/workspaces/w1/datastores/pg2.xml"), answer: { status: 200 } },
  { name: "change a missing one", request: put("/workspaces/w1/datastores/none", "text/xml", "<dataStore/>"), answer: { status: 404, text: "No such datastore: w1,none" } },
  { name: "PUT to the list", request: put("/workspaces/w1/datastores", "text/xml", "<dataStore/>"), answer: { status: 405 } },
  { name: "POST to one", request: post("/workspaces/w1/datastores/pg2", "text/xml", "<dataStore/>"), answer: { status: 405 } },
  { name: "one entry collapses to an object", request: put("/workspaces/w1/datastores/pg2", "text/xml", '<dataStore><connectionParameters><entry key="a">b</entry></connectionParameters></dataStore>'), answer: { status: 200 } },
  { name: "the object", request: get("/workspaces/w1/datastores/pg2.json"), answer: { status: 200, text: /"connectionParameters":\{"entry":\{"@key":"a","\$":"b"\}\}/ } },
  { name: "a mapping into a store of another type", request: put("/workspaces/w1/datastores/pg2/file.appschema", "text/xml", mapping(["t:A"])), answer: { documented: { status: 409 }, geoserver: { status: 500 } } },
  { name: "delete", request: del("/workspaces/w1/datastores/pg2"), answer: { status: 200, text: "" } },
  { name: "delete again", request: del("/workspaces/w1/datastores/pg2"), answer: { status: 404 } },
]);
