/**
 * Texts arrive as they were sent, by XML and by JSON alike: white space around them, tabs, and carriage returns. Every
 * text field of every noun that has a table, by that table; the others by hand. Names, choices and numbers are others:
 * white space around them says nothing (docs/compatibility.md, "Documents").
 */
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { descriptionOf } from "../support/servers/description.ts";
import { fillCatalog } from "../support/servers/every-document.ts";
import { oneByFile, scale } from "../support/run/scale.ts";
import { escaped, homes, xmlOf, type Body, type Home } from "../support/estates/text-homes.ts";

/** Other paths of documents that have a row, by the same reader and the same writer. */
const aliases: readonly string[] = [
  "/rest/workspaces/{workspace}/featuretypes/{featureType}",
  "/rest/workspaces/{workspace}/coveragestores/{store}/coverages/{coverage}",
  "/rest/workspaces/{workspace}/wmsstores/{store}/wmslayers/{wmsLayer}",
  "/rest/workspaces/{workspace}/wmtsstores/{store}/layers/{wmtsLayer}",
  "/rest/workspaces/{workspace}/styles/{style}",
  "/rest/workspaces/{workspace}/layers/{layer}",
];

/** Bodies of XML or JSON that hold no text that is shown again as it is, and why. */
const without: Readonly<Record<string, string>> = {
  "/gwc/rest/diskquota": "numbers and choices",
  "/gwc/rest/layers/{tileLayer}": "JSON has other lists than XML: below",
  "/rest/layers/{layer}/styles": "the name of a style",
  "/rest/security/acl/catalog": "a choice",
  "/rest/security/acl/layers": "names of roles",
  "/rest/security/acl/rest": "names of roles",
  "/rest/security/acl/services": "names of roles",
  "/rest/security/masterpw": "servers trim it",
  "/rest/security/self/password": "a password, which nobody is shown: below",
  "/rest/security/usergroup/service/{service}/user/{user}": "a password: below",
  "/rest/security/usergroup/service/{service}/users": "a password: below",
  "/rest/security/usergroup/user/{user}": "a password: below",
  "/rest/security/usergroup/users": "a password: below",
};

/** An element as XML means it, in the same form. */
function bodyOf(element: XmlElement): Body {
  const inner: Record<string, Body> = {};
  for (const { name, value } of element.attrs) inner[`@${name}`] = value;
  let text = "";
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (!("attrs" in node)) {
      text += node.content;
      continue;
    }
    const { name } = node as XmlElement;
    const found = bodyOf(node as XmlElement);
    const before = inner[name];
    inner[name] = before === undefined ? found : Array.isArray(before) ? [...(before as readonly Body[]), found] : [before, found];
  }
  if (Object.keys(inner).some((name) => !name.startsWith("@"))) return inner;
  return Object.keys(inner).length === 0 ? text : { ...inner, $: text };
}

/** What `found` says of what `sent` says: lists of one are that one, entries are found by their keys. */
function part(found: unknown, sent: Body): unknown {
  const one = Array.isArray(found) && !Array.isArray(sent) ? (found as readonly unknown[])[0] : found;
  // Numbers and flags of JSON are their texts.
  if (typeof sent === "string") return typeof one === "number" || typeof one === "boolean" ? String(one) : one;
  if (Array.isArray(sent)) {
    const all = (Array.isArray(found) ? found : [found]) as readonly unknown[];
    return (sent as readonly Body[]).map((each, at) => {
      const key = typeof each === "object" && "@key" in each ? each["@key"] : undefined;
      return part(key === undefined ? all[at] : all.find((other) => (other as { readonly "@key"?: unknown })["@key"] === key), each);
    });
  }
  return Object.fromEntries(Object.entries(sent as { readonly [name: string]: Body }).map(([name, inner]) => [name, part((one as Readonly<Record<string, unknown>> | undefined)?.[name], inner)]));
}

type Sent = { readonly method: "PUT" | "POST"; readonly path: string; readonly type: string; readonly body: string };

async function send(app: FastifyInstance, { method, path, type, body }: Sent): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await app.inject({ method, url: servicePath(path), headers, payload: body });
  expect(answer.statusCode, `${method} ${path} ${body}: ${answer.body}`).toBeLessThan(300);
}

async function shown(app: FastifyInstance, path: string, form: "xml" | "json"): Promise<unknown> {
  const answer = await app.inject({ url: servicePath(`${path}.${form}`), headers: { authorization: AUTHORIZATION } });
  expect(answer.statusCode, path).toBe(200);
  if (form === "json") return Object.values(JSON.parse(answer.body) as object)[0];
  using document = XmlDocument.fromString(answer.body);
  return bodyOf(document.root);
}

async function checkHome(app: FastifyInstance, { path, root, beside = {}, texts }: Home, text: string): Promise<void> {
  for (const [type, other] of [["text/xml", "\n"], ["application/json", "\t"]] as const) {
    const own = texts(`${text}${other}`);
    const body = type === "text/xml" ? xmlOf(root, { ...beside, ...own }) : JSON.stringify({ [root]: { ...beside, ...own } });
    await send(app, { method: "PUT", path, type, body });
    for (const form of ["xml", "json"] as const)
      expect.soft(part(await shown(app, path, form), own), `${path}: sent as ${type}, read as ${form}`).toEqual(own);
  }
}

