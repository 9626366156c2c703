/** Rules on map services and on requests, which have the manners of layer rules (interface 4.4). */
import { contract, del, get, post, put } from "./harness.ts";

const SERVICES = "/security/acl/services";
const REST = "/security/acl/rest";
const rules = (pairs: Readonly<Record<string, string>>) =>
  `<rules>${Object.entries(pairs).map(([key, roles]) => `<rule resource="${key}">${roles}</rule>`).join("")}</rules>`;
const METHODS = "(GET|POST|PUT|DELETE|HEAD|OPTIONS)";

contract("rules on services", [
  { name: "a fresh catalog", request: get(`${SERVICES}.json`), answer: { documented: { status: 200, json: { "wfs.CreateStoredQuery": "ADMIN,GROUP_ADMIN", "wfs.DropStoredQuery": "ADMIN,GROUP_ADMIN" } }, geoserver: { status: 200, json: { "wfs.CreateStoredQuery": "GROUP_ADMIN,ADMIN", "wfs.DropStoredQuery": "GROUP_ADMIN,ADMIN" } } } },
  { name: "in XML", request: get(`${SERVICES}.xml`), answer: { documented: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><rules>\n    <rule resource="wfs.CreateStoredQuery">ADMIN,GROUP_ADMIN</rule>\n    <rule resource="wfs.DropStoredQuery">ADMIN,GROUP_ADMIN</rule>\n</rules>', headers: { "content-type": /^application\/xml/ } }, geoserver: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><rules>\n    <rule resource="wfs.CreateStoredQuery">GROUP_ADMIN,ADMIN</rule>\n    <rule resource="wfs.DropStoredQuery">GROUP_ADMIN,ADMIN</rule>\n</rules>', headers: { "content-type": /^application\/xml/ } } }, foreign: false },
  { name: "two new rules", request: post(`${SERVICES}.xml`, "text/xml", rules({ "wms.GetMap": "ROLE_B, ROLE_A", "*.*": "*" })), answer: { documented: { status: 201, text: "" }, geoserver: { status: 200, text: "" } } },
  { name: "what there is now, generic first", request: get(`${SERVICES}.json`), answer: {
    documented: { status: 200, text: '{"*.*":"*","wms.GetMap":"ROLE_A,ROLE_B"}' },
    geoserver: { status: 200, text: '{"*.*":"*","wfs.CreateStoredQuery":"GROUP_ADMIN,ADMIN","wfs.DropStoredQuery":"GROUP_ADMIN,ADMIN","wms.GetMap":"ROLE_A,ROLE_B"}' },
  }, foreign: false },
  { name: "one known and one new", request: post(SERVICES, "application/json", '{"wms.GetMap":"ROLE_C","wcs.*":"ROLE_C"}'), answer: { documented: { status: 201 }, geoserver: { status: 409, text: "Already existing rules: wms.GetMap" } } },
  { name: "all or nothing", request: get(`${SERVICES}.json`), answer: { documented: { status: 200, json: { "wms.GetMap": "ROLE_C", "wcs.*": "ROLE_C" } }, geoserver: { status: 200, without: /wcs/ } } },
  { name: "change an unknown rule", request: put(SERVICES, "text/xml", rules({ "wps.*": "R", "wms.GetMap": "R" })), answer: { status: 409, text: "Unknown rules: wps.*" } },
  { name: "change a known rule", request: put(SERVICES, "text/xml", rules({ "wms.GetMap": "" })), answer: { status: 200, text: "" } },
  { name: "is kept as nobody", request: get(`${SERVICES}.json`), answer: { status: 200, text: /"wms\.GetMap":""/ } },
  { name: "delete one", request: del(`${SERVICES}/wms.GetMap`), answer: { status: 200, text: "" } },
  { name: "delete it again", request: del(`${SERVICES}/wms.GetMap`), answer: { status: 404, text: "Rule not found: wms.GetMap" } },
  { name: "a method named as a suffix", request: del(`${SERVICES}/wms.xml`), answer: { documented: { status: 404, text: "Rule not found: wms.xml" }, geoserver: { status: 422, text: "Invalid rule wms, the expected format is service.method=role1,role2,..." }, "2.28": { status: 404, text: "Rule not found: wms.xml" } } },
  { name: "a method and a suffix", request: del(`${SERVICES}/wms.none.xml`), answer: { documented: { status: 422 }, geoserver: { status: 404, text: "Rule not found: wms.none" }, "2.28": { status: 422 } } },
  { name: "three parts", request: post(SERVICES, "text/xml", rules({ "a.b.r": "R" })), answer: { status: 422, text: "Invalid rule a.b.r, the expected format is service.method=role1,role2,..." } },
  { name: "one part", request: del(`${SERVICES}/wms`), answer: { status: 422, text: "Invalid rule wms, the expected format is service.method=role1,role2,..." } },
  { name: "a method of any service", request: post(SERVICES, "text/xml", rules({ "*.GetMap": "R" })), answer: { status: 422, text: "Invalid rule *.GetMap, when namespace is * then also layer must be *." } },
  { name: "a broken body", request: put(SERVICES, "text/xml", "<rules>"), answer: { status: 400 } },
  { name: "another type of body", request: put(SERVICES, "text/plain", "wms.GetMap=R"), answer: { status: 415 } },
  { name: "delete the collection", request: del(SERVICES), answer: { documented: { status: 400, text: "Name the rule to delete: /security/acl/services/{rule}" }, geoserver: { status: 500 } }, foreign: false },
]);

