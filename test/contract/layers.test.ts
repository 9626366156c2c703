/** Layers: their documents and their styles. */
import { mapping, sld } from "../support/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const SLD = "application/vnd.ogc.sld+xml";

contract("layers", [
  { name: "no layers", request: get("/layers.json"), answer: { documented: { status: 200, json: { layers: { layer: [] } } }, geoserver: { status: 200, json: { layers: "" } } } },
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a store with two types", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A", "t:B"])), answer: { status: 201 } },
  { name: "a global style", request: post("/styles?name=river", SLD, sld()), answer: { status: 201 } },
  { name: "a workspace style", request: post("/workspaces/w1/styles?name=own", SLD, sld()), answer: { status: 201 } },
  { name: "a layer", request: get("/layers/w1:A.json"), answer: { status: 200, text: /^\{"layer":\{"name":"A","type":"VECTOR","defaultStyle":\{"name":"generic","href":"[^"]*\/styles\/generic\.json"\},"resource":\{"@class":"featureType","name":"w1:A","href":"[^"]*\/workspaces\/w1\/datastores\/st\/featuretypes\/A\.json"\}/ } },
  { name: "a layer in XML", request: get("/workspaces/w1/layers/A.xml"), answer: { status: 200, text: /<resource class="featureType"><name>w1:A<\/name><atom:link / } },
  { name: "by its encoded name", request: get("/layers/w1%3AA.xml"), answer: { status: 200 } },
  { name: "by its bare name", request: get("/layers/A.xml"), answer: { status: 200 } },
  { name: "a missing layer", request: get("/layers/w1:X.xml"), answer: { status: 404, text: "No such layer: w1:X" } },
  { name: "another default style", request: put("/layers/w1:A", "text/xml", "<layer><defaultStyle><name>river</name></defaultStyle></layer>"), answer: { status: 200, text: "" } },
  { name: "is set", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"defaultStyle":\{"name":"river","href"/ } },
  { name: "a workspace style by its element", request: put("/layers/w1:A", "application/json", '{"layer":{"defaultStyle":{"name":"own","workspace":"w1"}}}'), answer: { status: 200 } },
  { name: "is set with its workspace", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"defaultStyle":\{"name":"w1:own","workspace":"w1","href":"[^"]*\/workspaces\/w1\/styles\/own\.json"\}/ } },
  { name: "a workspace style by its qualified name", request: put("/workspaces/w1/layers/B", "text/xml", "<layer><defaultStyle><name>w1:own</name></defaultStyle></layer>"), answer: { status: 200 } },
  { name: "alternates replace the whole set", request: put("/layers/w1:A", "text/xml", "<layer><styles><style><name>river</name></style><style><name>line</name></style></styles></layer>"), answer: { status: 200 } },
  { name: "two are a list", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"styles":\{"@class":"linked-hash-set","style":\[\{"name":"river"[^\]]*\{"name":"line"[^\]]*\]\}/ } },
  { name: "the default stayed", request: get("/layers/w1:A.xml"), answer: { status: 200, text: /<defaultStyle><name>w1:own<\/name><workspace>w1<\/workspace>/ } },
  { name: "the layer's styles", request: get("/layers/w1:A/styles.json"), answer: { status: 200, json: { styles: { style: [{ name: "river", href: "BASE/layers/w1%3AA/styles/river.json" }, { name: "line", href: "BASE/layers/w1%3AA/styles/line.json" }] } } } },
  { name: "one more", request: post("/layers/w1:A/styles", "text/xml", "<style><name>point</name></style>"), answer: { status: 201, text: "point", headers: { location: null } } },
  { name: "as the default", request: post("/layers/w1:A/styles?default=true", "text/xml", "<style><name>polygon</name></style>"), answer: { status: 201 } },
  { name: "is the default", request: get("/layers/w1:A.xml"), answer: { status: 200, text: /<defaultStyle><name>polygon<\/name>/ } },
  { name: "a style that is missing", request: post("/layers/w1:A/styles", "text/xml", "<style><name>none</name></style>"), answer: { status: 404 } },
  { name: "set to a style that is missing", request: put("/layers/w1:A", "text/xml", "<layer><defaultStyle><name>none</name></defaultStyle></layer>"), answer: { documented: { status: 422, text: "No such style: none" }, geoserver: { status: 403 } } },
  { name: "change a missing layer", request: put("/layers/w1:X", "text/xml", "<layer/>"), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
  { name: "flags", request: put("/layers/w1:A", "text/xml", "<layer><enabled>false</enabled><queryable>false</queryable><opaque>true</opaque></layer>"), answer: { status: 200 } },
  { name: "are kept", request: get("/layers/w1:A.json"), answer: { status: 200, text: /"enabled":false,"queryable":false,"opaque":true/ } },
  { name: "POST to the list", request: post("/layers", "text/xml", "<layer/>"), answer: { status: 405 } },
  { name: "delete a layer alone", request: del("/layers/w1:A"), answer: { status: 200 } },
  { name: "its type stays", request: get("/workspaces/w1/featuretypes/A.xml"), answer: { status: 200 } },
  { name: "delete a layer with its type", request: del("/workspaces/w1/layers/B?recurse=true"), answer: { status: 200 } },
  { name: "the type is gone", request: get("/workspaces/w1/featuretypes/B.xml"), answer: { status: 404, text: "No such feature type: w1,B" } },
  { name: "delete a missing layer", request: del("/layers/w1:B"), answer: { status: 404, text: "w1:B" } },
]);