async function open(dialect: (typeof dialects)[number]): Promise<FastifyInstance> {
  const { app } = await startCatalog({ dialect });
  await fillCatalog(app);
  return app;
}

/** Texts with white space in every place, and what XML has to escape. */
const texts = fc
  .array(fc.constantFrom(" ", "\t", "\n", "\r", "\r\n", "\u00a0", "a", "é", "<", "&", ">", "]]>", '"', "'", "&#13;", "1"), { minLength: 1, maxLength: 12 })
  .map((parts) => `  ${parts.join("")}x\r\n `);

describe.for(oneByFile(import.meta.url, dialects))("texts arrive as they were sent, %s dialect", (dialect) => {
  test("in every field of every noun, by XML and by JSON", async () => {
    const app = await open(dialect);
    for (const text of fc.sample(texts, { seed: 20_261_128, numRuns: scale({ test: 1, proof: 200 }) }))
      for (const home of homes) await checkHome(app, home, text);
  });

  test("in the XML of a view, as clients that take it for a text compare it", async () => {
    const app = await open(dialect);
    // As a stock server lays it out, which is how it stands in the files of such clients.
    const sql = "select&#xd;\nid as &quot;Id&quot;,&#xd;\ngeom&#xd;\nfrom wells where kind = &apos;deep&apos; and depth &gt; 5\n";
    const view = `\n      <virtualTable>\n        <name>roads</name>\n        <sql>${sql}</sql>\n        <escapeSql>false</escapeSql>\n        <keyColumn>id</keyColumn>\n        <geometry>\n          <name>geom</name>\n          <type>Point</type>\n          <srid>4326</srid>\n        </geometry>\n      </virtualTable>\n    `;
    const entry = `<entry key="JDBC_VIRTUAL_TABLE">${view}</entry>`;
    const path = "/workspaces/w/datastores/pg/featuretypes/roads";
    await send(app, { method: "PUT", path, type: "text/xml", body: `<featureType><metadata><entry key="a">b</entry>${entry}</metadata></featureType>` });
    const { body } = await app.inject({ url: servicePath(`${path}.xml`), headers: { authorization: AUTHORIZATION } });
    expect(body).toContain(entry);
  });

  test("in filters of tile layers", async () => {
    const app = await open(dialect);
    const text = " a\r\n b ";
    const filters = `<stringParameterFilter><key>ENV</key><defaultValue>${escaped(text)}</defaultValue><values><string>${escaped(text)}</string></values></stringParameterFilter><regexParameterFilter><key>CQL</key><defaultValue>${escaped(text)}</defaultValue><regex>${escaped(text)}</regex></regexParameterFilter>`;
    await send(app, { method: "PUT", path: "/gwc/rest/layers/w:A", type: "text/xml", body: `<GeoServerLayer><name>w:A</name><enabled>true</enabled><parameterFilters>${filters}</parameterFilters></GeoServerLayer>` });
    const found = await shown(app, "/gwc/rest/layers/w:A", "xml");
    expect(found).toMatchObject({ parameterFilters: { stringParameterFilter: { defaultValue: text, values: { string: text } }, regexParameterFilter: { defaultValue: text, regex: text } } });
  });

  test.for(["text/xml", "application/json"])("in passwords of accounts, by %s", async (type) => {
    const app = await open(dialect);
    const password = " pass  word ";
    const user = { userName: "spaced", password, enabled: "true" };
    const bodyIn = (root: string, body: { readonly [name: string]: Body }) => (type === "text/xml" ? xmlOf(root, body) : JSON.stringify({ [root]: body }));
    const status = async (tried: string) => {
      const authorization = `Basic ${Buffer.from(`spaced:${tried}`).toString("base64")}`;
      return (await app.inject({ url: "/rest/workspaces.json", headers: { authorization } })).statusCode;
    };
    await send(app, { method: "POST", path: "/security/usergroup/users", type, body: bodyIn("user", user) });
    expect(await status(password)).toBe(403);
    expect(await status(password.trim())).toBe(401);
    const other = `${password} `;
    await send(app, { method: "POST", path: "/security/usergroup/user/spaced", type, body: bodyIn("user", { password: other }) });
    expect(await status(other)).toBe(403);
    expect(await status(password)).toBe(401);
  });
});

test("every document that can be put has a row here, or a reason for having none", () => {
  const isDocument = (takes: readonly string[] | undefined) => takes?.some((type) => /^(?:text|application)\/xml$/.test(type)) === true && takes.includes("application/json");
  const operations = descriptionOf("documented").operations.filter(({ method, takes }) => (method === "PUT" || method === "POST") && isDocument(takes));
  const templates = new Set(operations.map(({ path }) => path));
  const met = new Set(homes.map(({ path }) => descriptionOf("documented").find("PUT", servicePath(path))?.path));
  const named = (template: string) => met.has(template) || aliases.includes(template) || without[template] !== undefined || operations.every(({ path, method }) => path !== template || method === "POST");
  expect([...templates].filter((template) => !named(template))).toEqual([]);
  expect([...aliases, ...Object.keys(without)].filter((template) => !templates.has(template) || met.has(template))).toEqual([]);
});
