/** Access rules and the catalog mode (interface 4.4). */
import { mapping } from "../support/estates/artefacts.ts";
import { contract, del, get, post, put } from "./harness.ts";

const rules = (pairs: Readonly<Record<string, string>>) =>
  `<?xml version="1.0" encoding="UTF-8"?><rules>${Object.entries(pairs).map(([key, roles]) => `<rule resource="${key}">${roles}</rule>`).join("")}</rules>`;

contract("access rules", [
  { name: "74 a fresh catalog", request: get("/security/acl/layers.json"), answer: { documented: { status: 200, json: { "*.*.r": "*", "*.*.w": "ADMIN,GROUP_ADMIN" } }, geoserver: { status: 200, json: { "*.*.r": "*", "*.*.w": "GROUP_ADMIN,ADMIN" } } } },
  { name: "in XML, with declaration and indentation (interface 4.4: GET /security/acl/layers.xml)", request: get("/security/acl/layers.xml"), answer: {
    status: 200,
    text: /^<\?xml version="1\.0" encoding="UTF-8"\?><rules>\n    <rule resource="\*\.\*\.r">\*<\/rule>\n    <rule resource="\*\.\*\.w">(?:ADMIN,GROUP_ADMIN|GROUP_ADMIN,ADMIN)<\/rule>\n<\/rules>$/,
    headers: { "content-type": /^application\/xml/ },
  }, foreign: false },
  { name: "75 two new rules (interface 4.4: POST /security/acl/layers.xml sets a new list)", request: post("/security/acl/layers.xml", "text/xml", rules({ "w1.*.r": "ROLE_A, ROLE_B", "w1.l1.w": "ROLE_A" })), answer: {
    documented: { status: 201, text: "" }, geoserver: { status: 200, text: "" },
  } },
  { name: "75 what there is now", request: get("/security/acl/layers.json"), answer: {
    documented: { status: 200, json: { "w1.*.r": "ROLE_A,ROLE_B", "w1.l1.w": "ROLE_A" } },
    geoserver: { status: 200, json: { "*.*.r": "*", "*.*.w": "GROUP_ADMIN,ADMIN", "w1.*.r": "ROLE_A,ROLE_B", "w1.l1.w": "ROLE_A" } },
  } },
  { name: "76 one known and one new", request: post("/security/acl/layers.xml", "text/xml", rules({ "w1.*.r": "ROLE_C", "w2.*.r": "ROLE_C" })), answer: {
    documented: { status: 201 }, geoserver: { status: 409, text: "Already existing rules: w1.*.r" },
  } },
  { name: "76 all or nothing", request: get("/security/acl/layers.json"), answer: {
    documented: { status: 200, json: { "w1.*.r": "ROLE_C", "w2.*.r": "ROLE_C" } },
    geoserver: { status: 200, text: /"w1\.\*\.r":"ROLE_A,ROLE_B"/, without: /w2/ },
  } },
  { name: "77 change an unknown rule", request: put("/security/acl/layers.json", "application/json", '{"w9.*.r":"ROLE_A"}'), answer: { status: 409, text: "Unknown rules: w9.*.r" } },
  { name: "78 change a known rule", request: put("/security/acl/layers.json", "application/json", '{"w1.*.r":"ROLE_X ROLE_Y,ROLE_X"}'), answer: { status: 200, text: "" } },
  { name: "78 changed, as a set", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"w1\.\*\.r":"ROLE_X,ROLE_Y"/ } },
  { name: "everybody swallows the others", request: put("/security/acl/layers", "text/xml", rules({ "w1.*.r": "ROLE_A,*" })), answer: { status: 200 } },
  { name: "only everybody", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"w1\.\*\.r":"\*"/ } },
  { name: "nobody", request: put("/security/acl/layers", "text/xml", rules({ "w1.*.r": "" })), answer: { status: 200 } },
  { name: "is kept as nobody", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"w1\.\*\.r":""/ } },
  { name: "79 delete one (interface 4.4: DELETE /security/acl/layers/{rule})", request: del("/security/acl/layers/w1.*.r"), answer: { status: 200, text: "" } },
  { name: "79 delete it again", request: del("/security/acl/layers/w1.*.r"), answer: { status: 404, text: "Rule not found: w1.*.r" } },
  { name: "79 with the star encoded", request: del("/security/acl/layers/w1.%2A.r"), answer: { status: 404, text: "Rule not found: w1.*.r" } },
  { name: "a malformed key", request: del("/security/acl/layers/w1"), answer: { status: 422, text: /^Invalid rule w1, the expected format is workspace\.layer\.mode=role1,role2,\.\.\./ } },
  { name: "80 an unknown access mode", request: post("/security/acl/layers", "text/xml", rules({ "a.b.x": "R" })), answer: { status: 422, text: "Unknown access mode x in a.b.x" } },
  { name: "81 a layer of any workspace", request: post("/security/acl/layers", "text/xml", rules({ "*.b.r": "R" })), answer: { status: 422, text: "Invalid rule *.b.r, when namespace is * then also layer must be *." } },
  { name: "administration of one layer", request: post("/security/acl/layers", "text/xml", rules({ "a.b.a": "R" })), answer: { status: 422, text: /admin \(a\) privileges may only be applied globally to a workspace/ } },
  { name: "a broken body", request: post("/security/acl/layers", "text/xml", "<rules><rule></rules>"), answer: { status: 400 } },
  { name: "a body with markup declarations", request: post("/security/acl/layers", "text/xml", '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><rules><rule resource="a.b.r">&e;</rule></rules>'), answer: { status: 400, without: /root:/ } },
  { name: "delete the collection", request: del("/security/acl/layers"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "84 a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "84 a store with a layer", request: put("/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:l1"])), answer: { status: 201 } },
  { name: "84 rules for it, in another case too", request: post("/security/acl/layers", "text/xml", rules({ "w1.L1.r": "ROLE_A", "w1.other.r": "ROLE_A" })), answer: { documented: { status: 201 }, geoserver: { status: 200 } } },
  { name: "84 delete the store", request: del("/workspaces/w1/datastores/st?recurse=true"), answer: { status: 200 } },
  { name: "84 its rule is gone, the other is not", request: get("/security/acl/layers.json"), answer: { status: 200, text: /w1\.other\.r/, without: /L1/ } },
  { name: "84 delete the workspace", request: del("/workspaces/w1?recurse=true"), answer: { status: 200 } },
  { name: "84 all its rules are gone", request: get("/security/acl/layers.json"), answer: { status: 200, without: /w1/ } },
]);

