/** Methods that a path does not have, whatever they are called (docs/compatibility.md, "Statuses"). */
import { METHODS } from "node:http";
import { contract, get, post } from "./harness.ts";
import type { Expected, Row } from "./rows.ts";

const USED = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);
/** CONNECT asks for a tunnel and is answered below HTTP. */
const odd = METHODS.filter((method) => !USED.has(method) && method !== "CONNECT");

/** What is said as a text, and as a problem document. */
const told = (detail: string, document: { readonly instance: string; readonly status: number; readonly title: string }, headers: Expected["headers"] = {}): Row["answer"] => ({
  documented: { status: document.status, text: detail, headers },
  geoserver: { status: document.status, json: { detail, ...document }, headers },
  "2.28": { status: document.status, text: detail, headers },
});

const refused = (method: string, path: string, allow: string): Row => ({
  name: `${method} ${path}`,
  request: { method, path: `/rest${path}` },
  answer: told(`${method} is not possible here; possible are ${allow}`, { instance: `/rest${path.replace(/\.(?:xml|json)$/, "")}`, status: 405, title: "Method Not Allowed" }, { allow }),
  foreign: false,
  wire: true,
});

const paths: readonly (readonly [path: string, allow: string])[] = [
  ["/layers", "HEAD, GET"],
  ["/workspaces/w1.xml", "HEAD, GET, PUT, DELETE"],
  ["/security/acl/layers/w.*.r", "DELETE"],
];

contract("methods", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  ...paths.flatMap(([path, allow]) => odd.map((method) => refused(method, path, allow))),
  refused("OPTIONS", "/reload", "POST, PUT"),
  { name: "HEAD where there is no GET", request: { method: "HEAD", path: "/rest/reload" }, answer: { status: 405, text: "", headers: { allow: "POST, PUT" } }, foreign: false, wire: true },
  refused("TRACE", "/styles/styles", "HEAD, GET, PUT, DELETE"),
  { ...refused("TRACE", "/w1/styles.xml", "HEAD, GET"), answer: { documented: { status: 405, headers: { allow: "HEAD, GET" } }, geoserver: { status: 404 } } },
  refused("PROPFIND", "/resource/styles/a.sld", "HEAD, GET, PUT, DELETE"),
  refused("PATCH", "/workspaces/w1/coveragestores/st/file.imagemosaic", "POST, PUT"),
  refused("TRACE", "/openapi.json", "HEAD, GET"),
  { name: "a body of such a method is not looked at", request: { method: "QUERY", path: "/rest/layers", headers: { "content-type": "x/y", "content-encoding": "br" }, body: "x" }, answer: { status: 405, headers: { allow: "HEAD, GET" } }, foreign: false, wire: true },
  { name: "nor that of a method which other paths have", request: { method: "DELETE", path: "/rest/layers", headers: { "content-type": "x/y", "content-encoding": "br" }, body: "x" }, answer: { status: 405, headers: { allow: "HEAD, GET" } }, foreign: false, wire: true },
  { name: "nor one without a type", request: { method: "QUERY", path: "/rest/layers" }, answer: { status: 405 }, foreign: false, wire: true },
  { name: "a path that nobody has", request: { method: "TRACE", path: "/rest/none" }, answer: told("No endpoint TRACE /rest/none.", { instance: "/rest/none", status: 404, title: "Not Found" }), foreign: false, wire: true },
  { name: "nor that one", request: { method: "QUERY", path: "/rest/none/none/none" }, answer: { status: 404 }, foreign: false, wire: true },
  { name: "the page of the interface", request: { method: "TRACE", path: "/rest/docs" }, answer: { status: 405, headers: { allow: "GET, HEAD" } }, foreign: false, wire: true },
  { name: "without credentials there is nothing", request: { method: "TRACE", path: "/rest/layers", headers: { authorization: "" } }, answer: { status: 401 }, foreign: false, wire: true },
  { name: "another root", request: { method: "OPTIONS", path: "/geoserver/rest/layers/" }, answer: { status: 405, headers: { allow: "HEAD, GET" } }, foreign: false, wire: true },
  { name: "GET goes on", request: get("/layers.json"), answer: { status: 200 } },
]);
