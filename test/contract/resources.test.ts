/** The data directory over REST, and conditional requests everywhere. */
import { createHash } from "node:crypto";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

const SLD = "application/vnd.ogc.sld+xml";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
/** By hand: the digest of the body, and sixteen digits of whose it is. */
const etag = (text: string, of = "Resource/n.txt") =>
  `"sha256-${sha256(text)}.${sha256(of).slice(0, 16)}"`;
const ATOM = 'xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate"';

/** A folder with the path of its parent, which begins with a slash as published, and without as recorded. */
const folder = (parent: string) => ({ ResourceDirectory: {
  name: "notes",
  parent: { path: parent, link: { href: "BASE/resource/", rel: "alternate", type: "application/json" } },
  children: { child: [
    { name: "deep", link: { href: "BASE/resource/notes/deep", rel: "alternate", type: "application/json" } },
    { name: "page.html", link: { href: "BASE/resource/notes/page.html", rel: "alternate", type: "application/octet-stream" } },
  ] },
} });
const deep = (parent: string) => ({
  status: 200,
  text: `<ResourceDirectory><name>deep</name><parent><path>${parent}</path><atom:link ${ATOM} href="BASE/resource/notes" type="application/xml"/></parent><children><child><name>a.txt</name><atom:link ${ATOM} href="BASE/resource/notes/deep/a.txt" type="application/octet-stream"/></child></children></ResourceDirectory>`,
  headers: { "resource-type": "directory" },
});
const rulesTag = (roles: string) => etag(`{"*.*.r":"*","*.*.w":"${roles}"}`, "AccessRules/layers");

