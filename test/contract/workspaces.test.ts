/** Workspaces and namespaces. */
import { contract, del, get, post, put } from "./harness.ts";

const LINK = 'xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate"';
const listed = (type: string) =>
  `<workspaces><workspace><name>w1</name><atom:link ${LINK} href="BASE/workspaces/w1.xml" type="${type}"/></workspace></workspaces>`;
const workspace = (name: string) => `<workspace><name>${name}</name></workspace>`;

contract("workspaces", [
  { name: "an empty list", request: get("/workspaces.json"), answer: {
    documented: { status: 200, json: { workspaces: { workspace: [] } } },
    geoserver: { status: 200, json: { workspaces: "" } },
  } },
  { name: "an empty list in XML", request: get("/workspaces.xml"), answer: { status: 200, text: "<workspaces/>" } },
  {
    name: "2 create",
    request: post("/workspaces", "text/xml", workspace("w1")),
    answer: { status: 201, text: "w1", headers: { location: "BASE/workspaces/w1", "content-type": /^text\/plain/ } },
  },
  {
    name: "3 create again",
    request: post("/workspaces", "text/xml", workspace("w1")),
    answer: { status: 409, text: "Workspace 'w1' already exists" },
  },
  { name: "4 POST to one", request: post("/workspaces/w1", "text/xml", workspace("w1")), answer: { status: 405, headers: { allow: /GET/ } } },
  { name: "PUT to the list", request: put("/workspaces", "text/xml", workspace("w1")), answer: { status: 405 } },
  { name: "DELETE of the list", request: del("/workspaces"), answer: { status: 405 } },
  {
    name: "5 change a missing one",
    request: put("/workspaces/none", "text/xml", workspace("none")),
    answer: { status: 404, text: "Can't change a non existant workspace (none)" },
  },
  {
    name: "a list of one is a list",
    request: get("/workspaces.json"),
    answer: { status: 200, json: { workspaces: { workspace: [{ name: "w1", href: "BASE/workspaces/w1.json" }] } } },
  },
  {
    name: "the list in XML",
    request: get("/workspaces.xml"),
    answer: {
      documented: { status: 200, text: listed("application/xml") },
      geoserver: { status: 200, text: listed("application/atom+xml") },
    },
  },
  {
    name: "one in JSON, links as addresses",
    request: get("/workspaces/w1.json"),
    answer: { status: 200, text: /"name":"w1","isolated":false,"dateCreated":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC".*"dataStores":"http[^"]*\/workspaces\/w1\/datastores\.json"/ },
  },
  {
    name: "one in XML, links as elements",
    request: get("/workspaces/w1.xml"),
    answer: { status: 200, text: /<dataStores><atom:link [^>]*href="[^"]*\/workspaces\/w1\/datastores\.xml" type="application\/xml"\/><\/dataStores>/ },
  },
  {
    name: "8 a missing one, quietly",
    request: get("/workspaces/none.xml?quietOnNotFound=true"),
    answer: { status: 404, text: "" },
  },
  {
    name: "a missing one",
    request: get("/workspaces/none.xml"),
    answer: { status: 404, text: "No such workspace: 'none' found", headers: { "content-type": /^text\/plain/ } },
  },
  {
    name: "9 a namespace comes with it",
    request: get("/namespaces/w1.json"),
    answer: {
      documented: { status: 200, json: { namespace: { prefix: "w1", uri: "http://w1", isolated: false, featureTypes: "BASE/workspaces/w1/featuretypes.json" } } },
      geoserver: { status: 200, json: { namespace: { prefix: "w1", uri: "http://w1", isolated: false } } },
    },
  },
  {
    name: "the reserved name",
    request: post("/workspaces", "text/xml", workspace("default")),
    answer: {
      documented: { status: 400, text: "default is a reserved keyword, can't be used as the workspace name" },
      geoserver: { status: 409, text: "default is a reserved keyword, can't be used as the workspace name" },
    },
  },
  {
    name: "a name that is no XML name",
    request: post("/workspaces", "text/xml", workspace("7 up")),
    answer: { documented: { status: 400 }, geoserver: { status: 500 } },
    foreign: false,
  },
  { name: "the default one", request: get("/workspaces/default.json"), answer: { status: 200, text: /"name":"w1"/ } },
  { name: "a second one, by JSON", request: post("/workspaces", "application/json", '{"workspace":{"name":"w2"}}'), answer: { status: 201, text: "w2" } },
  { name: "another default", request: put("/workspaces/default", "text/xml", workspace("w2")), answer: { status: 200, text: "" } },
  { name: "is the default now", request: get("/workspaces/default.json"), answer: { status: 200, text: /"name":"w2"/ } },
  { name: "a default that is missing", request: put("/workspaces/default", "text/xml", workspace("none")), answer: {
    documented: { status: 404, text: "No such workspace: 'none'" }, geoserver: { status: 500, text: "No such workspace: 'none'" },
  } },
  { name: "a default without a name", request: put("/workspaces/default", "text/xml", "<workspace/>"), answer: {
    documented: { status: 400, text: /name is missing/ }, geoserver: { status: 500, text: /name is missing/ },
  }, foreign: false },
  { name: "metadata", request: put("/workspaces/w2", "text/xml", '<workspace><metadata><entry key="a">b</entry><entry key="c">d</entry></metadata></workspace>'), answer: { status: 200 } },
  { name: "are kept by what does not say them", request: put("/workspaces/w2", "application/json", '{"workspace":{"name":"w2"}}'), answer: { status: 200 } },
  { name: "nor does a change of the namespace lose them", request: put("/namespaces/w2", "text/xml", "<namespace><uri>http://w2</uri></namespace>"), answer: { status: 200 } },
  { name: "and shown", request: get("/workspaces/w2.xml"), answer: { status: 200, text: /^<workspace><name>w2<\/name><metadata><entry key="a">b<\/entry><entry key="c">d<\/entry><\/metadata><isolated>/ } },
  { name: "an empty map takes them away", request: put("/workspaces/w2", "text/xml", "<workspace><metadata/></workspace>"), answer: { status: 200 } },
  { name: "so that there are none", request: get("/workspaces/w2.json"), answer: { status: 200, text: /"name":"w2"/, without: /metadata/ } },
  { name: "an empty name", request: put("/workspaces/w2", "text/xml", "<workspace><name></name></workspace>"), answer: { status: 403, text: "The workspace name cannot be empty" } },
  { name: "rename", request: put("/workspaces/w2", "text/xml", workspace("w3")), answer: { status: 200 } },
  { name: "the namespace keeps in step", request: get("/namespaces/w3.json"), answer: { status: 200, text: /"prefix":"w3","uri":"http:\/\/w2"/ } },
  { name: "rename to a name that is taken", request: put("/workspaces/w3", "text/xml", workspace("w1")), answer: {
    documented: { status: 409, text: "Workspace named 'w1' already exists." }, geoserver: { status: 500, text: "Workspace named 'w1' already exists." },
  } },
  { name: "a broken body", request: post("/workspaces", "text/xml", "<workspace><name>w9</workspace>"), answer: {
    documented: { status: 400, without: /at .*\.ts/ }, geoserver: { status: 500, without: /at .*\.ts/ },
  } },
  { name: "a body with markup declarations", request: post("/workspaces", "text/xml", '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><workspace><name>&e;</name></workspace>'), answer: {
    documented: { status: 400, without: /root:/ }, geoserver: { status: 500, without: /root:/ },
  } },
  { name: "a body of another type", request: post("/workspaces", "image/png", "x"), answer: { status: 415 }, foreign: false },
  { name: "6 delete one that holds a store", request: post("/workspaces/w1/datastores", "text/xml", "<dataStore><name>s</name><connectionParameters><entry key=\"dbtype\">postgis</entry></connectionParameters></dataStore>"), answer: { status: 201 } },
  { name: "6 is refused", request: del("/workspaces/w1"), answer: { status: 403, text: "Workspace not empty" } },
  { name: "7 unless with all in it", request: del("/workspaces/w1?recurse=true"), answer: { status: 200, text: "" } },
  { name: "it is gone with its namespace", request: get("/namespaces/w1.xml"), answer: { status: 404, text: "No such namespace: 'w1' found" } },
  { name: "delete a missing one", request: del("/workspaces/w1"), answer: { status: 404, text: "Workspace 'w1' not found" } },
  { name: "delete an empty one", request: del("/workspaces/w3"), answer: { status: 200 } },
]);

const namespace = (prefix: string, uri: string) => `<namespace><prefix>${prefix}</prefix><uri>${uri}</uri></namespace>`;

contract("namespaces", [
  { name: "create makes the workspace too", request: post("/namespaces", "text/xml", namespace("n1", "http://example.org/n1")), answer: { status: 201, text: "n1", headers: { location: "BASE/namespaces/n1" } } },
  { name: "the workspace is there", request: get("/workspaces/n1.json"), answer: { status: 200, text: /"name":"n1"/ } },
  { name: "the URI is what was asked", request: get("/namespaces/n1.xml"), answer: { status: 200, text: /<prefix>n1<\/prefix><uri>http:\/\/example\.org\/n1<\/uri>/ } },
  { name: "a prefix that is taken", request: post("/namespaces", "text/xml", namespace("n1", "http://example.org/other")), answer: {
    documented: { status: 409, text: "Namespace with prefix 'n1' already exists." }, geoserver: { status: 500, text: "Namespace with prefix 'n1' already exists." },
  } },
  { name: "a URI that is taken", request: post("/namespaces", "text/xml", namespace("n2", "http://example.org/n1")), answer: {
    documented: { status: 409, text: "Namespace with URI 'http://example.org/n1' already exists." }, geoserver: { status: 500 },
  } },
  { name: "a URI that is none", request: post("/namespaces", "text/xml", namespace("n2", "not a uri")), answer: {
    documented: { status: 400, text: /^Invalid URI syntax for / }, geoserver: { status: 500, text: /^Invalid URI syntax for / },
  } },
  { name: "the list names prefixes", request: get("/namespaces.json"), answer: { status: 200, json: { namespaces: { namespace: [{ name: "n1", href: "BASE/namespaces/n1.json" }] } } } },
  { name: "a store inside", request: post("/workspaces/n1/datastores", "text/xml", '<dataStore><name>s</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 } },
  { name: "10 another URI", request: put("/namespaces/n1", "text/xml", "<namespace><uri>http://e.org/x</uri></namespace>"), answer: { status: 200, text: "" } },
  { name: "10 the store follows", request: get("/workspaces/n1/datastores/s.xml"), answer: { status: 200, text: /<entry key="namespace">http:\/\/e\.org\/x<\/entry>/ } },
  { name: "another prefix is refused", request: put("/namespaces/n1", "text/xml", namespace("n9", "http://e.org/x")), answer: { status: 403, text: "Can't change name of namespace" } },
  { name: "change a missing one", request: put("/namespaces/none", "text/xml", "<namespace><uri>http://e.org/y</uri></namespace>"), answer: { status: 404, text: "Can't change a non existant namespace (none)" } },
  { name: "a second one", request: post("/namespaces", "application/json", '{"namespace":{"prefix":"n2","uri":"http://example.org/n2"}}'), answer: { status: 201, text: "n2" } },
  { name: "the first is the default", request: get("/namespaces/default.json"), answer: { status: 200, text: /"prefix":"n1","uri":"http:\/\/e\.org\/x","isolated":false/ } },
  { name: "another default", request: put("/namespaces/default", "application/json", '{"namespace":{"prefix":"n2"}}'), answer: { status: 200, text: "" } },
  { name: "is the default now", request: get("/namespaces/default.xml"), answer: { status: 200, text: /<prefix>n2<\/prefix><uri>http:\/\/example\.org\/n2<\/uri><isolated>false<\/isolated>/ } },
  { name: "as a workspace too", request: get("/workspaces/default.json"), answer: { status: 200, text: /"name":"n2"/ } },
  { name: "isolated", request: put("/workspaces/n2", "text/xml", "<workspace><isolated>true</isolated></workspace>"), answer: { status: 200, text: "" } },
  { name: "a change of something else", request: put("/namespaces/n2", "text/xml", "<namespace><uri>http://example.org/two</uri></namespace>"), answer: { status: 200, text: "" } },
  { name: "or of nothing", request: put("/workspaces/n2", "text/xml", "<workspace><name>n2</name></workspace>"), answer: { status: 200, text: "" } },
  { name: "leaves that", request: get("/namespaces/n2.json"), answer: { documented: { status: 200, text: /"uri":"http:\/\/example\.org\/two","isolated":true/ }, geoserver: { status: 200, text: /"uri":"http:\/\/example\.org\/two","isolated":false/ } } },
  { name: "until somebody says so", request: put("/namespaces/n2", "text/xml", "<namespace><isolated>false</isolated></namespace>"), answer: { status: 200, text: "" } },
  { name: "in both documents", request: get("/workspaces/n2.json"), answer: { status: 200, text: /"isolated":false/ } },
  { name: "the default by its name and with another URI", request: put("/namespaces/default", "text/xml", namespace("n1", "http://example.org/evil")), answer: { status: 200, text: "" } },
  { name: "is another one", request: get("/namespaces/default.json"), answer: { status: 200, text: /"prefix":"n1"/ } },
  { name: "with the URI that it had", request: get("/namespaces/n1.json"), answer: { status: 200, text: /"uri":"http:\/\/e\.org\/x"/ } },
  { name: "a default that is missing", request: put("/namespaces/default", "text/xml", "<namespace><prefix>none</prefix></namespace>"), answer: {
    documented: { status: 404, text: "No such namespace: 'none'" }, geoserver: { status: 500, text: "No such namespace: 'none'" },
  } },
  { name: "a default without a prefix", request: put("/namespaces/default", "application/json", '{"namespace":{"uri":"http://example.org/evil"}}'), answer: {
    documented: { status: 400, text: /prefix is missing/ }, geoserver: { status: 500, text: /prefix is missing/ },
  }, foreign: false },
  { name: "changes nothing", request: get("/namespaces/default.json"), answer: { status: 200, text: /"prefix":"n1","uri":"http:\/\/e\.org\/x"/ } },
  { name: "11 delete one that is not empty", request: del("/namespaces/n1"), answer: { documented: { status: 409, text: "Namespace not empty" }, geoserver: { status: 200, text: "" } } },
  { name: "delete the default by that word", request: del("/namespaces/default"), answer: { status: 405, text: "Can't delete the default namespace" } },
  { name: "empty it", request: del("/workspaces/n1/datastores/s"), answer: { status: 200 } },
  { name: "delete", request: del("/namespaces/n1"), answer: { status: 200, text: "" } },
  { name: "the workspace went along", request: get("/workspaces/n1.xml"), answer: { status: 404 } },
  { name: "delete a missing one", request: del("/namespaces/n1"), answer: { status: 404, text: "Namespace 'n1' not found" } },
]);

const URI = "http://example.org/same";

contract("isolation and the default", [
  { name: "N1 an isolated workspace", request: post("/workspaces", "text/xml", "<workspace><name>i</name><isolated>true</isolated></workspace>"), answer: { status: 201 } },
  { name: "N1 has an isolated namespace", request: get("/namespaces/i.xml"), answer: { status: 200, text: /<isolated>true<\/isolated>/ } },
  { name: "N2 which is isolated no more", request: put("/namespaces/i", "text/xml", "<namespace><isolated>false</isolated></namespace>"), answer: { status: 200, text: "" } },
  { name: "N2 nor is the workspace", request: get("/workspaces/i.xml"), answer: { status: 200, text: /<isolated>false<\/isolated>/ } },
  { name: "N3 a namespace", request: post("/namespaces", "text/xml", namespace("g", URI)), answer: { status: 201, text: "g" } },
  { name: "N3 an isolated one of the same URI", request: post("/namespaces", "text/xml", `<namespace><prefix>g2</prefix><uri>${URI}</uri><isolated>true</isolated></namespace>`), answer: { status: 201, text: "g2" } },
  { name: "N3 one that is not", request: post("/namespaces", "text/xml", namespace("g3", URI)), answer: {
    documented: { status: 409, text: `Namespace with URI '${URI}' already exists.` }, geoserver: { status: 500, text: `Namespace with URI '${URI}' already exists.` },
  } },
  { name: "isolation is not taken off what shares its URI, by the namespace", request: put("/namespaces/g2", "text/xml", "<namespace><isolated>false</isolated></namespace>"), answer: {
    documented: { status: 409, text: `Namespace with URI '${URI}' already exists.` }, geoserver: { status: 500, text: `Namespace with URI '${URI}' already exists.` },
  } },
  { name: "nor by the workspace", request: put("/workspaces/g2", "text/xml", "<workspace><isolated>false</isolated></workspace>"), answer: {
    documented: { status: 409, text: `Namespace with URI '${URI}' already exists.` }, geoserver: { status: 500, text: `Namespace with URI '${URI}' already exists.` },
  }, foreign: false },
  { name: "the workspace is as it was", request: get("/workspaces/g2.json"), answer: { status: 200, text: /"isolated":true/ }, foreign: false },
  { name: "N4 another default", request: put("/workspaces/default", "text/xml", workspace("i")), answer: { status: 200, text: "" } },
  { name: "N4 is the default namespace too", request: get("/namespaces/default.json"), answer: { status: 200, text: /"prefix":"i"/ } },
  { name: "N5 none of that name", request: put("/workspaces/default", "text/xml", workspace("none")), answer: {
    documented: { status: 404, text: "No such workspace: 'none'" }, geoserver: { status: 500, text: "No such workspace: 'none'" },
  } },
  { name: "N6 the default one is deleted", request: del("/workspaces/i"), answer: { status: 200, text: "" } },
  { name: "N6 and the first by name follows it", request: get("/workspaces/default.json"), answer: { status: 200, text: /"name":"g"/ }, foreign: false },
]);
