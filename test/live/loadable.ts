/**
 * Cases as a real server can load them. In the corpus databases, rasters and schemas are names that
 * nothing stands behind, which is enough for servers that open nothing. Here the same manifests get the
 * database of the lane, schemas that define what is mapped, and names that are there.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseAllDocuments, type Document } from "yaml";
import { defaultNamespaceUri } from "../../src/model/workspace.ts";
import { connectionOf, type TablePlace } from "./database.ts";
import { loadableMapping, schemaFor } from "./loadable-mapping.ts";

/** The variable that holds the password of the database. */
export const DATABASE_PASSWORD = "PLUMBLINE_LANE_PASSWORD";

/** The host that manifests of the corpus name where tables are to be found. */
const HOST = "db.example.org";

/** What is put behind the names of cases. */
export interface Grounds {
  /** Without one connections stay as they are. */
  readonly database: TablePlace | undefined;
  /** False for a server that opens no source, and so needs no tables. */
  readonly opens: boolean;
  /** Every element that any case maps. */
  readonly elements: readonly string[];
}

/**
 * A folder of manifests in another folder, made loadable. Gives the namespaces whose schemas have to lie
 * on the server (`schemaFile`).
 */
export function stage(from: string, to: string, grounds: Grounds): ReadonlySet<string> {
  const { database } = grounds;
  const needed = new Set<string>();
  cpSync(from, to, { recursive: true });
  const paths = filesBelowFolder(to);
  const manifests = paths.filter((path) => path.endsWith(".yaml"));
  const documents = new Map(
    manifests.map((path) => [path, parseAllDocuments(readFileSync(path, "utf8"))] as const),
  );
  const all = [...documents].flatMap(([path, own]) =>
    (own as Document[]).map((document) => ({ path, document })),
  );
  const namespaces = new Map(
    all
      .filter(({ document }) => document.get("kind") === "Workspace")
      .map(({ document }) => {
        const name = String(document.getIn(["metadata", "name"]));
        const given = document.getIn(["spec", "namespace"]);
        return [name, typeof given === "string" ? given : defaultNamespaceUri(name)] as const;
      }),
  );
  for (const { path, document } of all) {
    if (document.get("kind") === "DataStore") connect(document, database);
    if (document.get("kind") === "FeatureType") {
      qualifyView(document, database);
      nameFunctions(document);
    }
    if (document.get("kind") === "AppSchemaStore") {
      const workspace = String(document.getIn(["metadata", "workspace"]));
      const mapping = document.getIn(["spec", "mapping"]);
      const namespace = namespaces.get(workspace);
      if (typeof mapping !== "string" || namespace === undefined) continue;
      needed.add(namespace);
      const about = { ...grounds, namespace };
      stageMapping(resolve(dirname(path), mapping), paths, about);
    }
  }
  for (const [path, own] of documents) {
    const text = (own as Document[]).map((document) => document.toString({ lineWidth: 0 }));
    writeFileSync(path, text.map((one) => one.replace(/^---\n/, "")).join("---\n"));
  }
  for (const path of paths.filter((one) => one.endsWith("datastore.properties")))
    writeFileSync(path, indexIn(readFileSync(path, "utf8"), database));
  return needed;
}

/** Files below a folder, as paths. */
export function filesBelowFolder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A store of tables that the case wants opened gets the lane's database; others stay as they are. */
function connect(document: Document, database: TablePlace | undefined): void {
  const at = ["spec", "connectionParameters"];
  const host = document.getIn([...at, "host"]);
  const isTables = document.getIn([...at, "dbtype"]) === "postgis";
  const hasSecret = document.hasIn([...at, "passwd"]);
  if (database === undefined || !isTables || host !== HOST || hasSecret) return;
  for (const [key, value] of Object.entries(connectionOf(database)))
    document.setIn([...at, key], value);
  document.setIn([...at, "passwd"], document.createNode({ fromEnv: DATABASE_PASSWORD }));
}

/** The query of a view names tables as such, which a server looks for outside of the lane's schema. */
function qualifyView(document: Document, database: TablePlace | undefined): void {
  const at = ["spec", "sqlView", "sql"];
  const sql = document.getIn(at);
  if (database === undefined || typeof sql !== "string") return;
  document.setIn(at, sql.replaceAll(/\bfrom (\w+)/g, `from ${database.schema}.$1`));
}

