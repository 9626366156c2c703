/** Schemas of the document databases inside app-schema stores (interface 4.1, rules 5 to 8). */
import { afterAll } from "vitest";
import { documentDatabase as limits } from "../../src/model/limits.ts";
import { documentMapping, mapping, zipOf } from "../support/estates/artefacts.ts";
import { startDocumentServer } from "../support/databases/document-server.ts";
import { contract, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const documents = await startDocumentServer({ stations: { documents: [{ name: "one" }] }, towns: { documents: [{ town: "t" }] } });
afterAll(() => documents.close());
const address = `mongodb://127.0.0.1:${documents.port}/geo`;
const from = (store: string, collection = "stations") => ({ store, collection });
const both = documentMapping({ A: from("db"), B: from("db2", "towns"), P: from("plain") }, { db: address, db2: address, unused: address });

const included = await zipOf({
  "st.appschema": mapping(["t:Main"], { includes: ["parts/inner.xml"] }),
  "parts/inner.xml": documentMapping({ Inner: from("deep") }, { deep: address }),
});

const STOCK = "org.geoserver.rest.RestException 400 BAD_REQUEST: ";
const store = (name: string) => `/workspaces/w1/appschemastores/${name}`;
const inner = (name: string, id: string) => `${store(name)}/datastores/${id}`;
/** A POST without body. */
const verb = (path: string) => ({ method: "POST", path: `/rest${path}` });
/** One text, in the manner of each dialect. */
const refusal = (text: string) => ({ documented: { status: 400, text }, geoserver: { status: 400, text: `${STOCK}${text}` } });
const NEITHER = "At least one schema generation parameter is required: 'ids' or 'max'";
const ID = "58e5889ce4b02461ad5af080";
const kept = (id: string) => get(`/plumbline/document-schemas/w1/st/${id}`);
const one = (typeName: string, attribute: string) => ({ format_version: "1.0", schemas: [{
  typeName, userData: { collection: typeName }, attributeDescriptors: [{ localName: attribute, minOccurs: 0, maxOccurs: 1, type: { binding: "java.lang.String" }, userData: { mapping: attribute } }],
}] });
const none = { format_version: "1.0", schemas: [] };

/** The same question under both names of the verb. */
const rebuilds = (name: string, path: string, answer: Row["answer"]): Row[] =>
  ["rebuildDocDbSchemas", "rebuildMongoSchemas"].map((word) => ({ name: `${name} (${word})`, request: verb(path.replace("VERB", word)), answer }));

contract("document schemas", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "no store", request: verb(`${store("st")}/cleanSchemas`), answer: refusal("Appschema datastore not found.") },
  { name: "no workspace", request: verb("/workspaces/none/appschemastores/st/cleanSchemas"), answer: refusal("Workspace not found.") },
  { name: "a store of another type", request: post("/workspaces/w1/datastores", "text/xml", '<dataStore><name>pg</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 } },
  { name: "is no app-schema store", request: verb(`${inner("pg", "db")}/cleanSchemas`), answer: refusal("Datastore is not an App-Schema one.") },
  { name: "a store without document databases", request: put("/workspaces/w1/datastores/plain/file.appschema?configure=none", "text/xml", mapping(["t:Z"])), answer: { status: 201 } },
  { name: "interface 4.1: verbs need a document database in the mappings (rule 7)", request: verb(`${store("plain")}/cleanSchemas`), answer: refusal("Internal MongoDB Datastores not found.") },
  ...rebuilds("none to rebuild (rule 7)", `${store("plain")}/VERB?max=1`, refusal("Internal MongoDB Datastores not found.")),
  { name: "a store with two document databases", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", both), answer: { status: 201 } },
  { name: "an internal store of another kind", request: verb(`${inner("st", "plain")}/cleanSchemas`), answer: refusal("Internal Datastore is not a MongoDB one.") },
  { name: "an internal store that is not there", request: verb(`${inner("st", "none")}/cleanSchemas`), answer: refusal("Internal Datastore not found.") },
  { name: "an internal store that no mapping reads", request: verb(`${inner("st", "unused")}/cleanSchemas`), answer: refusal("Internal Datastore not found.") },
  { name: "an internal store without a name", request: verb(`${inner("st", "%20")}/cleanSchemas`), answer: refusal("All parameters are required.") },
  ...rebuilds("22 neither ids nor max", `${store("st")}/VERB`, refusal(NEITHER)),
  ...rebuilds("neither, of one internal store", `${inner("st", "db")}/VERB?ids=&max=`, refusal(NEITHER)),
  ...rebuilds("the parameters are looked at first", "/workspaces/none/appschemastores/st/VERB", refusal(NEITHER)),
  ...rebuilds("no workspace to rebuild in", "/workspaces/none/appschemastores/st/VERB?max=1", refusal("Workspace not found.")),
  ...rebuilds("no internal store to rebuild", `${inner("st", "none")}/VERB?max=1`, refusal("Internal Datastore not found.")),
  { name: "max that is no integer", request: verb(`${store("st")}/rebuildDocDbSchemas?max=many`), answer: { status: 400, text: /'max' must be an integer from 1 to 1000000, not 'many'$/ } },
  { name: "max of none", request: verb(`${store("st")}/rebuildDocDbSchemas?max=0`), answer: { status: 400 }, foreign: false },
  { name: "max of all", request: verb(`${store("st")}/rebuildDocDbSchemas?max=-1`), answer: { status: 400 }, foreign: false },
  { name: "max beyond its bound", request: verb(`${store("st")}/rebuildDocDbSchemas?max=${limits.max + 1}`), answer: { status: 400 }, foreign: false },
  { name: "an id that is none", request: verb(`${store("st")}/rebuildDocDbSchemas?ids=${ID},x`), answer: {
    documented: { status: 400, text: "invalid hexadecimal representation of an ObjectId: [x]" }, geoserver: { status: 500, text: "invalid hexadecimal representation of an ObjectId: [x]" },
  } },
  { name: "an id beyond its bound", request: verb(`${store("st")}/rebuildDocDbSchemas?ids=${"a".repeat(limits.idBytes + 1)}`), answer: { status: 400, text: /more than 64 bytes$/ }, foreign: false },
  { name: "more ids than the bound", request: verb(`${store("st")}/rebuildDocDbSchemas?ids=${Array.from({ length: limits.ids + 1 }, (_unused, n) => n.toString(16).padStart(24, "0")).join(",")}`), answer: { status: 400, text: /'ids' names 401 documents; the limit is 400$/ }, foreign: false },
  { name: "as many ids as the bound", request: verb(`${store("st")}/rebuildDocDbSchemas?ids=${Array.from({ length: limits.ids }, (_unused, n) => n.toString(16).padStart(24, "0")).join(",")}`), answer: { status: 200 }, foreign: false },
  { name: "interface 4.1: POST cleanSchemas of all internal stores", request: verb(`${store("st")}/cleanSchemas`), answer: { status: 200, text: "" } },
  { name: "no schemas are kept", request: kept("db"), answer: { status: 200, json: none }, foreign: false },
  ...rebuilds("interface 4.1: POST rebuild of one internal store, max alone (rules 5 and 8)", `${inner("st", "db")}/VERB?max=${limits.max}`, { status: 200, text: "" }),
  { name: "its schema is kept", request: kept("db"), answer: { status: 200, json: one("stations", "name"), headers: { "content-type": /^application\/json/, etag: /^"sha256-/ } }, foreign: false },
  { name: "that of the other is not", request: kept("db2"), answer: { status: 200, json: none }, foreign: false },
  ...rebuilds("interface 4.1: POST rebuild of all internal stores, ids alone (rule 6)", `${store("st")}/VERB?ids=${ID}`, { status: 200, text: "" }),
  { name: "both are kept", request: kept("db2"), answer: { status: 200, json: one("towns", "town") }, foreign: false },
  ...rebuilds("ids and max", `${store("st")}/VERB?ids=${ID},${ID}&max=2`, { status: 200, text: "" }),
  { name: "a schema by name", request: verb(`${inner("st", "db")}/rebuildMongoSchemas?max=1&schema=towns`), answer: { status: 200 }, foreign: false },
  { name: "takes the place of all", request: kept("db"), answer: { status: 200, json: one("towns", "town") }, foreign: false },
  { name: "a schema of nothing", request: verb(`${inner("st", "db")}/rebuildMongoSchemas?max=1&schema=none`), answer: { documented: { status: 422, text: /^The collection none holds no document/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "a schema of no possible name", request: verb(`${inner("st", "db")}/rebuildDocDbSchemas?max=1&schema=a..b`), answer: { documented: { status: 422, text: /^'a\.\.b' cannot be the name of a collection/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "changes nothing", request: kept("db"), answer: { status: 200, json: one("towns", "town") }, foreign: false },
  { name: "interface 4.1: POST cleanSchemas of one internal store (rule 8)", request: verb(`${inner("st", "db")}/cleanSchemas`), answer: { status: 200, text: "" } },
  { name: "its schema is gone", request: kept("db"), answer: { status: 200, json: none }, foreign: false },
  { name: "that of the other stays", request: kept("db2"), answer: { status: 200, json: one("towns", "town") }, foreign: false },
  { name: "23 cleaning again is no fault", request: verb(`${store("st")}/cleanSchemas`), answer: { status: 200, text: "" } },
  { name: "a store whose include reads a document database", request: put("/workspaces/w1/datastores/zip/file.appschema?configure=none", "application/zip", included), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "includes count in documented; stock looks into the main file", request: verb(`${inner("zip", "deep")}/cleanSchemas`), answer: {
    documented: { status: 200 }, geoserver: { status: 400, text: `${STOCK}Internal Datastore not found.` },
  } },
  { name: "a content type without a body", request: post(`${store("st")}/cleanSchemas`, "application/json", ""), answer: { status: 200, text: "" } },
  { name: "under the other root, with a suffix", request: { method: "POST", path: `/geoserver/rest${store("st")}/cleanSchemas.json` }, answer: { status: 200, text: "" }, foreign: false },
  { name: "verbs are for POST", request: get(`${store("st")}/cleanSchemas`), answer: { status: 405 } },
  { name: "schemas can be had as JSON", request: get("/plumbline/document-schemas/w1/st/db.json"), answer: { status: 200, json: none }, foreign: false },
  { name: "and as nothing else", request: get("/plumbline/document-schemas/w1/st/db.xml"), answer: { status: 406 }, foreign: false },
  { name: "schemas of an internal store that is not there", request: kept("none"), answer: { status: 404, text: "No such internal store: none" }, foreign: false },
  { name: "schemas of a store that is not there", request: get("/plumbline/document-schemas/w1/none/db"), answer: { status: 404, text: "No such datastore: w1,none" }, foreign: false },
], { foreignOnlyIn: "documented" });