contract("rules on requests", [
  { name: "a fresh catalog", request: get(`${REST}.json`), answer: { documented: { status: 200, json: { "/**:GET,HEAD,OPTIONS": "ROLE_ADMINISTRATOR", "/**:POST,DELETE,PUT": "ROLE_ADMINISTRATOR" } }, geoserver: { status: 200, json: { "/**:GET,HEAD": "ADMIN", "/**:POST,DELETE,PUT": "ADMIN" } } } },
  { name: "in XML", request: get(`${REST}.xml`), answer: { documented: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><rules>\n    <rule resource="/**:GET,HEAD,OPTIONS">ROLE_ADMINISTRATOR</rule>\n    <rule resource="/**:POST,DELETE,PUT">ROLE_ADMINISTRATOR</rule>\n</rules>' }, geoserver: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><rules>\n    <rule resource="/**:GET,HEAD">ADMIN</rule>\n    <rule resource="/**:POST,DELETE,PUT">ADMIN</rule>\n</rules>' } }, foreign: false },
  { name: "new rules", request: post(`${REST}.xml`, "text/xml", rules({ "/**:GET": "ROLE_A", "/workspaces/**:GET": "ROLE_B", "/workspaces/*:GET,HEAD": "R", "/workspaces/w1:GET": "R", "/workspaces/w?:GET": "R", "/layers/w1:A:GET": "R" })), answer: { documented: { status: 201, text: "" }, geoserver: { status: 200, text: "" } } },
  { name: "special before general, which is the order in which they are tried", request: get(`${REST}.json`), answer: {
    documented: { status: 200, text: '{"/layers/w1:A:GET":"R","/workspaces/w1:GET":"R","/workspaces/w?:GET":"R","/workspaces/*:GET,HEAD":"R","/workspaces/**:GET":"ROLE_B","/**:GET":"ROLE_A"}' },
    geoserver: { status: 200, text: '{"/layers/w1:A:GET":"R","/workspaces/w1:GET":"R","/workspaces/w?:GET":"R","/workspaces/*:GET,HEAD":"R","/workspaces/**:GET":"ROLE_B","/**:GET":"ROLE_A","/**:GET,HEAD":"ADMIN","/**:POST,DELETE,PUT":"ADMIN"}' },
  }, foreign: false },
  { name: "an administrator still comes in, whatever the rules say", request: put(REST, "text/xml", rules({ "/**:GET": "" })), answer: { status: 200 } },
  { name: "and out", request: get(`${REST}.json`), answer: { status: 200, text: /"\/\*\*:GET":""/ } },
  { name: "one known and one new", request: post(REST, "application/json", '{"/**:GET":"R","/styles:GET":"R"}'), answer: { documented: { status: 201 }, geoserver: { status: 409, text: "Already existing rules: /**:GET" } } },
  { name: "back to some rules", request: post(REST, "application/json", '{"/a/**:GET":"R","/b/*/c:GET,HEAD":"R","/c/d?:PUT":"R","/d:GET":"R","/e+f:GET":"R"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "change an unknown rule", request: put(REST, "application/json", '{"/zz:GET":"R"}'), answer: { status: 409, text: "Unknown rules: /zz:GET" } },
  { name: "delete, encoded once", request: del(`${REST}/%2Fa%2F**%3AGET`), answer: { status: 200, text: "" } },
  { name: "it is gone", request: del(`${REST}/%2Fa%2F**%3AGET`), answer: { status: 404, text: "Rule not found: /a/**:GET" } },
  { name: "delete, encoded twice", request: del(`${REST}/%252Fb%252F%252A%252Fc%253AGET%252CHEAD`), answer: { status: 200, text: "" } },
  { name: "it is gone too", request: del(`${REST}/%252Fb%252F%252A%252Fc%253AGET%252CHEAD`), answer: { status: 404, text: "Rule not found: /b/*/c:GET,HEAD" } },
  { name: "delete, with its own slashes", request: del(`${REST}/c/d%3F:PUT`), answer: { status: 200 }, foreign: false },
  { name: "that is gone as well", request: del(`${REST}/c/d%3F:PUT`), answer: { status: 404, text: "Rule not found: /c/d?:PUT" }, foreign: false },
  { name: "delete, with a doubled slash", request: del(`${REST}//d:GET`), answer: { status: 200 }, foreign: false },
  { name: "a plus", request: del(`${REST}/e%2Bf:GET`), answer: { status: 200 }, foreign: false },
  { name: "climbing leads nowhere", request: del(`${REST}/%2F..%2F..%2Flayers%2F*.*.r`), answer: { status: 422 }, foreign: false },
  { name: "an encoded backslash", request: del(`${REST}/%2Fa%5Cb:GET`), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a backslash encoded twice", request: del(`${REST}/%2Fa%255Cb:GET`), answer: { status: 422, text: /paths are compared decoded/ }, foreign: false },
  { name: "NUL encoded twice", request: del(`${REST}/%2Fa%2500b:GET`), answer: { status: 422 }, foreign: false },
  { name: "an encoded slash elsewhere", request: del("/security/acl/layers/a%2Fb.*.r"), answer: { documented: { status: 400, text: /encoded slash/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "an encoded slash in a service rule", request: del("/security/acl/services/a%2Fb.c"), answer: { documented: { status: 400, text: /encoded slash/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "a path that only begins alike", request: get("/security/acl/restx%2Fb"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "no method", request: post(REST, "text/xml", rules({ "/x": "R" })), answer: { status: 422, text: `Invalid '/x' not matching \\S+:${METHODS}(,${METHODS})*` }, foreign: false },
  { name: "an unknown method", request: post(REST, "text/xml", rules({ "/x:GET,FETCH": "R" })), answer: { status: 422, text: /^Invalid '\/x:GET,FETCH' not matching/ } },
  { name: "no leading slash", request: post(REST, "text/xml", rules({ "x:GET": "R" })), answer: { status: 422, text: "Invalid 'x:GET': the pattern does not start with /" }, foreign: false },
  { name: "a pattern that no path is like", request: post(REST, "text/xml", rules({ "/x/:GET": "R" })), answer: { status: 422, text: /has an empty segment/ }, foreign: false },
  { name: "an encoded pattern", request: post(REST, "text/xml", rules({ "/x%20y:GET": "R" })), answer: { status: 422, text: /holds "%"; paths are compared decoded/ }, foreign: false },
  { name: "1,001 rules", request: post(REST, "application/json", JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_unused, n) => [`/n${n}:GET`, "R"])))), answer: { status: 413, text: "The list holds 1001 rules; the limit is 1000" }, foreign: false },
  { name: "a key of 1,025 bytes", request: put(REST, "application/json", JSON.stringify({ [`/${"x".repeat(1_020)}:GET`]: "R" })), answer: { status: 413, text: "A rule's key has 1025 bytes; the limit is 1024" }, foreign: false },
  { name: "a key of 1,024 bytes", request: put(REST, "application/json", JSON.stringify({ [`/${"x".repeat(1_019)}:GET`]: "R" })), answer: { status: 409 }, foreign: false },
  { name: "another method on one rule", request: put(`${REST}/%2F**%3AGET`, "text/xml", rules({ "/**:GET": "R" })), answer: { status: 405, headers: { allow: "DELETE" } }, foreign: false },
  { name: "an empty list", request: post(REST, "application/json", "{}"), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "an empty list is nobody's but the administrators'", request: get(`${REST}.xml`), answer: { documented: { status: 200, text: /<rules\/>|<rules><\/rules>/ }, geoserver: { status: 200 } }, foreign: false },
]);
