/**
 * Every bound on what is sent, just inside and just outside; what escapes, lies, explodes or is
 * no text. The figures are written here by hand, not taken from the code
 * (docs/compatibility.md, "Bounds").
 */
import { gzipSync } from "node:zlib";
import { mapping, sld, xsd, zipOf } from "../support/estates/artefacts.ts";
import { contract, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.geoserver.geocss+css";
const ZIP = "application/zip";
const XML = "text/xml";
const JSON_TYPE = "application/json";
const KIB = 1024;
const MIB = 1024 * KIB;

const styled = (inside: string) => `<StyledLayerDescriptor version="1.0.0">${inside}</StyledLayerDescriptor>`;
const nested = (levels: number) => styled("<e>".repeat(levels - 1) + "</e>".repeat(levels - 1));
const attributes = (count: number) => styled(`<e ${Array.from({ length: count }, (_unused, index) => `a${index}="1"`).join(" ")}/>`);

let made = 0;
const style = (body: string | Uint8Array, type = SLD, headers: Record<string, string> = {}) => post(`/styles?name=b${made++}`, type, body, headers);
const accepted = (name: string, body: string | Uint8Array, type = SLD): Row => ({ name, request: style(body, type), answer: { status: 201 }, foreign: false });
const tooLarge = (name: string, body: string | Uint8Array, text: RegExp, type = SLD): Row => ({ name, request: style(body, type), answer: { status: 413, text }, foreign: false });
const malformed = (name: string, body: string | Uint8Array, text: RegExp, type = SLD): Row => ({ name, request: style(body, type), answer: { documented: { status: 400, text }, geoserver: { status: 500, text } }, foreign: false });

const nestedCss = (levels: number) => `${"* {".repeat(levels)} fill: red; ${"}".repeat(levels)}`;
const waitsForBody = { expect: "100-continue" };
contract("bounds of style sheets, and of what is told before a body comes", [
  tooLarge("CSS of 33 levels", nestedCss(33), /^Rules are more than 32 deep in each other; the limit is 32 \(line 1, column \d+\)$/, CSS),
  accepted("CSS of 32 levels", nestedCss(32), CSS),
  tooLarge("33 parentheses", `[${"(".repeat(33)}a = 1${")".repeat(33)}] { fill: red }`, /Parentheses are more than 32 deep; the limit is 32/, CSS),
  tooLarge("20,001 rules", "* { fill: red }\n".repeat(20_001), /There are more than 20000 rules; the limit is 20000/, CSS),
  tooLarge("a value of 65,537 characters", `* { fill: ${"x".repeat(65_537)} }`, /There are more than 65536 characters; the limit is 65536/, CSS),
  malformed("a mistake is none of that", "* { fill: red", /./, CSS),
  { name: "a body that is as long as no SLD is not asked for", request: { ...style("", SLD, { ...waitsForBody, "content-length": String(8 * MIB + 1) }), body: undefined }, answer: { status: 413, text: /8388609 bytes; the limit is 8388608/, headers: { connection: "close" } }, foreign: false, wire: true },
  { name: "nor one as long as no CSS is", request: { ...style("", CSS, { ...waitsForBody, "content-length": String(2 * MIB + 1) }), body: undefined }, answer: { status: 413, text: /2097153 bytes; the limit is 2097152/, headers: { connection: "close" } }, foreign: false, wire: true },
  { name: "nor an entry as long as no document is", request: { ...post("/styles", XML, "", { ...waitsForBody, "content-length": String(MIB + 1) }), body: undefined }, answer: { status: 413, text: /1048577 bytes; the limit is 1048576/, headers: { connection: "close" } }, foreign: false, wire: true },
  { name: "nor a package as long as none is", request: { ...post("/styles", ZIP, "", { ...waitsForBody, "content-length": String(64 * MIB + 1) }), body: undefined }, answer: { status: 413, text: /67108865 bytes.*limit.*67108864/, headers: { connection: "close" } }, foreign: false, wire: true },
  { name: "nor a mapping as long as none is", request: { ...put("/workspaces/w/datastores/s/file.appschema", XML, "", { ...waitsForBody, "content-length": String(8 * MIB + 1) }), body: undefined }, answer: { status: 413, text: /8388609 bytes; the limit is 8388608/ }, foreign: false, wire: true },
  { name: "nor the name of a file on the server as long as none is", request: { ...post("/workspaces/w/coveragestores/s/external.imagemosaic", "text/plain", "", { ...waitsForBody, "content-length": "4097" }), body: undefined }, answer: { status: 413, text: /4097 bytes; the limit is 4096/ }, foreign: false, wire: true },
  { name: "an SLD in chunks is cut off at its bound", request: { ...style(sld().padEnd(9 * MIB)), chunked: true }, answer: { status: 413, text: /bytes or more; the limit is 8388608/, headers: { connection: "close" } }, foreign: false, wire: true },
], { onceIn: "documented" });

contract("bounds of styles", [
  accepted("an SLD of 8 MiB", sld().padEnd(8 * MIB)),
  tooLarge("and one byte more", sld().padEnd(8 * MIB + 1), /8388609 bytes; the limit is 8388608/),
  accepted("CSS of 2 MiB", "* { fill: red; }".padEnd(2 * MIB), CSS),
  tooLarge("and one byte more", "* { fill: red; }".padEnd(2 * MIB + 1), /2097153 bytes; the limit is 2097152/, CSS),
  accepted("100 levels of elements", nested(100)),
  tooLarge("101 levels", nested(101), /101 levels of elements; the limit is 100/),
  tooLarge("more levels than the parser can hold", nested(300), /Excessive depth/),
  accepted("200,000 elements", styled("<e/>".repeat(199_999))),
  tooLarge("one element more", styled("<e/>".repeat(200_000)), /200001 elements; the limit is 200000/),
  accepted("256 attributes", attributes(256)),
  tooLarge("257 attributes", attributes(257), /257 attributes in one element; the limit is 256/),
  accepted("an attribute of 64 KiB", styled(`<e a="${"x".repeat(64 * KIB)}"/>`)),
  tooLarge("and one character more", styled(`<e a="${"x".repeat(64 * KIB + 1)}"/>`), /65537 characters in one attribute; the limit is 65536/),
  accepted("a text of 4 MiB", styled(`<e>${"x".repeat(4 * MIB)}</e>`)),
  tooLarge("and one character more", styled(`<e>${"x".repeat(4 * MIB + 1)}</e>`), /4194305 characters in one text; the limit is 4194304/),
  accepted("a name of 1 KiB", styled(`<${"e".repeat(KIB)}/>`)),
  tooLarge("and one character more", styled(`<${"e".repeat(KIB + 1)}/>`), /1025 characters in one name; the limit is 1024/),
], { inProcessOnly: true, onceIn: "documented" });

const latin1 = (text: string) => Buffer.from(text, "latin1");
const entity = '<!DOCTYPE s [<!ENTITY e SYSTEM "file:///etc/hostname">]>';
const laughs = `<!DOCTYPE s [<!ENTITY a "ha">${Array.from("bcdefghij", (name, index) => `<!ENTITY ${name} "${`&${"abcdefghij"[index]};`.repeat(10)}">`).join("")}]>`;

const DISALLOWED = /^(?:org\.xml\.sax\.SAXParseException; .*\n)?Entity resolution disallowed/;

contract("text that is none", [
  malformed("an internal entity", `<!DOCTYPE s [<!ENTITY e "x">]>${styled("&e;")}`, /^(?:org\.xml\.sax\.SAX\w*Exception(?:;|:) .*\n)?Entity resolution disallowed/),
  malformed("an external entity", `${entity}${styled("&e;")}`, /^(?:org\.xml\.sax\.SAX\w*Exception(?:;|:) .*\n)?Entity resolution disallowed/),
  malformed("entities of entities", `${laughs}${styled("&j;")}`, /Entity resolution disallowed|entity amplification/),
  { ...malformed("a bare DOCTYPE", `<!DOCTYPE StyledLayerDescriptor>${styled("")}`, DISALLOWED), answer: { documented: { status: 400, text: DISALLOWED }, geoserver: { status: 500, text: DISALLOWED }, "2.28": { status: 201 } } },
  malformed("an entity nobody declared", styled("&nbsp;"), /nbsp/),
  malformed("XML 1.1", `<?xml version="1.1"?>${styled("")}`, /XML 1\.1 is refused/),
  malformed("an attribute twice", styled('<e a="1" a="2"/>'), /redefined/),
  malformed("a prefix nobody bound", styled("<x:e/>"), /Namespace prefix x/),
  malformed("a NUL byte", styled("a\u0000b"), /./),
  malformed("bytes that are not UTF-8", latin1(`<?xml version="1.0" encoding="UTF-8"?>${styled("Straße")}`), /./),
  accepted("the same bytes, declared as what they are", latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${styled("Straße")}`)),
  accepted("an XInclude, which is not followed", styled('<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="file:///etc/hostname"/>')),
  { name: "and stays as it is", request: get("/styles.json"), answer: { status: 200, without: /localhost/ }, foreign: false },
  malformed("CSS that is not UTF-8", latin1("/* Straße */ * { fill: red; }"), /The body is not utf-8/, CSS),
  { name: "an encoding nobody knows", request: style("* { fill: red; }", `${CSS}; charset=klingon`), answer: { documented: { status: 415, text: /klingon is not known/ }, geoserver: { status: 500 } }, foreign: false },
]);

const rule = (index: number, roles = "R") => `<rule resource="w${index}.*.r">${roles}</rule>`;
const rules = (count: number) => `<rules>${Array.from({ length: count }, (_unused, index) => rule(index)).join("")}</rules>`;
const roles = (count: number) => Array.from({ length: count }, (_unused, index) => `R${index}`).join(",");
const posted = { documented: { status: 201 }, geoserver: { status: 200 } } as const;
const workspace = (name: string) => `<workspace><name>${name}</name></workspace>`;
const bad = { documented: { status: 400 }, geoserver: { status: 500 } } as const;
const document = (name: string, body: string, answer: Row["answer"], type = XML): Row => ({ name, request: post("/workspaces", type, body), answer, foreign: false });

contract("bounds of rules", [
  { name: "20,001 rules", request: post("/security/acl/layers", XML, rules(20_001)), answer: { status: 413, text: /20001 rules; the limit is 20000/ }, foreign: false },
  { name: "20,000 rules; in the stock dialect two more than that, with those of a new catalog", request: post("/security/acl/layers", XML, rules(20_000)), answer: { documented: { status: 201 }, geoserver: { status: 413, text: /20002 rules; the limit is 20000/ } }, foreign: false },
  { name: "19,998 rules", request: post("/security/acl/layers", XML, rules(19_998)), answer: posted, foreign: false },
], { onceIn: "geoserver" });

contract("bounds of documents", [
  { name: "257 roles", request: post("/security/acl/layers", XML, `<rules>${rule(30_000, roles(257))}</rules>`), answer: { status: 413, text: /257 roles; the limit is 256/ }, foreign: false },
  { name: "a role of 129 bytes", request: post("/security/acl/layers", XML, `<rules>${rule(30_001, "R".repeat(129))}</rules>`), answer: { status: 413, text: /more than 128 bytes/ }, foreign: false },
  { name: "a document of more than 1 MiB", request: post("/workspaces", XML, workspace("w").padEnd(MIB + 1)), answer: { status: 413, text: /1048577 bytes; the limit is 1048576/, headers: { connection: /close/ } }, foreign: false, wire: true },
  document("a document of 1 MiB", workspace("mib").padEnd(MIB), { status: 201 }),
  document("100 levels", `<workspace><name>deep</name>${"<e>".repeat(99)}${"</e>".repeat(99)}</workspace>`, { status: 201 }),
  document("101 levels", `<workspace>${"<e>".repeat(100)}${"</e>".repeat(100)}</workspace>`, { status: 413, text: /the limit is 100/ }),
  document("JSON of 64 levels", `{"workspace":{"name":"json","x":${"[".repeat(62)}${"]".repeat(62)}}}`, { status: 201 }, JSON_TYPE),
  document("JSON of 65 levels", `{"workspace":{"name":"x","x":${"[".repeat(63)}${"]".repeat(63)}}}`, { status: 413, text: /nested 65 deep; the limit is 64/ }, JSON_TYPE),
  document("a key of every object", '{"workspace":{"name":"x","__proto__":{"isolated":true}}}', bad, JSON_TYPE),
  document("another one", '{"workspace":{"name":"x","constructor":{"prototype":{}}}}', bad, JSON_TYPE),
  document("such a key in XML", "<workspace><name>x</name><__proto__><isolated>true</isolated></__proto__></workspace>", bad),
  document("a key twice", '{"workspace":{"name":"x","name":"y"}}', bad, JSON_TYPE),
  document("a number that is not exact", '{"workspace":{"name":12345678901234567890}}', bad, JSON_TYPE),
  document("a NUL character", workspace("a\u0000b"), bad),
  document("a NUL reference", workspace("a&#0;b"), bad),
  document("a control character", workspace("a\u0007b"), bad),
  document("XML 1.1", `<?xml version="1.1"?>${workspace("x")}`, bad),
  document("a DOCTYPE", `<!DOCTYPE workspace>${workspace("x")}`, bad),
  document("the text of one in CDATA is a text", "<workspace><name>cdata</name><x><![CDATA[<!DOCTYPE x>]]></x></workspace>", { status: 201 }),
  document("an encoding nobody knows", `<?xml version="1.0" encoding="klingon"?>${workspace("x")}`, { documented: { status: 415 }, geoserver: { status: 500 } }),
  document("UTF-16 without its mark", Buffer.from(workspace("x"), "utf16le").toString("latin1"), bad),
  ...["a/b", "a\\b", "a:b", "a*b", "a?b", 'a"b', "a|b", ".", "..", "1a"].map((name) => document(`a workspace named ${name}`, workspace(name), bad)),
]);

const upload = (name: string, path: string, body: Uint8Array, answer: Row["answer"]): Row => ({ name, request: put(path, ZIP, body), answer, foreign: false });
const mapped = (name: string, path: string, body: string, answer: Row["answer"]): Row => ({ name, request: put(path, XML, body), answer, foreign: false });
const store = (name: string) => `/workspaces/w/datastores/${name}/file.appschema`;
const single = { documented: { status: 201 }, geoserver: { status: 201 } } as const;
const packed = { documented: { status: 200 }, geoserver: { status: 201 } } as const;
const many = (count: number) => Array.from({ length: count }, (_unused, index) => `t:T${index}`);
const chain = (depth: number) => {
  const files = Object.fromEntries(Array.from({ length: depth }, (_unused, index) => [`i${index}.xml`, mapping([], { includes: index + 1 < depth ? [`i${index + 1}.xml`] : [] })]));
  return zipOf({ "st.appschema": mapping(["t:A"], { includes: ["i0.xml"] }), ...files });
};
const renamedTo = async (name: string, type = "t:A") => {
  const placeholder = "z".repeat(Buffer.byteLength(name));
  const archive = Buffer.from(await zipOf({ "st.appschema": mapping([type]), [placeholder]: "evil" }));
  for (let at = archive.indexOf(placeholder); at >= 0; at = archive.indexOf(placeholder, at + 1)) archive.write(name, at);
  return archive;
};
const spellings = ["../evil", "a/../../evil", "..\\evil", "a\\..\\..\\evil", "/etc/evil", "//host/evil", "C:/evil", "C:\\evil", "a/./../../evil", "nul\u0000evil", "dots./evil", "blank /evil"];
const escapes = await Promise.all(spellings.map(async (name, index) => upload(`an entry named ${JSON.stringify(name)}`, store(`e${index}`), await renamedTo(name), bad)));
const entries = (count: number) => zipOf({ "st.appschema": mapping(["t:Entries"]), ...Object.fromEntries(Array.from({ length: count - 1 }, (_unused, index) => [`f${index}`, ""])) });

contract("bounds of mappings and archives", [
  { name: "a workspace", request: post("/workspaces", XML, workspace("w")), answer: { status: 201 }, foreign: false },
  mapped("1,000 types", store("types"), mapping(many(1_000)), single),
  mapped("1,001 types", store("more"), mapping(many(1_001)), { status: 413, text: /1001 type mappings; the limit is 1000/ }),
  mapped("a mapping of more than 8 MiB", store("long"), mapping(["t:B"]).padEnd(8 * MIB + 1), { status: 413, text: /the limit is 8388608/ }),
  upload("10 includes, each in the other", store("chain"), await chain(10), packed),
  upload("11 includes", store("chained"), await chain(11), { status: 413, text: /more than 10 deep/ }),
  upload("a schema of more than 8 MiB", store("schema"), await zipOf({ "st.appschema": mapping(["t:C"], { schemas: ["s.xsd"] }), "s.xsd": xsd(["C"]).padEnd(8 * MIB + 1) }, { store: true }), { status: 413, text: /the limit is 8388608/ }),
  upload("2,000 entries", store("entries"), await entries(2_000), packed),
  upload("a file and a folder of one name", store("both"), await zipOf({ "st.appschema": mapping(["t:A"]), a: "file", "a/b": "file" }), bad),
  upload("the other way round, in other letters", store("both2"), await zipOf({ "st.appschema": mapping(["t:A"]), "A/b": "file", a: "file" }), bad),
  upload("a folder that is said to be one", store("both3"), await zipOf({ "st.appschema": mapping(["t:A"]), "a/": "", a: "file" }), bad),
  upload("names that are spelt another way", store("spelt"), await renamedTo("./x//y", "t:Spelt"), packed),
  { name: "are those they mean", request: get("/resource/data/w/spelt/x/y"), answer: { status: 200, text: "evil" }, foreign: false },
  upload("two spellings of one name", store("twice"), await zipOf({ "st.appschema": mapping(["t:A"]), "x/y": "1", "./x//y": "2" }), bad),
  upload("2,001 entries", store("stuffed"), await entries(2_001), { status: 413, text: /2001 entries; the limit is 2000/ }),
  ...escapes,
  upload("an empty body that calls itself a ZIP", store("empty"), new Uint8Array(), { documented: { status: 415 }, geoserver: { status: 500 } }),
  { name: "none of them left a store", request: get("/workspaces/w/datastores.json"), answer: { status: 200, without: /"(?:e\d+|more|long|chained|schema|stuffed|empty|both\d?|twice)"/ }, foreign: false },
  { name: "nor a file", request: get("/resource/data/w?format=json"), answer: { status: 200, without: /evil|"(?:e\d+|more|long|chained|schema|stuffed|empty|both\d?|twice)"/ }, foreign: false },
], { inProcessOnly: true, onceIn: "geoserver" });

const gzipped = (body: string) => gzipSync(body);
contract("content encodings", [
  { name: "gzip", request: style(gzipped(sld({ name: "zipped" })), SLD, { "content-encoding": "gzip" }), answer: { status: 201 }, foreign: false },
  { name: "gzip that is none", request: style("plain", SLD, { "content-encoding": "gzip" }), answer: { documented: { status: 400, text: /^The body is not gzip/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "gzip that inflates too much", request: style(gzipped(sld().padEnd(7 * MIB)), SLD, { "content-encoding": "gzip" }), answer: { status: 413, text: /inflates \d+ to 1; the limit is 100/ }, foreign: false },
  { name: "another encoding", request: style("x", SLD, { "content-encoding": "br" }), answer: { status: 415, text: /br is not known/ }, foreign: false },
]);

const address = (name: string, path: string, status: number): Row => {
  const answer = status === 400 ? { documented: { status: 400 }, geoserver: { status: 500 } } : { status };
  return { name, request: { method: "GET", path }, answer, foreign: false, wire: true };
};
contract("bounds of addresses", [
  address("a URL of 12 KiB", `/rest/styles.json?x=${"x".repeat(12 * KIB - 20)}`, 200),
  address("and one byte more", `/rest/styles.json?x=${"x".repeat(12 * KIB - 19)}`, 414),
  address("a NUL", "/rest/styles/a%00b", 400),
  address("an encoded slash", "/rest/styles/a%2Fb", 400),
  address("an encoded backslash", "/rest/styles/a%5Cb", 400),
  address("a control character", "/rest/styles/a%0Ab", 400),
  { name: "bytes that are not UTF-8", request: { method: "GET", path: "/rest/styles/a%FFb" }, answer: { status: 400, text: /^'\/rest\/styles\/a%FFb' is not a valid url/ }, foreign: false, wire: true },
  { name: "a broken escape", request: { method: "GET", path: "/rest/styles/a%zz" }, answer: { status: 400, headers: { "content-type": /^text\/plain/ } }, foreign: false, wire: true },
  address("a way out", "/rest/resource/..%2f..%2fetc%2fpasswd", 400),
  address("a way out in dots", "/rest/resource/%2e%2e/%2e%2e/etc/passwd", 400),
  address("a way out, encoded twice", "/rest/resource/%252e%252e/etc/passwd", 404),
  address("headers of more than 32 KiB", `/rest/styles.json?x=${"x".repeat(33 * KIB)}`, 431),
]);
