/**
 * Documents that a server has one of, and those with a name that somebody keeps there: read when the lane begins, and
 * brought back to that. A PUT keeps what it does not say, so what a case added is said to be nothing.
 */
import { isBuiltInGridSet } from "../../src/model/built-in-grid-sets.ts";
import {
  elementsOf,
  escape,
  innerXml,
  parseElement,
  textOf,
  type Element,
} from "../stock/xml-tree.ts";
import type { Ask } from "./exchange.ts";
import { namesAt } from "./holdings.ts";

/** Documents by path, as they were answered. */
export type Documents = ReadonlyMap<string, string>;

const SERVICES = ["wms", "wfs", "wcs", "wmts"].map((name) => `/rest/services/${name}/settings.xml`);
const SETTINGS = "/rest/settings.xml";
const QUOTA = "/gwc/rest/diskquota.xml";
const CHECKS = "/rest/urlchecks";

/** What a server has one of. */
const SINGLE: readonly string[] = [
  "/rest/security/acl/catalog.json",
  "/rest/namespaces/default.json",
  SETTINGS,
  "/rest/logging.xml",
  QUOTA,
  ...SERVICES,
];

/** Lists of what has a name, and may be there before the lane begins. */
const LISTS: readonly string[] = [CHECKS, "/gwc/rest/gridsets", "/gwc/rest/blobstores"];

/** Reads what is to be brought back later. Services and settings are written once before: a server completes them then. */
export async function readDocuments(ask: Ask): Promise<Documents> {
  for (const path of [...SERVICES, SETTINGS]) {
    const text = await read(ask, path);
    if (text !== undefined) await write(ask, path, path === SETTINGS ? withMode(text) : text);
  }
  const named = LISTS.map(async (list) => {
    const found = await namesAt(ask, `${list}.json`);
    return found
      .filter((name) => !isBuiltInGridSet(name))
      .map((name) => `${list}/${encodeURIComponent(name)}.xml`);
  });
  const paths = [...SINGLE, ...(await Promise.all(named)).flat()];
  const found = paths.map(async (path) => [path, await read(ask, path)] as const);
  return new Map(
    (await Promise.all(found)).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    ),
  );
}

/** The settings with the mode of the pages, which a server that has none takes as this, and never forgets again. */
function withMode(settings: string): string {
  return settings.includes("<webUIMode>")
    ? settings
    : settings.replace("</global>", "<webUIMode>DEFAULT</webUIMode></global>");
}

/** Brings all of them back. Gives what the server refused to take, a line each. */
export async function restoreDocuments(ask: Ask, documents: Documents): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const [path, before] of documents) {
    const now = await read(ask, path);
    if (now === before) continue;
    const isLostCheck = now === undefined && path.startsWith(`${CHECKS}/`);
    const { status } = isLostCheck
      ? await ask("POST", CHECKS, { type: "application/xml", body: before })
      : await write(ask, path, bodyOf(path, before, now));
    if (status >= 300) refused.push(`cannot be brought back: ${path}, ${status}`);
  }
  return refused;
}

async function read(ask: Ask, path: string): Promise<string | undefined> {
  const { status, text } = await ask("GET", path);
  return status === 200 ? text : undefined;
}

async function write(ask: Ask, path: string, body: string): ReturnType<Ask> {
  const type = path.endsWith(".json") ? "application/json" : "application/xml";
  return ask("PUT", path.replace(/\.(?:json|xml)$/, ""), { type, body });
}

function bodyOf(path: string, before: string, now: string | undefined): string {
  if (path === QUOTA) return quotaBody(parseElement(before));
  if (now === undefined || (path !== SETTINGS && !SERVICES.includes(path))) return before;
  const current = parseElement(now);
  const body = takingBack(parseElement(before), current);
  // The counter goes on: a client that saw it fall would read everything anew.
  const counter = elementsOf(current).find(({ name }) => name === "updateSequence");
  return counter === undefined
    ? body
    : body.replace(/(<updateSequence>)\d+/, `$1${textOf(counter)}`);
}

/** Bodies of the disk quota have another root than its document, and a size in units. */
function quotaBody(quota: Element): string {
  const fields = elementsOf(quota).map((element) =>
    element.name === "globalQuota"
      ? `<globalQuota><value>${textOf(elementsOf(element).find(({ name }) => name === "bytes") ?? element)}</value><units>B</units></globalQuota>`
      : written(element, innerXml(element)),
  );
  return `<gwcQuotaConfiguration>${fields.join("")}</gwcQuotaConfiguration>`;
}

/** Lists and maps, which an element without members empties. */
const EMPTIED = new Set(
  (
    "keywords versions disabledVersions metadata srs allowedURLsForAuthForwarding getFeatureInfoMimeTypes " +
    "getMapMimeTypes getFeatureOutputTypes authorityURLs identifiers"
  ).split(" "),
);

/** A body that makes a document what it was before; objects in it are replaced as a whole. */
function takingBack(before: Element, now: Element): string {
  const held = elementsOf(before);
  const added = elementsOf(now)
    .map(({ name }) => name)
    .filter((name) => held.every((one) => one.name !== name));
  const nothing = added.map((name) =>
    EMPTIED.has(name) ? `<${name}/>` : `<${name} xsi:nil="true"/>`,
  );
  const kept = held.map((one) => written(one, innerXml(one)));
  return written(before, [...kept, ...nothing].join(""));
}

function written({ name, attributes }: Element, inside: string): string {
  const told = [...attributes].map(([key, value]) => ` ${key}="${escape(value)}"`).join("");
  return `<${name}${told}>${inside}</${name}>`;
}