const FILE = "/resource/security/layers.properties";
const file = (text: string, headers = {}) => put(FILE, "text/plain", text, headers);
const onto = (path: string, operation: "copy" | "move", from: string) => put(`${path}?operation=${operation}`, "text/plain", from);

contract("the file of the access rules", [
  { name: "all rules with the mode", request: file("mode=MIXED\n*.*.r=*\nw.secret.r=ROLE_A\nbasemap.r=ROLE_B\n"), answer: { status: 201 }, foreign: false },
  { name: "are those of the list", request: get("/security/acl/layers.json"), answer: { status: 200, json: { "*.*.r": "*", "basemap.r": "ROLE_B", "w.secret.r": "ROLE_A" } }, foreign: false },
  { name: "and that of the catalog", request: get("/security/acl/catalog.json"), answer: { status: 200, json: { mode: "MIXED" } }, foreign: false },
  { name: "it shows them", request: get(FILE), answer: { status: 200, text: "mode=MIXED\n*.*.r=*\nbasemap.r=ROLE_B\nw.secret.r=ROLE_A\n", headers: { "resource-type": "resource" } }, foreign: false },
  { name: "only its headers", request: { method: "HEAD", path: `/rest${FILE}` }, answer: { status: 200, text: "", headers: { "resource-type": "resource" } }, foreign: false },
  { name: "that it is a file", request: get(`${FILE}?operation=metadata&format=json`), answer: { status: 200, text: /"name":"layers\.properties".*"type":"resource"/ }, foreign: false },
  { name: "another mode than there is", request: file("mode=OPEN\n*.*.r=*\n"), answer: { status: 422, text: "Not a valid mode: OPEN" }, foreign: false },
  { name: "a line that is no rule", request: file("mode=HIDE\na.b.c.d.r=R\n"), answer: { status: 422 }, foreign: false },
  { name: "a condition that does not hold", request: file("mode=HIDE\n", { "if-match": '"sha256-0"' }), answer: { status: 412 }, foreign: false },
  { name: "another file", request: put("/resource/notes/rules.txt", "text/plain", "mode=HIDE\n"), answer: { status: 201 }, foreign: false },
  ...(["copy", "move"] as const).flatMap((operation) => [
    { name: `to ${operation} another file onto it`, request: onto(FILE, operation, "notes/rules.txt"), answer: { status: 405, text: /send it with/ }, foreign: false } as const,
    { name: `to ${operation} it away`, request: onto("/resource/notes/b.txt", operation, "security/layers.properties"), answer: { status: 405, text: /send it with/ }, foreign: false } as const,
  ]),
  { name: "to delete it", request: del(FILE), answer: { status: 405, text: /send it with/ }, foreign: false },
  { name: "nothing of this changed it", request: get(FILE), answer: { status: 200, text: /^mode=MIXED\n.*\nbasemap/ }, foreign: false },
]);

