/** Global settings (docs/compatibility.md, "Settings"). */
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { sld } from "../support/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/catalog.ts";
import { contract, del, get, post, put } from "./harness.ts";

const contact = { addressCity: "Delft", contactPerson: "A & B" };
const badNumber = { documented: { status: 400, text: /numDecimals must be a number, not "many"/ }, geoserver: { status: 500 } };
const group = "<settings><numDecimals>many</numDecimals></settings>";

contract("settings", [
  { name: "the document in JSON, as clients read it", request: get("/settings.json"), answer: { status: 200, text: /^\{"global":\{"settings":\{"id":"[^"]+","contact":\{\},"charset":"UTF-8","numDecimals":8,"verbose":false,"verboseExceptions":false,"localWorkspaceIncludesPrefix":false\},"jai":\{"allowInterpolation":false,.*\},"coverageAccess":\{"maxPoolSize":10,.*\},"updateSequence":\d+,"featureTypeCacheSize":0,"globalServices":true,"xmlPostRequestLogBufferSize":1024\}\}$/ }, foreign: false },
  { name: "the document in XML", request: get("/settings.xml"), answer: { status: 200, text: /^<global><settings><id>.*<contact\/><charset>UTF-8<\/charset>.*<updateSequence>\d+<\/updateSequence>/ }, foreign: false },
  { name: "a change in JSON", request: put("/settings", "application/json", JSON.stringify({ global: { settings: { title: "Maps", numDecimals: 4, verbose: true } } })), answer: { status: 200, text: "" } },
  { name: "changes what it names and keeps the rest", request: get("/settings.json"), answer: { status: 200, text: /"title":"Maps","charset":"UTF-8","numDecimals":4,"verbose":true,"verboseExceptions":false/ } },
  { name: "a change in XML", request: put("/settings.xml", "text/xml", "<global><settings><contact><addressCity>Delft</addressCity></contact><verbose>false</verbose></settings><jai><memoryCapacity>0.25</memoryCapacity></jai><globalServices>false</globalServices></global>"), answer: { status: 200, text: "" } },
  { name: "merges with the one before", request: get("/settings.json"), answer: { status: 200, text: /"contact":\{(?:"id":"contact",)?"addressCity":"Delft"\},.*"numDecimals":4,"verbose":false.*"memoryCapacity":0\.25.*"globalServices":false/ } },
  { name: "the update sequence cannot be written", request: put("/settings", "application/json", '{"global":{"updateSequence":987654321}}'), answer: { status: 200 } },
  { name: "and stays what it is", request: get("/settings.json"), answer: { status: 200, text: /"updateSequence":\d+/, without: /987654321/ } },
  { name: "a text where a number belongs", request: put("/settings", "text/xml", `<global>${group}</global>`), answer: badNumber, foreign: false },
  { name: "another document", request: put("/settings", "application/json", '{"settings":{}}'), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a type that is no document", request: put("/settings", "text/plain", "x"), answer: { status: 415 } },
  { name: "members that nobody knows are left alone", request: put("/settings", "application/json", '{"global":{"settings":{"unheardOf":1},"other":{}}}'), answer: { status: 200 }, foreign: false },
  { name: "and not shown", request: get("/settings.json"), answer: { status: 200, without: /unheardOf|other/ }, foreign: false },
  { name: "a key of the prototype", request: put("/settings", "application/json", '{"global":{"__proto__":{"settings":{}}}}'), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "POST", request: post("/settings", "application/json", "{}"), answer: { status: 405 } },
  { name: "DELETE", request: del("/settings"), answer: { status: 405 } },
  { name: "a condition that does not hold", request: put("/settings", "application/json", '{"global":{}}', { "if-match": '"sha256-0"' }), answer: { status: 412 }, foreign: false },
  { name: "the contact", request: get("/settings/contact.json"), answer: { documented: { status: 200, json: { contact: { addressCity: "Delft" } } }, geoserver: { status: 200, json: { contact: { id: "contact", addressCity: "Delft" } } } } },
  { name: "the contact, changed", request: put("/settings/contact", "application/json", JSON.stringify({ contact })), answer: { status: 200, text: "" } },
  { name: "the contact in XML", request: get("/settings/contact.xml"), answer: { documented: { status: 200, text: "<contact><addressCity>Delft</addressCity><contactPerson>A &amp; B</contactPerson></contact>" }, geoserver: { status: 200, text: "<contact><id>contact</id><addressCity>Delft</addressCity><contactPerson>A &amp; B</contactPerson></contact>" } } },
  { name: "the contact inside the settings", request: get("/settings.json"), answer: { status: 200, text: /"contact":\{(?:"id":"contact",)?"addressCity":"Delft","contactPerson":"A & B"\}/ } },
  { name: "DELETE of the contact", request: del("/settings/contact"), answer: { status: 405 } },
]);

test.for(dialects)("the update sequence counts changes of the catalog, %s dialect", async (dialect) => {
  const { app } = await startCatalog({ dialect });
  const send = (method: "GET" | "PUT" | "POST" | "DELETE", url: string, payload = "", type = "text/xml") =>
    app.inject({ method, url: `/rest${url}`, payload, headers: { authorization: AUTHORIZATION, "content-type": type } });
  const sequence = async () => {
    const body = (await send("GET", "/settings.json")).json<{ global: { updateSequence: number } }>();
    return body.global.updateSequence;
  };
  const changes = [
    ["POST", "/workspaces", "<workspace><name>w</name></workspace>", "text/xml"],
    ["POST", "/styles?name=s", sld(), "application/vnd.ogc.sld+xml"],
    ["PUT", "/resource/styles/s.sld", sld({ colour: "#445566" }), "text/xml"],
    ["PUT", "/security/acl/catalog", "<catalog><mode>MIXED</mode></catalog>", "text/xml"],
    ["PUT", "/settings", "<global><settings><verbose>true</verbose></settings></global>", "text/xml"],
    ["DELETE", "/styles/s", "", "text/xml"],
  ] as const;
  let before = await sequence();
  for (const change of changes) {
    const [method, path, body, type] = change;
    const answer = await send(method, path, body, type);
    expect(answer.statusCode, change[1]).toBeLessThan(300);
    const after = await sequence();
    expect(after, `${change[0]} ${change[1]}`).toBeGreaterThan(before);
    before = after;
  }
  await send("GET", "/styles.json");
  await send("POST", "/workspaces", "<workspace><name>w</name></workspace>");
  await send("POST", "/reload");
  await send("PUT", "/resource/plumbline/test/inventory.json", "{}");
  expect(await sequence(), "reads, refusals, reloads and bookkeeping").toBe(before);
});