contract("resources", [
  { name: "write a file, parents are made", request: put("/resource/notes/deep/a.txt", "text/plain", "hello"), answer: { status: 201 } },
  { name: "read it", request: get("/resource/notes/deep/a.txt"), answer: { status: 200, text: "hello", headers: { "content-type": /^text\/plain/, "resource-type": "resource", "content-disposition": 'attachment; filename="a.txt"', "last-modified": /GMT$/ } } },
  { name: "only its headers", request: { method: "HEAD", path: "/rest/resource/notes/deep/a.txt" }, answer: { status: 200, text: "", headers: { "resource-type": "resource" } } },
  { name: "write it again", request: put("/resource/notes/deep/a.txt", "text/plain", "hello again"), answer: { status: 201 } },
  { name: "a page is never run", request: put("/resource/notes/page.html", "text/html", "<script>alert(1)</script>"), answer: { status: 201 } },
  { name: "it is text", request: get("/resource/notes/page.html"), answer: { status: 200, headers: { "content-type": /^text\/plain/ } } },
  { name: "a folder in JSON", request: get("/resource/notes?format=json"), answer: { documented: { status: 200, json: folder("/") }, geoserver: { status: 200, json: folder("") } }, foreign: false },
  { name: "a folder in XML", request: get("/resource/notes/deep?format=xml"), answer: { documented: deep("/notes"), geoserver: deep("notes") }, foreign: false },
  { name: "a folder as a page", request: get("/resource/notes"), answer: by228({ status: 200, text: /<a href="[^"]*\/resource\/notes\/deep">deep<\/a>/, headers: { "content-type": /^text\/html/ } }, { status: 500, text: /is not available in the requested format/ }) },
  { name: "metadata", request: get("/resource/notes/deep/a.txt?operation=metadata&format=json"), answer: by228({ status: 200, text: /"name":"a\.txt".*"lastModified":"[^"]+ UTC","type":"resource"/ }, { status: 500, text: /is not available in the requested format/ }) },
  { name: "metadata of nothing", request: get("/resource/none?operation=metadata&format=xml"), answer: { status: 200, text: /<type>undefined<\/type>/ } },
  { name: "nothing there", request: get("/resource/none.txt"), answer: { status: 404, text: "Undefined resource path." } },
  { name: "onto a folder", request: put("/resource/notes", "text/plain", "x"), answer: { status: 405, text: "Attempting to write data to a directory." } },
  { name: "through a file", request: put("/resource/notes/page.html/x", "text/plain", "x"), answer: { status: 405 }, foreign: false },
  { name: "R3 onto what is told of it", request: put("/resource/notes/c.txt?operation=metadata", "text/plain", "x"), answer: { status: 405, text: "Attempting to write data to metadata." } },
  { name: "copy", request: put("/resource/notes/b.txt?operation=copy", "text/plain", "/notes/deep/a.txt"), answer: { status: 201 } },
  { name: "copied", request: get("/resource/notes/b.txt"), answer: { status: 200, text: "hello again" } },
  { name: "copy a folder", request: put("/resource/other?operation=copy", "text/plain", "notes"), answer: { status: 405 } },
  { name: "move a folder", request: put("/resource/other?operation=move", "text/plain", "notes"), answer: { status: 201 } },
  { name: "moved", request: get("/resource/other/deep/a.txt"), answer: { status: 200, text: "hello again" } },
  { name: "move what is not there", request: put("/resource/x?operation=move", "text/plain", "none"), answer: { status: 404, text: "Unable to locate 'none'." } },
  { name: "an unknown operation", request: put("/resource/x?operation=dance", "text/plain", "y"), answer: { documented: { status: 400, text: "Unknown operation 'dance' requested" }, geoserver: { status: 500 } } },
  { name: "out of the folder", request: put("/resource/%2e%2e/evil", "text/plain", "x"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false, wire: true },
  { name: "out of the folder by an encoded slash", request: put("/resource/..%2fevil", "text/plain", "x"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "names with blanks and signs", request: put("/resource/a%20b%2Bc.txt", "text/plain", "signs"), answer: { status: 201 }, foreign: false },
  { name: "are read back", request: get("/resource/a%20b%2Bc.txt"), answer: { status: 200, text: "signs" }, foreign: false },
  { name: "delete a folder with all in it", request: del("/resource/other"), answer: { status: 200, text: "" } },
  { name: "gone", request: get("/resource/other/deep/a.txt"), answer: { status: 404 } },
  { name: "delete what is not there", request: del("/resource/other"), answer: { status: 404, text: "Resource 'other' not found" } },
  { name: "the whole directory is not deleted", request: del("/resource"), answer: { status: 405 }, foreign: false },
]);

contract("resources that the catalog uses", [
  { name: "a style", request: post("/styles?name=s", SLD, sld({ colour: "#000001" })), answer: { status: 201 } },
  { name: "is a file", request: get("/resource/styles/s.sld"), answer: { status: 200, text: sld({ colour: "#000001" }) } },
  { name: "written from that side", request: put("/resource/styles/s.sld", SLD, sld({ colour: "#000002" })), answer: { status: 201 } },
  { name: "is seen from this side", request: get("/styles/s.sld"), answer: { status: 200, text: sld({ colour: "#000002" }) } },
  { name: "a broken one is refused there too", request: put("/resource/styles/s.sld", SLD, "<a>"), answer: { status: 400, text: /^Invalid style:/ }, foreign: false },
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a store", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"])), answer: { status: 201 } },
  { name: "its mapping is a file", request: get("/resource/data/w1/st/st.appschema"), answer: { status: 200, text: mapping(["t:A"]) } },
  { name: "a broken mapping is refused", request: put("/resource/data/w1/st/st.appschema", "text/xml", "<a/>"), answer: { documented: { status: 422 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a good one is taken", request: put("/resource/data/w1/st/st.appschema", "text/xml", mapping(["t:A", "t:B"])), answer: { status: 201 } },
  { name: "and seen", request: get("/workspaces/w1/datastores/st/featuretypes.json?list=all"), answer: { status: 200, json: { list: { string: ["A", "B"] } } }, foreign: false },
]);

contract("conditional requests", [
  { name: "a file", request: put("/resource/n.txt", "text/plain", "one", { "if-none-match": "*" }), answer: { status: 201 }, foreign: false },
  { name: "is not created twice", request: put("/resource/n.txt", "text/plain", "two", { "if-none-match": "*" }), answer: { status: 412 }, foreign: false },
  { name: "its ETag is the digest of its bytes", request: get("/resource/n.txt"), answer: { status: 200, headers: { etag: etag("one") } }, foreign: false },
  { name: "not sent again", request: get("/resource/n.txt", { "if-none-match": etag("one") }), answer: { status: 304, text: "" }, foreign: false },
  { name: "sent when it differs", request: get("/resource/n.txt", { "if-none-match": etag("other") }), answer: { status: 200, text: "one" }, foreign: false },
  { name: "changed by who knows it", request: put("/resource/n.txt", "text/plain", "two", { "if-match": etag("one") }), answer: { status: 201 }, foreign: false },
  { name: "not by who does not", request: put("/resource/n.txt", "text/plain", "three", { "if-match": etag("one") }), answer: { status: 412 }, foreign: false },
  { name: "not deleted by who does not", request: del("/resource/n.txt", { "if-match": etag("one") }), answer: { status: 412 }, foreign: false },
  { name: "deleted by who knows it", request: del("/resource/n.txt", { "if-match": `${etag("x")}, ${etag("two")}` }), answer: { status: 200 }, foreign: false },
  { name: "If-Match on nothing", request: put("/resource/n.txt", "text/plain", "x", { "if-match": "*" }), answer: { status: 412 }, foreign: false },
  { name: "a style", request: post("/styles?name=s", SLD, sld()), answer: { status: 201 }, foreign: false },
  { name: "its content has an ETag", request: get("/styles/s.sld"), answer: { status: 200, headers: { etag: etag(sld(), "Style/s") } }, foreign: false },
  { name: "a wrong ETag stops a PUT", request: put("/styles/s", SLD, sld({ colour: "#000001" }), { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "the content's ETag lets it through", request: put("/styles/s", SLD, sld({ colour: "#000001" }), { "if-match": etag(sld(), "Style/s") }), answer: { status: 200 }, foreign: false },
  { name: "a wrong ETag stops a DELETE", request: del("/styles/s", { "if-match": etag(sld(), "Style/s") }), answer: { status: 412 }, foreign: false },
  { name: "rules have one", request: get("/security/acl/layers.json"), answer: { documented: { status: 200, headers: { etag: rulesTag("ADMIN,GROUP_ADMIN") } }, geoserver: { status: 200, headers: { etag: rulesTag("GROUP_ADMIN,ADMIN") } } }, foreign: false },
  { name: "a wrong one stops a POST of rules", request: post("/security/acl/layers", "text/xml", '<rules><rule resource="a.b.r">R</rule></rules>', { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "the right one does not", request: put("/security/acl/layers", "application/json", '{"*.*.r":"R"}', { "if-match": `${rulesTag("ADMIN,GROUP_ADMIN")}, ${rulesTag("GROUP_ADMIN,ADMIN")}` }), answer: { status: 200 }, foreign: false },
  { name: "the mode has one", request: put("/security/acl/catalog", "application/json", '{"mode":"MIXED"}', { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "a workspace has one", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "a wrong one stops a PUT to it", request: put("/workspaces/w1", "text/xml", "<workspace><isolated>true</isolated></workspace>", { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "and to its namespace", request: put("/namespaces/w1", "text/xml", "<namespace><uri>http://x.org</uri></namespace>", { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "a store has one", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"]), { "if-none-match": "*" }), answer: { status: 201 } },
  { name: "a wrong one stops an upload", request: put("/workspaces/w1/datastores/st/file.appschema", "text/xml", mapping(["t:A"]), { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "and a deletion", request: del("/workspaces/w1/datastores/st?recurse=true", { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "a layer has one", request: put("/layers/w1:A", "text/xml", "<layer><enabled>false</enabled></layer>", { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "a feature type has one", request: del("/workspaces/w1/datastores/st/featuretypes/A?recurse=true", { "if-match": etag("x") }), answer: { status: 412 }, foreign: false },
  { name: "lists have one", request: get("/styles.xml"), answer: { status: 200, headers: { etag: /^"sha256-[0-9a-f]{64}\.[0-9a-f]{16}"$/ } }, foreign: false },
]);
