/** URL checks: of which addresses a map server may make use. */
import { contract, del, get, post, put } from "./harness.ts";

const JSON_TYPE = "application/json";
const LINK = 'xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate"';
const listed = (type: string) =>
  `<urlChecks><urlCheck><name>check</name><atom:link ${LINK} href="BASE/urlchecks/check.xml" type="${type}"/></urlCheck></urlChecks>`;
const check = { name: "check", description: "d", enabled: "true", regex: "http://example.com/.*" };
const body = (fields: object) => JSON.stringify({ regexUrlCheck: fields });
const xml = (fields: string) => `<regexUrlCheck>${fields}</regexUrlCheck>`;
const shown = (description: string, enabled: boolean, regex = "http://example.com/.*") =>
  xml(`<name>check</name>${description}<enabled>${enabled}</enabled><regex>${regex}</regex>`);

contract("url checks", [
  { name: "an empty list", request: get("/urlchecks.json"), answer: {
    documented: { status: 200, json: { urlChecks: { urlCheck: [] } } },
    geoserver: { status: 200, json: { urlChecks: "" } },
  } },
  { name: "an empty list in XML", request: get("/urlchecks.xml"), answer: { status: 200, text: "<urlChecks/>" } },
  { name: "1 create", request: post("/urlchecks", JSON_TYPE, body(check)), answer: { status: 201, text: "check", headers: { location: "BASE/urlchecks/check", "content-type": /^text\/plain/ } } },
  { name: "2 create again", request: post("/urlchecks", JSON_TYPE, body(check)), answer: { status: 409, text: "URL check 'check' already exists" } },
  { name: "the list", request: get("/urlchecks.json"), answer: { status: 200, json: { urlChecks: { urlCheck: [{ name: "check", href: "BASE/urlchecks/check.json" }] } } } },
  { name: "the list in XML", request: get("/urlchecks.xml"), answer: { documented: { status: 200, text: listed("application/xml") }, geoserver: { status: 200, text: listed("application/atom+xml") } } },
  { name: "8 one in XML", request: get("/urlchecks/check.xml"), answer: { status: 200, text: shown("<description>d</description>", true) } },
  { name: "one in JSON", request: get("/urlchecks/check.json"), answer: { status: 200, json: { regexUrlCheck: { ...check, enabled: true } } } },
  { name: "3 create without enabled", request: post("/urlchecks", "application/xml", xml("<name>off</name><regex>http://a/.*</regex>")), answer: { status: 201, text: "off" } },
  { name: "which is off", request: get("/urlchecks/off.json"), answer: { status: 200, json: { regexUrlCheck: { name: "off", enabled: false, regex: "http://a/.*" } } } },
  { name: "4 create without expression", request: post("/urlchecks", "application/xml", xml("<name>c3</name>")), answer: { status: 400, text: "The URL check configuration is required" } },
  { name: "4 create without name", request: post("/urlchecks", "application/xml", xml("<regex>a</regex>")), answer: { status: 400, text: "The URL check name is required" } },
  { name: "a taken name goes before a missing expression", request: post("/urlchecks", "application/xml", xml("<name>off</name>")), answer: { status: 409 } },
  { name: "5 a change that says nothing", request: put("/urlchecks/check", JSON_TYPE, body({})), answer: { status: 200, text: "" } },
  { name: "switches it off or not", request: get("/urlchecks/check.xml"), answer: {
    documented: { status: 200, text: shown("<description>d</description>", true) },
    geoserver: { status: 200, text: shown("<description>d</description>", false) },
  } },
  { name: "a change of two fields", request: put("/urlchecks/check", "application/xml", xml("<description>e</description><enabled>true</enabled>")), answer: { status: 200 } },
  { name: "leaves the third", request: get("/urlchecks/check.xml"), answer: { status: 200, text: shown("<description>e</description>", true) } },
  { name: "a change of the expression", request: put("/urlchecks/check", JSON_TYPE, body({ regex: "http://b/.*", enabled: true })), answer: { status: 200 } },
  { name: "is there", request: get("/urlchecks/check.xml"), answer: { status: 200, text: shown("<description>e</description>", true, "http://b/.*") } },
  { name: "6 an empty expression", request: put("/urlchecks/check", JSON_TYPE, body({ regex: "" })), answer: { status: 400 } },
  { name: "is not taken", request: get("/urlchecks/check.xml"), answer: { status: 200, text: shown("<description>e</description>", true, "http://b/.*") }, foreign: false },
  { name: "7 change a missing one", request: put("/urlchecks/unknown", JSON_TYPE, body({ regex: "x" })), answer: { status: 404, text: "Can't change a non existent URL check (unknown)" } },
  { name: "read a missing one", request: get("/urlchecks/unknown.json"), answer: { status: 404, text: "No such URL check found: 'unknown'" } },
  { name: "an expression that is none", request: post("/urlchecks", "application/xml", xml("<name>br</name><enabled>true</enabled><regex>http://(((</regex>")), answer: { status: 201 } },
  { name: "is kept", request: get("/urlchecks/br.json"), answer: { status: 200, json: { regexUrlCheck: { name: "br", enabled: true, regex: "http://(((" } } } },
  { name: "and removed", request: del("/urlchecks/br"), answer: { status: 200 } },
  { name: "another name", request: put("/urlchecks/check", "application/xml", xml("<name>check9</name><enabled>true</enabled>")), answer: { status: 200 } },
  { name: "has it", request: get("/urlchecks/check9.json"), answer: { status: 200, json: { regexUrlCheck: { name: "check9", description: "e", enabled: true, regex: "http://b/.*" } } } },
  { name: "and not the old one", request: get("/urlchecks/check.json"), answer: { status: 404 } },
  { name: "a name that another one has", request: put("/urlchecks/check9", "application/xml", xml("<name>off</name><enabled>true</enabled>")), answer: { status: 409, text: "URL check 'off' already exists" }, foreign: false },
  { name: "leaves both", request: get("/urlchecks/off.json"), answer: { status: 200, json: { regexUrlCheck: { name: "off", enabled: false, regex: "http://a/.*" } } }, foreign: false },
  { name: "a name that cannot be one", request: post("/urlchecks", "application/xml", xml("<name>a/b</name><regex>a</regex>")), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "another root", request: post("/urlchecks", "application/xml", "<urlCheck><name>q</name><regex>a</regex></urlCheck>"), answer: { documented: { status: 400 }, geoserver: { status: 500 } } },
  { name: "PUT to the list", request: put("/urlchecks", "application/xml", xml("")), answer: { status: 405 } },
  { name: "9 remove", request: del("/urlchecks/check9"), answer: { status: 200, text: "" } },
  { name: "9 and again", request: del("/urlchecks/check9"), answer: { status: 404, text: "No such URL check found: 'check9'" } },
]);
