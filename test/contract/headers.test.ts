/** What is said to browsers with every answer (docs/compatibility.md, "Pages of other sites"). */
import { contract, get, put } from "./harness.ts";

const alone = /^default-src 'none'; frame-ancestors 'none'$/;
const safe = { "x-content-type-options": "nosniff", "content-security-policy": alone, "x-frame-options": "DENY" };
const page = /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/;

contract("headers for browsers", [
  { name: "a document", request: get("/styles.json"), answer: { status: 200, headers: safe }, foreign: false },
  { name: "a refusal", request: get("/styles/none.json"), answer: { status: 404, headers: safe }, foreign: false },
  { name: "without credentials", request: get("/styles.json", { authorization: "" }), answer: { status: 401, headers: safe }, foreign: false },
  { name: "an unknown path", request: { method: "GET", path: "/nowhere" }, answer: { status: 404, headers: safe }, foreign: false },
  { name: "a file", request: put("/resource/a.html", "text/html", "<script>alert(1)</script>"), answer: { status: 201, headers: safe }, foreign: false },
  { name: "that could be a page", request: get("/resource/a.html"), answer: { status: 200, headers: { ...safe, "content-type": /^text\/plain/ } }, foreign: false },
  { name: "a listing as a page", request: get("/resource?format=html"), answer: { status: 200, headers: { ...safe, "content-type": /^text\/html/ } }, foreign: false },
  { name: "the page of the interface", request: get("/docs/"), answer: { status: 200, headers: { ...safe, "content-security-policy": page } }, foreign: false },
  { name: "its scripts", request: get("/docs/static/swagger-initializer.js"), answer: { status: 200, headers: { "x-content-type-options": "nosniff" } }, foreign: false },
]);
