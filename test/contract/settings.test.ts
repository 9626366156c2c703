/** Global settings (docs/compatibility.md, "Settings"). */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { liveUrl } from "../live/settings.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { testOfFolder } from "../support/databases/postgres-catalogs.ts";
import { contract, del, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

/** Cleaning a running server sets the mode of its pages, which it writes out from then on. */
const MODE = liveUrl(process.env) === undefined ? "" : "<webUIMode>DEFAULT</webUIMode>";

const contact = { addressCity: "Delft", contactPerson: "A & B" };
const badNumber = { documented: { status: 400, text: /numDecimals must be a number, not "many"/ }, geoserver: { status: 500 } };
const group = "<settings><numDecimals>many</numDecimals></settings>";

contract("settings", [
  { name: "G1: the document in JSON, as clients read it", request: get("/settings.json"), answer: { status: 200, text: /^\{"global":\{"settings":\{"id":"[^"]+","contact":\{(?:"id":"contact")?\},"charset":"UTF-8","numDecimals":8,"verbose":false,"verboseExceptions":false,"localWorkspaceIncludesPrefix":false,"showCreatedTimeColumnsInAdminList":false,"showModifiedTimeColumnsInAdminList":false,"showModifiedUserAdminList":false\},"jai":\{"allowInterpolation":false,.*\},"coverageAccess":\{"maxPoolSize":10,.*\},"updateSequence":\d+,"featureTypeCacheSize":0,"globalServices":true,"xmlPostRequestLogBufferSize":1024,"userDetailsDisplaySettingsInfo":\{"loggedInUserDisplayMode":"USERNAME","showProfileColumnsInUserList":false,"emailDisplayMode":"DOMAIN_ONLY","revealEmailAtClick":false\}\}\}$/ }, foreign: false },
  { name: "the document in XML", request: get("/settings.xml"), answer: { status: 200, text: /^<global><settings><id>.*<contact(?:\/>|><id>contact<\/id><\/contact>)<charset>UTF-8<\/charset>.*<updateSequence>\d+<\/updateSequence>/ }, foreign: false },
  { name: "a change in JSON", request: put("/settings", "application/json", JSON.stringify({ global: { settings: { title: "Maps", numDecimals: 4, verbose: true } } })), answer: { status: 200, text: "" } },
  { name: "changes what it names and keeps the rest, or replaces the object whole", request: get("/settings.json"), answer: { documented: { status: 200, text: /"charset":"UTF-8","title":"Maps","numDecimals":4,"verbose":true,"verboseExceptions":false/ }, geoserver: { status: 200, text: /"title":"Maps","numDecimals":4,"verbose":true,"verboseExceptions":false/, without: /charset/ } } },
  { name: "and writes out what was not shown, or not", request: get("/settings.xml"), answer: { documented: { status: 200, without: /trailingSlashMatch/ }, geoserver: { status: 200, text: new RegExp(`<xmlPostRequestLogBufferSize>1024</xmlPostRequestLogBufferSize><trailingSlashMatch>true</trailingSlashMatch>${MODE}<userDetailsDisplaySettingsInfo>.*</userDetailsDisplaySettingsInfo><allowStoredQueriesPerWorkspace>true</allowStoredQueriesPerWorkspace><resourceErrorHandling>SKIP_MISCONFIGURED_LAYERS</resourceErrorHandling></global>$`) } } },
  { name: "a change in XML", request: put("/settings.xml", "text/xml", "<global><settings><contact><addressCity>Delft</addressCity></contact><verbose>false</verbose></settings><jai><memoryCapacity>0.25</memoryCapacity></jai><globalServices>false</globalServices></global>"), answer: { status: 200, text: "" } },
  { name: "merges with the one before, or replaces the objects that it says", request: get("/settings.json"), answer: { documented: { status: 200, text: /"contact":\{"addressCity":"Delft"\},"charset":"UTF-8","title":"Maps","numDecimals":4,"verbose":false.*"tilePriority":5,"tileThreads":7,"memoryCapacity":0\.25,"memoryThreshold":0\.75.*"coverageAccess":\{"maxPoolSize":10.*"globalServices":false/ }, geoserver: { status: 200, text: /"contact":\{(?:"id":"contact",)?"addressCity":"Delft"\},"numDecimals":0,"verbose":false.*"tilePriority":0,"tileThreads":0,"memoryCapacity":0\.25,"memoryThreshold":0(?:\.0)?,.*"coverageAccess":\{"maxPoolSize":\d+,"corePoolSize":5.*"globalServices":false/ } } },
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
  { name: "a city", request: put("/settings/contact", "text/xml", "<contact><addressCity>Delft</addressCity></contact>"), answer: { status: 200, text: "" } },
  { name: "the contact", request: get("/settings/contact.json"), answer: { documented: { status: 200, json: { contact: { addressCity: "Delft" } } }, geoserver: { status: 200, json: { contact: { id: "contact", addressCity: "Delft" } } } } },
  { name: "the contact, changed", request: put("/settings/contact", "application/json", JSON.stringify({ contact })), answer: { status: 200, text: "" } },
  { name: "the contact in XML", request: get("/settings/contact.xml"), answer: { documented: { status: 200, text: "<contact><addressCity>Delft</addressCity><contactPerson>A &amp; B</contactPerson></contact>" }, geoserver: { status: 200, text: "<contact><id>contact</id><addressCity>Delft</addressCity><contactPerson>A &amp; B</contactPerson></contact>" } } },
  { name: "the contact inside the settings", request: get("/settings.json"), answer: { status: 200, text: /"contact":\{(?:"id":"contact",)?"addressCity":"Delft","contactPerson":"A & B"\}/ } },
  { name: "DELETE of the contact", request: del("/settings/contact"), answer: { status: 405 } },
]);

const XML = "application/xml";
const done = { status: 200, text: "" } as const;
const WHOLE = "<global><updateSequence>500</updateSequence><settings><contact><contactPerson>Keep Me</contactPerson></contact><charset>UTF-8</charset><numDecimals>8</numDecimals><proxyBaseUrl>http://keep</proxyBaseUrl><verbose>false</verbose><verboseExceptions>true</verboseExceptions></settings></global>";
const entries = (...all: readonly string[]) => all.map((one) => `<entry>${one}</entry>`).join("");
const QUIET = "<string>quietOnNotFound</string><boolean>false</boolean>";

contract("settings, in full", [
  { name: "the whole of the inner settings", request: put("/settings", XML, WHOLE), answer: done },
  { name: "is read back", request: get("/settings.xml"), answer: { status: 200, text: /<contact>(?:<id>contact<\/id>)?<contactPerson>Keep Me<\/contactPerson><\/contact><charset>UTF-8<\/charset><numDecimals>8<\/numDecimals><proxyBaseUrl>http:\/\/keep<\/proxyBaseUrl><verbose>false<\/verbose><verboseExceptions>true<\/verboseExceptions>/ } },
  { name: "G2: a body without inner settings leaves them", request: put("/settings", XML, "<global><updateSequence>500</updateSequence><globalServices>false</globalServices></global>"), answer: done, foreign: false },
  { name: "as they are", request: get("/settings.xml"), answer: { status: 200, text: /<contactPerson>Keep Me<.*<numDecimals>8<.*<proxyBaseUrl>http:\/\/keep<.*<globalServices>false</ }, foreign: false },
  { name: "one of older documents", request: put("/settings", XML, "<global><proxyBaseUrl>http://top</proxyBaseUrl><title>Top</title></global>"), answer: done, foreign: false },
  { name: "means nothing outside of them", request: get("/settings.xml"), answer: { status: 200, text: /<proxyBaseUrl>http:\/\/keep</, without: /top|Top/ }, foreign: false },
  { name: "G3: one of the inner settings", request: put("/settings", XML, "<global><settings><proxyBaseUrl>http://p</proxyBaseUrl></settings></global>"), answer: done },
  { name: "keeps the rest, or is alone", request: get("/settings.xml"), answer: { documented: { status: 200, text: /<contactPerson>Keep Me<.*<charset>UTF-8<\/charset><numDecimals>8<\/numDecimals><proxyBaseUrl>http:\/\/p<.*<verboseExceptions>true</ }, geoserver: { status: 200, text: /<contact(?:\/>|><id>contact<\/id><\/contact>)<numDecimals>0<\/numDecimals><proxyBaseUrl>http:\/\/p<\/proxyBaseUrl><verbose>false<\/verbose><verboseExceptions>false<\/verboseExceptions><localWorkspaceIncludesPrefix>false<.*<memoryCapacity>0\.5</ } } },
  { name: "a provider of locks", request: put("/settings", XML, "<global><updateSequence>500</updateSequence><lockProviderName>memoryLockProvider</lockProviderName></global>"), answer: done },
  { name: "is read back", request: get("/settings.xml"), answer: { status: 200, text: new RegExp(`<lockProviderName>memoryLockProvider</lockProviderName>${MODE}<userDetailsDisplaySettingsInfo>`) } },
  { name: "G4: cleared in JSON", request: put("/settings", "application/json", '{"global":{"updateSequence":500,"lockProviderName":null}}'), answer: done },
  { name: "is gone", request: get("/settings.xml"), answer: by228({ status: 200, without: /lockProviderName/ }, { status: 200, text: /<lockProviderName\/>/ }) },
  { name: "a number that is cleared", request: put("/settings", "application/json", '{"global":{"xmlPostRequestLogBufferSize":null}}'), answer: { documented: done, geoserver: { status: 500 } }, foreign: false },
  { name: "G5: metadata in the form of others", request: put("/settings", XML, '<global><updateSequence>500</updateSequence><settings><metadata><entry key="a">b</entry></metadata></settings></global>'), answer: { documented: { status: 400, text: /Expected <map> but found <entry>/ }, geoserver: { status: 500, text: /Expected <map> but found <entry>/ } } },
  { name: "metadata", request: put("/settings", XML, `<global><updateSequence>600</updateSequence><settings><charset>UTF-8</charset><numDecimals>8</numDecimals><metadata><map>${entries(QUIET)}</map></metadata></settings></global>`), answer: done },
  { name: "are read back", request: get("/settings.json"), answer: { status: 200, text: /"metadata":\{"map":\{"entry":\{"string":"quietOnNotFound","boolean":false\}\}\},"localWorkspaceIncludesPrefix"/ } },
  { name: "two of them in JSON", request: put("/settings", "application/json", '{"global":{"updateSequence":600,"settings":{"charset":"UTF-8","numDecimals":8,"metadata":{"map":{"entry":[{"string":"quietOnNotFound","boolean":false},{"string":["k2","v2"]}]}}}}}'), answer: done },
  { name: "are read back", request: get("/settings.json"), answer: { status: 200, text: /"entry":\[(?=.*\{"string":\["k2","v2"\]\})(?=.*\{"string":"quietOnNotFound","boolean":false\}).*\]\}\}/ } },
  { name: "a mail address", request: put("/settings/contact", XML, "<contact><contactEmail>a@b.c</contactEmail></contact>"), answer: done },
  { name: "G6: an address beside it, in JSON", request: put("/settings/contact", "application/json", '{"contact":{"address":"500 Market Street","addressPostalCode":"20001"}}'), answer: done },
  { name: "both are there", request: get("/settings/contact.xml"), answer: { status: 200, text: /<address>500 Market Street<\/address><addressPostalCode>20001<\/addressPostalCode><contactEmail>a@b\.c<\/contactEmail>/ } },
  { name: "cleared", request: put("/settings/contact", XML, '<contact><address xsi:nil="true"/></contact>'), answer: done, foreign: false },
  { name: "is gone, or empty", request: get("/settings/contact.xml"), answer: { documented: { status: 200, without: /<address[>/]/ }, geoserver: { status: 200, text: /<address(?:\/>|><\/address>)<addressPostalCode>/ } }, foreign: false },
  { name: "G7: a city by language", request: put("/settings/contact", "application/json", '{"contact":{"internationalAddressCity":{"de":"Berlin","en":"Berlin2"}}}'), answer: done },
  { name: "is read back, in one dialect without language too", request: get("/settings/contact.json"), answer: { documented: { status: 200, text: /"internationalAddressCity":\{"de":"Berlin","en":"Berlin2"\}/, without: /"addressCity"/ }, geoserver: { status: 200, text: /"addressCity":"Berlin",.*"internationalAddressCity":\{"@class":"org\.geotools\.util\.GrowableInternationalString","de":"Berlin","en":"Berlin2"\}/ } } },
  { name: "in XML", request: get("/settings/contact.xml"), answer: { documented: { status: 200, text: /<internationalAddressCity><de>Berlin<\/de><en>Berlin2<\/en><\/internationalAddressCity>/ }, geoserver: { status: 200, text: /<internationalAddressCity class="org\.geotools\.util\.GrowableInternationalString"><de>Berlin<\/de><en>Berlin2<\/en><\/internationalAddressCity>/ } } },
  { name: "an element that nobody knows", request: put("/settings/contact", XML, "<contact><addressElectronicMailAddress>q@q.q</addressElectronicMailAddress></contact>"), answer: done },
  { name: "means nothing", request: get("/settings/contact.xml"), answer: { status: 200, text: /a@b\.c/, without: /q@q/ } },
]);

const SF = "/workspaces/sf/settings";
const missing = (text: string, tripped: RegExp) => ({ documented: { status: 404, text }, geoserver: { status: 500, text: tripped } });
const missingWorkspace = missing("Workspace none does not exist", /^Cannot invoke "org\.geoserver\.catalog\.WorkspaceInfo\.getId\(\)" because "workspace" is null(?:\n|$)/);
const missingSettings = missing("Workspace sf has no settings for itself", /^Cannot invoke "org\.geoserver\.config\.SettingsInfo\.getId\(\)" because "s" is null(?:\n|$)/);
const STAND_IN = '"charset":"UTF-8","numDecimals":4,"verbose":false,"verboseExceptions":false,"localWorkspaceIncludesPrefix":false,"showCreatedTimeColumnsInAdminList":false,"showModifiedTimeColumnsInAdminList":false,"showModifiedUserAdminList":false}}';
const bare = '"numDecimals":0,"verbose":false,"verboseExceptions":false,"localWorkspaceIncludesPrefix":false,"showCreatedTimeColumnsInAdminList":false,"showModifiedTimeColumnsInAdminList":false,"showModifiedUserAdminList":false\\}\\}$';
const HOME = '"workspace":\\{"name":"sf","isolated":false,"dateCreated":"[^"]+"(?:,"dateModified":"[^"]+")?\\}';

contract("settings of workspaces", [
  { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>sf</name></workspace>"), answer: { status: 201 } },
  { name: "settings of the server", request: put("/settings", XML, WHOLE), answer: done },
  { name: "G8: none of its own: what is shown has no workspace", request: get(`${SF}.json`), answer: { documented: { status: 200, text: `{"settings":{"contact":{},${STAND_IN}` }, geoserver: { status: 200, text: `{"settings":{"contact":{"id":"contact"},${STAND_IN}` } } },
  { name: "in XML", request: get(`${SF}.xml`), answer: { documented: { status: 200, text: /^<settings><contact\/><charset>UTF-8<\/charset><numDecimals>4<\/numDecimals>/ }, geoserver: { status: 200, text: /^<settings><contact><id>contact<\/id><\/contact><charset>UTF-8<\/charset><numDecimals>4<\/numDecimals>/ } } },
  { name: "GET of a workspace that is missing", request: get("/workspaces/none/settings.json"), answer: missingWorkspace },
  { name: "PUT", request: put("/workspaces/none/settings", XML, "<settings><title>T</title></settings>"), answer: missingWorkspace },
  { name: "POST", request: post("/workspaces/none/settings", XML, "<settings><title>T</title></settings>"), answer: missing("Workspace none does not exist", /^Settings must be part of a workspace(?:\n|$)/) },
  { name: "DELETE", request: del("/workspaces/none/settings"), answer: missingWorkspace },
  { name: "G11: DELETE where there are none", request: del(SF), answer: missingSettings },
  { name: "a condition on none", request: put(SF, XML, "<settings/>", { "if-match": "*" }), answer: { status: 412 }, foreign: false },
  { name: "another document", request: post(SF, XML, "<global/>"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "G9: POST", request: post(SF, XML, "<settings><title>T</title><charset>UTF-8</charset><numDecimals>6</numDecimals><contact><contactPerson>p</contactPerson></contact></settings>"), answer: { status: 201, text: "sf", headers: { location: null, "content-type": /^text\/plain/ } } },
  { name: "is a copy of the server's with what is said, or that alone", request: get(`${SF}.xml`), answer: { documented: { status: 200, text: /^<settings><id>[^<]+<\/id><workspace><name>sf<\/name><\/workspace><contact><contactPerson>p<\/contactPerson><\/contact><charset>UTF-8<\/charset><title>T<\/title><numDecimals>6<\/numDecimals><proxyBaseUrl>http:\/\/keep<.*<verboseExceptions>true</ }, geoserver: { status: 200, text: /^<settings><id>[^<]+<\/id><workspace><name>sf<\/name><isolated>false<\/isolated><dateCreated>[^<]+<\/dateCreated>(?:<dateModified>[^<]+<\/dateModified>)?<\/workspace><contact><contactPerson>p<\/contactPerson><\/contact><charset>UTF-8<\/charset><title>T<\/title><numDecimals>6<\/numDecimals><verbose>false<\/verbose><verboseExceptions>false</ } } },
  { name: "again", request: post(SF, XML, "<settings><title>T</title></settings>"), answer: { documented: { status: 409, text: "Settings already exist for workspace 'sf'" }, geoserver: { status: 500, text: "Settings already exist for workspace 'sf'" } } },
  { name: "G10: PUT over them", request: put(SF, XML, "<settings><title>T2</title></settings>"), answer: done },
  { name: "keeps the rest, or texts alone", request: get(`${SF}.json`), answer: { documented: { status: 200, text: /"contact":\{"contactPerson":"p"\},"charset":"UTF-8","title":"T2","numDecimals":6,"proxyBaseUrl":"http:\/\/keep"/ }, geoserver: { status: 200, text: new RegExp(`^\\{"settings":\\{"id":"[^"]+",${HOME},"contact":\\{"id":"contact"\\},"charset":"UTF-8","title":"T2",${bare}`) } } },
  { name: "a condition that does not hold", request: put(SF, XML, "<settings/>", { "if-match": '"sha256-0"' }), answer: { status: 412 }, foreign: false },
  { name: "G11: DELETE", request: del(SF), answer: done },
  { name: "again", request: del(SF), answer: missingSettings },
  { name: "is gone", request: get(`${SF}.json`), answer: { status: 200, without: /workspace|T2/ } },
  { name: "PUT makes them too", request: put(SF, XML, "<settings><title>T3</title></settings>"), answer: done },
  { name: "whole, or bare", request: get(`${SF}.json`), answer: { documented: { status: 200, text: /"title":"T3","numDecimals":8,"proxyBaseUrl":"http:\/\/keep"/ }, geoserver: { status: 200, text: new RegExp(`^\\{"settings":\\{"id":"[^"]+",${HOME},"contact":\\{"id":"contact"\\},"title":"T3",${bare}`) } } },
  { name: "the settings of the server are as they were", request: get("/settings.json"), answer: { status: 200, without: /T3/ } },
  { name: "the workspace gets another name", request: put("/workspaces/sf", XML, "<workspace><name>sg</name></workspace>"), answer: { status: 200 } },
  { name: "and its settings with it", request: get("/workspaces/sg/settings.json"), answer: { status: 200, text: /"workspace":\{"name":"sg".*"title":"T3"/ } },
  { name: "the workspace goes", request: del("/workspaces/sg?recurse=true"), answer: { status: 200 } },
  { name: "comes again", request: post("/workspaces", XML, "<workspace><name>sg</name></workspace>"), answer: { status: 201 } },
  { name: "without settings", request: get("/workspaces/sg/settings.json"), answer: { status: 200, without: /workspace|T3/ } },
]);

testOfFolder("a catalog from before settings had paths keeps what was set", async () => {
  const before = await startCatalog();
  await before.app.inject({ method: "PUT", url: "/rest/settings", payload: "<global><settings><title>T</title></settings></global>", headers: { authorization: AUTHORIZATION, "content-type": XML } });
  await before.close();
  const database = new DatabaseSync(join(before.folder, "catalog.db"));
  const old = { contact: { addressCity: "Delft" }, settings: { title: "Maps", numDecimals: 6 }, jai: { tileThreads: 3 }, coverageAccess: {}, server: { globalServices: false } };
  database.prepare("UPDATE records SET value = ? WHERE kind = 'global-settings'").run(JSON.stringify(old));
  database.exec("DROP TABLE sessions; ALTER TABLE audit DROP COLUMN about; UPDATE versions SET version = 5");
  database.close();
  const { app } = await startCatalog({ folder: before.folder });
  const { body } = await app.inject({ url: "/rest/settings.xml", headers: { authorization: AUTHORIZATION } });
  expect(body.replaceAll(/>\s+</g, "><")).toMatch(/<addressCity>Delft<.*<charset>UTF-8<.*<title>Maps<.*<numDecimals>6<.*<tilePriority>5<.*<tileThreads>3<.*<maxPoolSize>10<.*<globalServices>false</);
});

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
