/**
 * Texts arrive as they were sent, by XML and by JSON alike: white space around them, tabs, and carriage returns. Every
 * text field of every noun that has a table, by that table; the others by hand. Names, choices and numbers are others:
 * white space around them says nothing (docs/compatibility.md, "Documents").
 */
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { blobStoreTypes } from "../../src/model/blob-store.ts";
import { cascadedLayerDocuments } from "../../src/model/cascaded-layer.ts";
import { cascadedStoreDocuments } from "../../src/model/cascaded-store.ts";
import { coverageStoreDocument } from "../../src/model/coverage-store.ts";
import { coverageDocument } from "../../src/model/coverage.ts";
import { dataStoreDocument } from "../../src/model/data-store.ts";
import { dialects } from "../../src/model/dialect.ts";
import { featureTypeDocument } from "../../src/model/feature-type.ts";
import type { Field } from "../../src/model/fields.ts";
import { layerDocument } from "../../src/model/layer.ts";
import { loggingSettings } from "../../src/model/logging.ts";
import { regularNouns } from "../../src/model/regular-nouns.ts";
import { serviceNames, serviceSettings } from "../../src/model/service.ts";
import type { SettingTable, SettingType } from "../../src/model/setting.ts";
import { contactTable } from "../../src/model/settings/contact.ts";
import { globalSettingTable, workspaceSettingTable } from "../../src/model/settings.ts";
import { namespaceDocument, workspaceDocument } from "../../src/model/workspace.ts";
import { servicePath } from "../../src/wire/paths.ts";
import { AUTHORIZATION, startCatalog } from "../support/catalog.ts";
import { descriptionOf } from "../support/description.ts";
import { fillCatalog } from "../support/every-document.ts";
import { oneByFile, scale } from "../support/scale.ts";

/** A body, in the form that XML and JSON share: `@name` for attributes, `$` for the text beside them. */
type Body = string | readonly Body[] | { readonly [name: string]: Body };

/** A document, and the members of a body that hold a text. */
interface Home {
  readonly path: string;
  readonly root: string;
  /** What the body says beside texts. */
  readonly beside?: { readonly [name: string]: Body };
  readonly texts: (text: string) => { readonly [name: string]: Body };
}

/** The members that hold a text, of each type of field that is one. */
const ofField: Partial<Record<Field["type"], (text: string) => Body>> = {
  text: (text) => text,
  "optional-text": (text) => text,
  entries: (text) => ({ entry: { "@key": "noted", $: text } }),
};

/** What a table of fields holds in texts. */
const fieldTexts = ({ fields }: { readonly fields: object }, without: readonly string[] = []) => (text: string) =>
  Object.fromEntries(
    Object.entries(fields as Readonly<Record<string, Field>>).flatMap(([name, { type, element = name, values }]) => {
      const written = ofField[type];
      return written === undefined || values !== undefined || without.includes(name) ? [] : [[element, written(text)] as const];
    }),
  );

const ofSetting: Partial<Record<SettingType, (text: string) => Body>> = {
  text: (text) => text,
  texts: (text) => ({ string: text }),
  languages: (text) => ({ en: text }),
  entries: (text) => ({ entry: { "@key": "noted", $: text } }),
  keywords: (text) => ({ string: text }),
  "typed-entries": (text) => ({ map: { entry: { string: ["noted", text] } } }),
  "authority-urls": (text) => ({ AuthorityURL: { name: text, href: text } }),
  identifiers: (text) => ({ Identifier: { authority: text, identifier: text } }),
};

/** What a table of settings holds in texts. */
const settingTexts = (table: SettingTable) => (text: string) => {
  const root: Record<string, Body> = {};
  for (const { type, path, values } of Object.values(table)) {
    const written = ofSetting[type];
    if (written === undefined || values !== undefined) continue;
    const elements = path.split("/");
    const last = elements.pop() ?? "";
    let at = root;
    for (const element of elements) at = (at[element] ??= {}) as Record<string, Body>;
    at[last] = written(text);
  }
  return root;
};

/** What stores, types and layers keep of what no table has. */
const kept = (text: string): { readonly [name: string]: Body } => ({
  keywords: { string: text },
  attribution: { title: text },
  metadataLinks: { metadataLink: { type: "text/xml", metadataType: "other", content: text } },
  internationalTitle: { en: text },
  somethingElse: { inside: text },
});

const view = (text: string): Body => ({ name: "roads", sql: text, escapeSql: "false", parameter: { name: "p", defaultValue: text, regexpValidator: text } });

