/** Manners that real clients need: curl's habits, long names, large and chunked bodies. */
import { randomBytes } from "node:crypto";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { isProof } from "../support/run/scale.ts";
import { contract, del, get, post, put } from "./harness.ts";

const SLD = "application/vnd.ogc.sld+xml";
const MIB = 1024 * 1024;
const longName = "a-name-of-more-than-one-hundred-characters-".repeat(4);
const tooLong = "x".repeat(300);
const ballast = (mib: number) => Object.fromEntries(Array.from({ length: mib }, (_unused, index) => [`data/${index}.bin`, randomBytes(MIB)]));
const archiveOf = (mib: number) => zipOf({ "st.appschema": mapping(["t:A"]), ...ballast(mib) }, { store: true });
const large = await archiveOf(50);
const many = isProof ? large : await archiveOf(8);
const bomb = await zipOf({ "st.appschema": mapping(["t:A"]), "zeros.bin": Buffer.alloc(15 * MIB) });
const chunked = (request: ReturnType<typeof put>) => ({ ...request, chunked: true });

contract("manners", [
  { name: "a workspace, its type with a charset", request: post("/workspaces", "text/xml; charset=utf-8", "<workspace><name>w1</name></workspace>"), answer: { status: 201, text: "w1" } },
  { name: "doubled slashes", request: { method: "GET", path: "//rest///workspaces//w1.json" }, answer: { status: 200 }, foreign: false },
  { name: "a trailing slash", request: get("/workspaces/w1/"), answer: { status: 200 }, foreign: false },
  { name: "a trailing slash behind a suffix", request: get("/workspaces/w1.xml/"), answer: { status: 200, text: /^<workspace>/ }, foreign: false },
  { name: "the suffix goes before Accept", request: get("/workspaces/w1.xml", { accept: "application/json" }), answer: { status: 200, headers: { "content-type": /xml/ } } },
  { name: "anything will do", request: get("/workspaces/w1", { accept: "*/*" }), answer: { status: 200, headers: { "content-type": /json/ } }, foreign: false },
  { name: "text/xml is XML", request: get("/workspaces/w1", { accept: "text/xml" }), answer: { status: 200, text: /^<workspace>/ }, foreign: false },
  { name: "what a browser accepts", request: get("/workspaces/w1", { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }), answer: { status: 200, text: /^<workspace>/ }, foreign: false },
  { name: "a form that is not offered", request: get("/workspaces/w1", { accept: "image/png" }), answer: { status: 406 }, foreign: false },
  { name: "HEAD", request: { method: "HEAD", path: "/rest/workspaces/w1.xml" }, answer: { status: 200, text: "", headers: { etag: /sha256-/ } }, foreign: false },
  { name: "writes answer in text, whatever is accepted", request: post("/styles?name=text", SLD, sld(), { accept: "application/json" }), answer: { status: 201, text: "text", headers: { "content-type": /^text\/plain/ } } },
  { name: "a numeric name stays a text", request: post("/workspaces/w1/styles", "application/json", '{"style":{"name":"007","filename":"007.sld"}}'), answer: { status: 201, text: "007" } },
  { name: "in JSON too", request: get("/workspaces/w1/styles/007.json"), answer: { status: 200, text: /"name":"007"/ }, foreign: false },
  { name: "a number in JSON is a name too", request: post("/workspaces/w1/styles", "application/json", '{"style":{"name":2020,"filename":"2020.sld"}}'), answer: { status: 201, text: "2020" } },
  { name: "entities in XML", request: post("/workspaces/w1/styles", "text/xml", "<style><name>a&amp;b</name><filename>ab.sld</filename></style>"), answer: { status: 201, text: "a&b" } },
  { name: "are escaped again", request: get("/workspaces/w1/styles/a%26b.xml"), answer: { status: 200, text: /<name>a&amp;b<\/name>/ } },
  { name: "characters beyond ASCII", request: post("/styles?name=Stra%C3%9Fe", SLD, sld()), answer: { status: 201, text: "Straße", headers: { location: "BASE/styles/Stra%C3%9Fe" } } },
  { name: "are found", request: get("/styles/Stra%C3%9Fe.xml"), answer: { status: 200, text: /<name>Straße<\/name>/ } },
  { name: "a dot in a name", request: post("/styles?name=a.b", SLD, sld()), answer: { status: 201 } },
  { name: "is found", request: get("/styles/a.b.sld"), answer: { status: 200 } },
  { name: "a name of more than 100 characters", request: post(`/styles?name=${longName}`, SLD, sld()), answer: { status: 201, text: longName } },
  { name: "is found", request: get(`/styles/${longName}.sld`), answer: { status: 200 } },
  { name: "a name beyond the bound", request: post(`/styles?name=${tooLong}`, SLD, sld()), answer: { documented: { status: 400, text: /longer than 255 bytes \(300\)/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "a URL beyond the bound", request: get(`/styles/${"x".repeat(13_000)}`), answer: { status: 414 }, foreign: false },
  { name: "a DELETE with a content type and no body", request: del(`/styles/${longName}`, { "content-type": "text/xml" }), answer: { status: 200 } },
  { name: "a DELETE with a JSON type and no body", request: del("/styles/a.b.xml", { "content-type": "application/json" }), answer: { status: 200 } },
  { name: "a DELETE with an empty body", request: { method: "DELETE", path: "/rest/styles/text", headers: { "content-type": "text/plain" }, body: "" }, answer: { status: 200 } },
  { name: "a chunked body without a length", request: chunked(post("/styles?name=chunks", SLD, sld())), answer: { status: 201 } },
  { name: "arrives whole", request: get("/styles/chunks.sld"), answer: { status: 200, text: sld() }, foreign: false },
  { name: "a ZIP that inflates beyond its bound", request: put("/workspaces/w1/datastores/bomb/file.appschema", "application/zip", bomb), answer: { status: 413, text: /the limit is 200/ }, foreign: false },
  { name: "leaves nothing behind", request: get("/workspaces/w1/datastores/bomb.xml"), answer: { status: 404 }, foreign: false },
  { name: "a document beyond its bound", request: post("/workspaces", "text/xml", `<workspace><name>${"x".repeat(MIB)}</name></workspace>`), answer: { status: 413 }, foreign: false },
  { name: "an SLD beyond its bound", request: post("/styles?name=huge", SLD, sld().padEnd(9 * MIB)), answer: { status: 413, text: /the limit is 8388608/ }, foreign: false },
]);

contract("manners of large bodies", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a ZIP of 50 MB (interface 4.1)", request: put("/workspaces/w1/datastores/large/file.appschema?configure=all", "application/zip", large), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, wire: true },
  { name: "a ZIP of many MB in chunks", request: chunked(put("/workspaces/w1/datastores/large/file.appschema?configure=none", "application/zip", many)), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, wire: true },
], { onceIn: "geoserver" });
