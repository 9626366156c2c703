/**
 * What answers that are no documents are called and how they are encoded: in the `geoserver` dialect as
 * the recordings of a stock server have it (docs/compatibility.md, "Errors").
 */
import { contract, del, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const XML = "text/xml";
const utf8 = { "content-type": "text/plain; charset=utf-8" };
const plain = { "content-type": "text/plain;charset=iso-8859-1" };
const bare = { "content-type": "text/plain" };
const untyped = { "content-type": null, "content-length": "0" };
const problem = { "content-type": "application/problem+json" };
const latin = (text: string) => Buffer.from(text, "latin1");

const both = (status: number, text: string): Row["answer"] => ({
  documented: { status, bytes: Buffer.from(text), headers: utf8 },
  geoserver: { status, bytes: latin(text), headers: plain },
  "2.28": { status, bytes: status < 400 ? latin(text) : Buffer.from(text), headers: bare },
});

const done = (documented: number, geoserver = documented): Row["answer"] => ({
  documented: { status: documented, text: "", headers: utf8 },
  geoserver: { status: geoserver, text: "", headers: untyped },
});

contract("text answers", [
  { name: "what a route refuses is no problem document, whatever its status", request: del("/namespaces/default"), answer: both(405, "Can't delete the default namespace") },
  { name: "something made tells its name in Latin-1", request: post("/workspaces", XML, "<workspace><name>stra&#223;e</name></workspace>"), answer: both(201, "straße") },
  { name: "something made that is not named keeps its type", request: post("/workspaces/stra%C3%9Fe/datastores", XML, "<dataStore><name>st</name></dataStore>"), answer: both(201, "st") },
  { name: "also with nothing in it", request: post("/workspaces/stra%C3%9Fe/datastores/st/featuretypes", XML, "<featureType><name>ft</name><nativeName>ft</nativeName></featureType>"), answer: both(201, ""), foreign: false },
  { name: "what is refused is told in Latin-1", request: get("/workspaces/stra%C3%9Fe/datastores/%C3%BC.xml"), answer: both(404, "No such datastore: straße,ü") },
  { name: "quietly too", request: get("/workspaces/stra%C3%9Fe/datastores/%C3%BC.xml?quietOnNotFound=true"), answer: both(404, "") },
  { name: "what Latin-1 has not is a question mark", request: get("/workspaces/stra%C3%9Fe/datastores/%E6%B0%B4.xml"), answer: { documented: { status: 404, text: "No such datastore: straße,水", headers: utf8 }, geoserver: { status: 404, bytes: latin("No such datastore: straße,?"), headers: plain }, "2.28": { status: 404, bytes: Buffer.from("No such datastore: straße,水"), headers: bare } } },
  { name: "a change has nothing to say", request: put("/workspaces/stra%C3%9Fe", XML, "<workspace><isolated>false</isolated></workspace>"), answer: done(200) },
  { name: "nor have rules", request: post("/security/acl/services", XML, '<rules><rule resource="wms.GetMap">ADMIN</rule></rules>'), answer: done(201, 200) },
  { name: "nor has a file", request: put("/resource/a/b.txt", "text/plain", "b"), answer: done(201) },
  { name: "nor a reload", request: post("/reload", XML, ""), answer: done(200) },
  { name: "nor a deletion", request: del("/workspaces/stra%C3%9Fe?recurse=true"), answer: done(200) },
  { name: "a path that nobody has", request: get("/none.xml"), answer: { documented: { status: 404, text: "No endpoint GET /rest/none.xml.", headers: utf8 }, geoserver: { status: 404, json: { detail: "No endpoint GET /rest/none.", instance: "/rest/none", status: 404, title: "Not Found" }, headers: problem }, "2.28": { status: 404, text: "No endpoint GET /rest/none.xml.", headers: bare } } },
  { name: "a method that a path has not", request: del("/styles.json?x=1"), answer: { documented: { status: 405, text: /^DELETE is not possible here/, headers: utf8 }, geoserver: { status: 405, json: { detail: "DELETE is not possible here; possible are HEAD, GET, POST", instance: "/rest/styles", status: 405, title: "Method Not Allowed" }, headers: { ...problem, allow: "HEAD, GET, POST" } }, "2.28": { status: 405, text: /^DELETE is not possible here/, headers: bare } }, foreign: false },
  { name: "a type that is not taken", request: put("/settings", "text/plain", "x"), answer: { documented: { status: 415, headers: utf8 }, geoserver: { status: 415, text: /^\{"detail":".+","instance":"\/rest\/settings","status":415,"title":"Unsupported Media Type"\}$/, headers: problem }, "2.28": { status: 415, headers: bare } }, foreign: false },
  { name: "a form that is not offered", request: get("/styles", { accept: "image/png" }), answer: { documented: { status: 406, headers: utf8 }, geoserver: { status: 406, headers: problem }, "2.28": { status: 406, headers: bare } }, foreign: false },
]);
