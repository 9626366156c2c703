/** The keystore password and an account's own (interface 4.4). */
import { AUTHORIZATION, KEYSTORE_PASSWORD } from "../support/servers/catalog.ts";
import { contract, del, get, post, put } from "./harness.ts";

const PATH = "/security/masterpw";
const XML = "text/xml";
const JSON_TYPE = "application/json";
const FIRST = KEYSTORE_PASSWORD;
const SECOND = "seven quiet <harbours> & 1 lamp";
const ESCAPED = "seven quiet &lt;harbours&gt; &amp; 1 lamp";
const REFUSED = { status: 422, text: "Cannot change master password" };

const change = (old: string, next: string) =>
  `<masterPassword><oldMasterPassword>${old}</oldMasterPassword><newMasterPassword>${next}</newMasterPassword></masterPassword>`;
const changeJson = (oldMasterPassword: string, newMasterPassword: string) =>
  JSON.stringify({ oldMasterPassword, newMasterPassword });
const low = { authorization: `Basic ${btoa("low:a low password")}` };

contract("keystore password", [
  { name: "66 interface 4.4: GET /security/masterpw.xml", request: get(`${PATH}.xml`), answer: {
    status: 200,
    text: `<?xml version="1.0" encoding="UTF-8"?><masterPassword>\n    <oldMasterPassword>${FIRST}</oldMasterPassword>\n</masterPassword>`,
    headers: { "content-type": /^application\/xml/, "cache-control": "no-store", etag: /^"sha256-/ },
  }, foreign: false },
  { name: "66 in JSON, without a wrapper", request: get(`${PATH}.json`), answer: { status: 200, json: { oldMasterPassword: FIRST } }, foreign: false },
  { name: "JSON is what comes unasked", request: get(PATH), answer: { status: 200, headers: { "content-type": /^application\/json/ } } },
  { name: "XML by Accept", request: get(PATH, { accept: "text/xml" }), answer: { status: 200, text: /^<\?xml/ } },
  { name: "a form that is not there", request: get(`${PATH}.sld`), answer: { status: 406 }, foreign: false },
  { name: "69 interface 2.9: no new password", request: put(PATH, XML, `<masterPassword><oldMasterPassword>${FIRST}</oldMasterPassword></masterPassword>`), answer: { status: 400, text: "no master password" } },
  { name: "69 interface 2.9: no old password", request: put(PATH, JSON_TYPE, '{"newMasterPassword":"a long new password"}'), answer: { status: 400, text: "no master password" } },
  { name: "69 a blank password", request: put(PATH, XML, change(FIRST, "  ")), answer: { status: 400, text: "no master password" } },
  { name: "69 JSON with a wrapper", request: put(PATH, JSON_TYPE, `{"masterPassword":${changeJson(FIRST, SECOND)}}`), answer: { status: 400, text: "no master password" } },
  { name: "67 the same password", request: put(PATH, XML, change(FIRST, FIRST)), answer: REFUSED, foreign: false },
  { name: "interface 4.4 rule 1: a wrong old password", request: put(PATH, XML, change("not the old one", "another long password")), answer: REFUSED },
  { name: "68 a short password", request: put(PATH, XML, change(FIRST, "short12")), answer: REFUSED },
  { name: "a broken body tells nothing of what it holds", request: put(PATH, XML, "<masterPassword><newMasterPassword>my&hidden;word</newMasterPassword></masterPassword>"), answer: { status: 400, without: /hidden|word/ } },
  { name: "broken JSON neither", request: put(PATH, JSON_TYPE, '{"newMasterPassword":"hidden word}'), answer: { status: 400, without: /hidden|word/ }, foreign: false },
  { name: "markup declarations", request: put(PATH, XML, `<!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/passwd">]>${change(FIRST, "&e;")}`), answer: { status: 400, without: /root:/ } },
  { name: "another type of body", request: put(PATH, "text/plain", "secret"), answer: { status: 415 } },
  { name: "no body", request: put(PATH, XML, ""), answer: { status: 400 } },
  { name: "a body beyond the bound", request: put(PATH, XML, change(FIRST, "x".repeat(1_048_576))), answer: { status: 413 }, foreign: false },
  { name: "a password beyond the bound", request: put(PATH, XML, change(FIRST, "xyzabc".repeat(200))), answer: REFUSED, foreign: false },
  { name: "POST", request: post(PATH, XML, change(FIRST, SECOND)), answer: { status: 405 } },
  { name: "DELETE", request: del(PATH), answer: { status: 405 } },
  { name: "an account without roles", request: post("/security/usergroup/users", XML, "<user><userName>low</userName><password>a low password</password><enabled>true</enabled></user>"), answer: { status: 201 } },
  { name: "may not read it", request: get(`${PATH}.xml`, low), answer: { status: 403, text: "Administrative privileges required", without: /keystore/ } },
  { name: "may not change it", request: put(PATH, XML, change(FIRST, SECOND), low), answer: { status: 405, text: "Administrative privileges required" } },
  { name: "nothing of this changed it", request: get(`${PATH}.json`), answer: { status: 200, json: { oldMasterPassword: FIRST } }, foreign: false },
  { name: "If-Match of another document", request: put(PATH, XML, change(FIRST, ESCAPED), { "if-match": '"sha256-0"' }), answer: { status: 412 }, foreign: false },
  { name: "interface 4.4: PUT /security/masterpw.xml", request: put(`${PATH}.xml`, XML, change(FIRST, ESCAPED)), answer: { status: 200, text: "" }, foreign: false },
  { name: "is in force, any characters", request: get(`${PATH}.json`), answer: { status: 200, json: { oldMasterPassword: SECOND } }, foreign: false },
  { name: "escaped in XML", request: get(`${PATH}.xml`), answer: { status: 200, text: new RegExp(`<oldMasterPassword>${ESCAPED}</oldMasterPassword>`) }, foreign: false },
  { name: "the one before is wrong now", request: put(PATH, XML, change(FIRST, "another long password")), answer: REFUSED },
  { name: "white space around is not part of it, and any root will do", request: put(PATH, "application/xml", `<m><oldMasterPassword> ${ESCAPED} </oldMasterPassword><newMasterPassword>\n a third long password </newMasterPassword></m>`), answer: { status: 200 }, foreign: false },
  { name: "in JSON", request: put(`${PATH}.json`, "text/json", changeJson("a third long password", "12345678-four")), answer: { documented: REFUSED, geoserver: { status: 200, text: "" } }, foreign: false },
  { name: "in JSON, long enough for both", request: put(`${PATH}.json`, JSON_TYPE, changeJson("a third long password", "the fifth, long password")), answer: { documented: { status: 200, text: "" }, geoserver: REFUSED }, foreign: false },
  { name: "a well-known word", request: put(PATH, JSON_TYPE, changeJson("the fifth, long password", "GeoServer-2026-2026")), answer: REFUSED, foreign: false },
  { name: "a repetition", request: put(PATH, JSON_TYPE, changeJson("the fifth, long password", "abababababababab")), answer: REFUSED, foreign: false },
]);

const self = "/security/self/password";
const as = (password: string) => ({ authorization: `Basic ${btoa(`self:${password}`)}` });

contract("own password", [
  { name: "an account", request: post("/security/usergroup/users", JSON_TYPE, '{"user":{"userName":"self","password":"one","enabled":true}}'), answer: { status: 201 } },
  { name: "it cannot be read", request: get(self), answer: { status: 405, text: "You can not request the password!", headers: { allow: "PUT" } } },
  { name: "no password", request: put(self, JSON_TYPE, '{"password":"two"}', as("one")), answer: { status: 400, text: "Missing 'newPassword'" } },
  { name: "a blank password", request: put(self, XML, "<userPassword><newPassword> </newPassword></userPassword>", as("one")), answer: { status: 400, text: "Missing 'newPassword'" } },
  { name: "one that cannot be sent", request: put(self, JSON_TYPE, JSON.stringify({ newPassword: "a\nb" }), as("one")), answer: { status: 422, text: "Bad password" }, foreign: false },
  { name: "one beyond the bound", request: put(self, JSON_TYPE, JSON.stringify({ newPassword: "x".repeat(1_025) }), as("one")), answer: { status: 422, text: "Bad password" }, foreign: false },
  { name: "one at the bound", request: put(self, JSON_TYPE, JSON.stringify({ newPassword: "x".repeat(1_024) }), as("one")), answer: { status: 200, text: "" }, foreign: false },
  { name: "is in force", request: put(self, XML, "<userPassword><newPassword>two</newPassword></userPassword>", as("x".repeat(1_024))), answer: { status: 200, text: "" }, foreign: false },
  { name: "the next request needs it", request: put(self, JSON_TYPE, '{"newPassword":"three"}', as("one")), answer: { status: 401 }, foreign: false },
  { name: "and has it", request: put(self, JSON_TYPE, '{"newPassword":"three"}', as("two")), answer: { status: 200 }, foreign: false },
  { name: "a broken body tells nothing of what it holds", request: put(self, JSON_TYPE, '{"newPassword":"hidden}', as("three")), answer: { status: 400, without: /hidden/ }, foreign: false },
  { name: "another type of body", request: put(self, "text/plain", "four", as("three")), answer: { status: 415 }, foreign: false },
  { name: "POST", request: post(self, JSON_TYPE, "{}"), answer: { status: 405 } },
  { name: "without credentials", request: put(self, JSON_TYPE, '{"newPassword":"four"}', { authorization: "" }), answer: { status: 401 } },
  { name: "the administrator's is another", request: get("/styles.json", { authorization: AUTHORIZATION }), answer: { status: 200 }, foreign: false },
]);