/** Expressions of attributes call a function that servers have by another name. */
function nameFunctions(document: Document): void {
  const attributes = document.toJS().spec?.attributes as readonly { source?: string }[] | undefined;
  for (const [index, { source }] of (attributes ?? []).entries())
    if (source !== undefined)
      document.setIn(
        ["spec", "attributes", index, "source"],
        source.replaceAll(/\bconcat\(/g, "Concatenate("),
      );
}

/** A mapping file, or the folder that a mapping lies in with its schemas and parts. */
function stageMapping(
  mapping: string,
  paths: readonly string[],
  to: Grounds & { readonly namespace: string },
): void {
  const isPart = (path: string) => path === mapping || path.startsWith(mapping + sep);
  for (const path of paths.filter(isPart)) {
    const text = readFileSync(path, "utf8");
    if (path.endsWith(".xsd")) writeFileSync(path, schemaFor(to.namespace, to.elements));
    else if (text.includes("AppSchemaDataAccess")) {
      const depth = path === mapping ? 0 : relative(mapping, path).split(sep).length - 1;
      writeFileSync(path, loadableMapping(text, { ...to, depth }));
    }
  }
}

/** The index of a mosaic in the lane's database, where the case wants one of its own; unknown keys do no harm. */
function indexIn(text: string, database: TablePlace | undefined): string {
  if (database === undefined || !/^SPI=.*(?:H2|Postgis)/m.test(text)) return text;
  const { password, ...connection } = { ...connectionOf(database), password: database.password };
  const kept = text
    .split("\n")
    .filter((line) => !/^(?:SPI|database|host|port|schema)=/.test(line))
    .map((line) => line.replace(/^(?=user=|passwd=)/, "lane."));
  const own = Object.entries({ ...connection, passwd: password }).map(
    ([key, value]) => `${key}=${value}`,
  );
  return ["SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory", ...own, ...kept].join("\n");
}

/** The tables that cases publish: names of feature types and of what they are made of. */
export function tablesOf(folders: readonly string[]): readonly string[] {
  const texts = folders
    .flatMap(filesBelowFolder)
    .filter((path) => /\.(?:yaml|xml|appschema)$/.test(path))
    .map((path) => readFileSync(path, "utf8"));
  const found = texts.flatMap((text) => [
    ...matches(text, /<sourceType>([^<]+)</g),
    ...matches(text, /<featureType>\s*<name>([^<]+)</g),
    ...matches(text, /<nativeName>([^<]+)</g),
    ...typesIn(text),
  ]);
  return [...new Set(found)].toSorted();
}

function typesIn(text: string): readonly string[] {
  const documents = text.includes("kind: FeatureType") ? parseAllDocuments(text) : [];
  return (documents as Document[])
    .filter((document) => document.get("kind") === "FeatureType")
    .flatMap((document) => [
      document.getIn(["metadata", "name"]),
      document.getIn(["spec", "nativeName"]),
    ])
    .filter((name) => name !== undefined)
    .map(String);
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}

/** Elements that are mapped in some texts, without prefixes. */
export function elementsIn(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => matches(text, /<targetElement>\s*\w+:([^<\s]+)/g));
  return [...new Set(found)].toSorted();
}

/** Every element that is mapped below some folders, without prefixes. */
export function elementsOf(folders: readonly string[]): readonly string[] {
  const paths = folders
    .flatMap(filesBelowFolder)
    .filter((path) => /\.(?:yaml|xml|appschema)$/.test(path));
  return elementsIn(paths.map((path) => readFileSync(path, "utf8")));
}

/** The namespace of what a mapping in a body publishes; undefined where it is none. */
export function namespaceIn(body: string): string | undefined {
  return body.includes("AppSchemaDataAccess") ? matches(body, /<uri>([^<]+)</g)[0] : undefined;
}

/** Bodies of requests that somebody else sends in a case, as `stage` has its manifests. */
export function loadableBody(body: string, grounds: Grounds): string {
  const { database } = grounds;
  const namespace = namespaceIn(body);
  if (namespace !== undefined) {
    return loadableMapping(body, { ...grounds, namespace, depth: 0 });
  }
  if (/^\s*<coverage>/.test(body))
    return body.replace(/<nativeName>[^<]*<\/nativeName>/, "<enabled>true</enabled>");
  const isOpen = /<dataStore>/.test(body) && !body.includes("passwd");
  if (database === undefined || !isOpen) return body;
  const parameters = { dbtype: "postgis", ...connectionOf(database), passwd: database.password };
  const entries = Object.entries(parameters).map(
    ([key, value]) => `<entry key="${key}">${value}</entry>`,
  );
  const whole = `<connectionParameters>${entries.join("")}</connectionParameters>`;
  return body.replace(/<connectionParameters>.*<\/connectionParameters>/s, whole);
}