contract("catalog mode", [
  { name: "70 a fresh catalog", request: get("/security/acl/catalog.json"), answer: { status: 200, json: { mode: "HIDE" } } },
  { name: "in XML (interface 4.4: GET /security/acl/catalog.xml)", request: get("/security/acl/catalog.xml"), answer: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?><catalog>\n    <mode>HIDE</mode>\n</catalog>' }, foreign: false },
  { name: "71 another mode (interface 4.4: PUT /security/acl/catalog.xml)", request: put("/security/acl/catalog.xml", "text/xml", "<catalog><mode>MIXED</mode></catalog>"), answer: { status: 200, text: "" } },
  { name: "71 is in force", request: get("/security/acl/catalog.json"), answer: { status: 200, json: { mode: "MIXED" } } },
  { name: "by JSON", request: put("/security/acl/catalog.json", "application/json", '{"mode":"CHALLENGE"}'), answer: { status: 200 } },
  { name: "72 no mode", request: put("/security/acl/catalog", "text/xml", "<catalog><modee>X</modee></catalog>"), answer: { status: 404, text: "Element mode is missing" } },
  { name: "73 no such mode", request: put("/security/acl/catalog", "text/xml", "<catalog><mode>IAMINVALID</mode></catalog>"), answer: { status: 422, text: "Not a valid mode: IAMINVALID" } },
  { name: "the case counts", request: put("/security/acl/catalog", "text/xml", "<catalog><mode>hide</mode></catalog>"), answer: { status: 422 } },
  { name: "a broken body", request: put("/security/acl/catalog", "text/xml", "<catalog>"), answer: { status: 400 } },
  { name: "POST", request: post("/security/acl/catalog", "text/xml", "<catalog><mode>HIDE</mode></catalog>"), answer: { status: 405 } },
  { name: "reload by POST", request: post("/security/acl/catalog/reload", "text/plain", ""), answer: { status: 200, text: "" } },
  { name: "reload by PUT", request: put("/security/acl/catalog/reload", "text/plain", ""), answer: { status: 200, text: "" } },
  { name: "GET of reload", request: get("/security/acl/catalog/reload"), answer: { status: 405 } },
  { name: "nothing of this changed it", request: get("/security/acl/catalog.json"), answer: { status: 200, json: { mode: "CHALLENGE" } } },
]);