const W = "/workspaces/w";
const homes: readonly Home[] = [
  { path: W, root: "workspace", texts: fieldTexts(workspaceDocument) },
  { path: "/namespaces/w", root: "namespace", texts: fieldTexts(namespaceDocument) },
  { path: `${W}/datastores/pg`, root: "dataStore", texts: (text) => ({ ...fieldTexts(dataStoreDocument)(text), ...kept(text) }) },
  { path: `${W}/datastores/pg/featuretypes/roads`, root: "featureType", texts: (text) => ({ ...fieldTexts(featureTypeDocument)(text), ...kept(text), abstract: text, metadata: { entry: [{ "@key": "JDBC_VIRTUAL_TABLE", virtualTable: view(text) }, { "@key": "noted", $: text }] } }) },
  { path: `${W}/coveragestores/cs`, root: "coverageStore", texts: (text) => ({ ...fieldTexts(coverageStoreDocument)(text), ...kept(text) }) },
  { path: `${W}/coverages/c`, root: "coverage", texts: (text) => ({ ...fieldTexts(coverageDocument)(text), ...kept(text), description: text }) },
  { path: "/layers/w:A", root: "layer", texts: (text) => ({ ...fieldTexts(layerDocument)(text), ...kept(text) }) },
  // A password is shown sealed, and so are the other two.
  ...(["wms", "wmts"] as const).flatMap((service): readonly Home[] => [
    { path: `${W}/${service}stores/${service === "wms" ? "maps" : "tiles"}`, root: `${service}Store`, texts: (text) => ({ ...fieldTexts(cascadedStoreDocuments[service], ["password", "headerValue", "authKey"])(text), ...kept(text) }) },
    { path: `${W}/${service}layers/${service === "wms" ? "sea" : "land"}`, root: `${service}Layer`, texts: (text) => ({ ...fieldTexts(cascadedLayerDocuments[service])(text), ...kept(text) }) },
  ]),
  ...serviceNames.flatMap((service): readonly Home[] => [
    { path: `/services/${service}/settings`, root: service, texts: settingTexts(serviceSettings[service]) },
    { path: `/services/${service}/workspaces/w/settings`, root: service, texts: settingTexts(serviceSettings[service]) },
  ]),
  { path: "/settings", root: "global", texts: settingTexts(globalSettingTable) },
  { path: "/settings/contact", root: "contact", texts: settingTexts(contactTable) },
  { path: `${W}/settings`, root: "settings", texts: settingTexts(workspaceSettingTable) },
  { path: "/logging", root: "logging", texts: settingTexts(loggingSettings) },
  ...regularNouns.map((noun): Home => ({ path: `/${noun.segment}/check`, root: noun.document.root, texts: fieldTexts(noun.document) })),
  { path: "/styles/s", root: "style", texts: (text) => ({ legend: { width: "1", height: "1", format: "image/png", onlineResource: text }, metadata: { entry: { "@key": "noted", $: text } } }) },
  ...["/layergroups/g", `${W}/layergroups/wg`].map((path): Home => ({
    path, root: "layerGroup", texts: (text) => ({
      title: text, abstractTxt: text, keywords: { string: text }, internationalTitle: { en: text }, internationalAbstract: { en: text },
      attribution: { title: text, href: text }, metadata: { entry: { "@key": "noted", $: text } },
      metadataLinks: { metadataLink: { type: "text/xml", about: text, metadataType: "other", content: text } },
      authorityURLs: { AuthorityURL: { name: text, href: text } }, identifiers: { Identifier: { authority: text, identifier: text } },
    }),
  })),
  { path: "/gwc/rest/gridsets/own", root: "gridSet", beside: { name: "own", srs: { number: "4326" }, extent: { coords: { double: ["-180", "-90", "180", "90"] } }, levels: "1" }, texts: (text) => ({ description: text }) },
  ...Object.entries(blobStoreTypes).map(([type, settings]): Home => ({
    path: `/gwc/rest/blobstores/${type}`, root: `${type}BlobStore`, beside: { id: type }, texts: (text) => Object.fromEntries(
      Object.entries(settings).flatMap(([name, one]: readonly [string, { readonly type: string; readonly values?: unknown; readonly isSecret?: true }]) =>
        one.type !== "text" || one.values !== undefined || one.isSecret === true ? [] : [[name, text] as const]),
    ),
  })),
];

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

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("\r", "&#xD;");
}

function xmlOf(name: string, body: Body): string {
  if (typeof body === "string") return `<${name}>${escaped(body)}</${name}>`;
  if (Array.isArray(body)) return (body as readonly Body[]).map((one) => xmlOf(name, one)).join("\n");
  const fields = Object.entries(body as { readonly [name: string]: Body });
  const attributes = fields.filter(([key]) => key.startsWith("@")).map(([key, value]) => ` ${key.slice(1)}="${escaped(value as string)}"`);
  const text = fields.filter(([key]) => key === "$").map(([, value]) => escaped(value as string));
  const inner = fields.filter(([key]) => !/^[@$]/.test(key)).map(([key, value]) => `\n  ${xmlOf(key, value)}`);
  return `<${name}${attributes.join("")}>${text.join("")}${inner.join("")}${inner.length > 0 ? "\n" : ""}</${name}>`;
}

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
  const made = [
    [`${W}/datastores`, "<dataStore><name>pg</name><connectionParameters><entry key='dbtype'>postgis</entry></connectionParameters></dataStore>"],
    [`${W}/datastores/pg/featuretypes`, "<featureType><name>roads</name></featureType>"],
  ] as const;
  for (const [path, body] of made) await send(app, { method: "POST", path, type: "text/xml", body });
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
