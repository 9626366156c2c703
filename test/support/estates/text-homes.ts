/**
 * Bodies that set every text field of every document: of nouns that have a table by that table, of the others by hand.
 */
import { blobStoreTypes } from "../../../src/model/blob-store.ts";
import { cascadedLayerDocuments } from "../../../src/model/cascaded-layer.ts";
import { cascadedStoreDocuments } from "../../../src/model/cascaded-store.ts";
import { coverageStoreDocument } from "../../../src/model/coverage-store.ts";
import { coverageDocument } from "../../../src/model/coverage.ts";
import { dataStoreDocument } from "../../../src/model/data-store.ts";
import { featureTypeDocument } from "../../../src/model/feature-type.ts";
import type { Part, PartType, PlacedPart, PlacedParts } from "../../../src/model/schema.ts";
import { layerDocument } from "../../../src/model/layer.ts";
import { loggingSettings } from "../../../src/model/logging.ts";
import { plainNouns } from "../../../src/model/nouns.ts";
import { serviceNames, serviceSettings } from "../../../src/model/service.ts";
import { contactTable } from "../../../src/model/settings/contact.ts";
import { globalSettingTable, workspaceSettingTable } from "../../../src/model/settings.ts";
import { namespaceDocument, workspaceDocument } from "../../../src/model/workspace.ts";

/** A body, in the form that XML and JSON share: `@name` for attributes, `$` for the text beside them. */
export type Body = string | readonly Body[] | { readonly [name: string]: Body };

/** A document, and the members of a body that hold a text. */
export interface Home {
  readonly path: string;
  readonly root: string;
  /** What the body says beside texts. */
  readonly beside?: { readonly [name: string]: Body };
  readonly texts: (text: string) => { readonly [name: string]: Body };
}

/** The members that hold a text, of each type of field that is one. */
const ofField: Partial<Record<Part["type"], (text: string) => Body>> = {
  text: (text) => text,
  "optional-text": (text) => text,
  parameters: (text) => ({ entry: { "@key": "noted", $: text } }),
};

/** What a table of fields holds in texts. */
const fieldTexts =
  ({ fields }: { readonly fields: object }, without: readonly string[] = []) =>
  (text: string) =>
    Object.fromEntries(
      Object.entries(fields as Readonly<Record<string, Part>>).flatMap(
        ([name, { type, path = name, values }]) => {
          const written = ofField[type];
          return written === undefined || values !== undefined || without.includes(name)
            ? []
            : [[path, written(text)] as const];
        },
      ),
    );

const ofSetting: Partial<Record<PartType, (text: string, part: PlacedPart) => Body>> = {
  text: (text) => text,
  texts: (text) => ({ string: text }),
  languages: (text) => ({ en: text }),
  entries: (text) => ({ entry: { "@key": "noted", $: text } }),
  keywords: (text) => ({ string: text }),
  "typed-entries": (text) => ({ map: { entry: { string: ["noted", text] } } }),
  records: (text, { item = "", parts = {} }) => ({
    [item]: Object.fromEntries(Object.keys(parts).map((name) => [name, text])),
  }),
};

/** What a table of settings holds in texts. */
const settingTexts = (table: PlacedParts) => (text: string) => {
  const root: Record<string, Body> = {};
  for (const one of Object.values(table)) {
    const { type, path, values } = one;
    const written = ofSetting[type];
    if (written === undefined || values !== undefined) continue;
    const elements = path.split("/");
    const last = elements.pop() ?? "";
    let at = root;
    for (const element of elements) at = (at[element] ??= {}) as Record<string, Body>;
    at[last] = written(text, one);
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

const view = (text: string): Body => ({
  name: "roads",
  sql: text,
  escapeSql: "false",
  parameter: { name: "p", defaultValue: text, regexpValidator: text },
});

const W = "/workspaces/w";
/** Every document that holds a text, and a body for it. */
export const homes: readonly Home[] = [
  { path: W, root: "workspace", texts: fieldTexts(workspaceDocument) },
  { path: "/namespaces/w", root: "namespace", texts: fieldTexts(namespaceDocument) },
  {
    path: `${W}/datastores/pg`,
    root: "dataStore",
    texts: (text) => ({ ...fieldTexts(dataStoreDocument)(text), ...kept(text) }),
  },
  {
    path: `${W}/datastores/pg/featuretypes/roads`,
    root: "featureType",
    texts: (text) => ({
      ...fieldTexts(featureTypeDocument)(text),
      ...kept(text),
      abstract: text,
      metadata: {
        entry: [
          { "@key": "JDBC_VIRTUAL_TABLE", virtualTable: view(text) },
          { "@key": "noted", $: text },
        ],
      },
    }),
  },
  {
    path: `${W}/coveragestores/cs`,
    root: "coverageStore",
    texts: (text) => ({ ...fieldTexts(coverageStoreDocument)(text), ...kept(text) }),
  },
  {
    path: `${W}/coverages/c`,
    root: "coverage",
    texts: (text) => ({ ...fieldTexts(coverageDocument)(text), ...kept(text), description: text }),
  },
  {
    path: "/layers/w:A",
    root: "layer",
    texts: (text) => ({ ...fieldTexts(layerDocument)(text), ...kept(text) }),
  },
  // A password is shown sealed, and so are the other two.
  ...(["wms", "wmts"] as const).flatMap((service): readonly Home[] => [
    {
      path: `${W}/${service}stores/${service === "wms" ? "maps" : "tiles"}`,
      root: `${service}Store`,
      texts: (text) => ({
        ...fieldTexts(cascadedStoreDocuments[service], ["password", "headerValue", "authKey"])(
          text,
        ),
        ...kept(text),
      }),
    },
    {
      path: `${W}/${service}layers/${service === "wms" ? "sea" : "land"}`,
      root: `${service}Layer`,
      texts: (text) => ({ ...fieldTexts(cascadedLayerDocuments[service])(text), ...kept(text) }),
    },
  ]),
  ...serviceNames.flatMap((service): readonly Home[] => [
    {
      path: `/services/${service}/settings`,
      root: service,
      texts: settingTexts(serviceSettings[service]),
    },
    {
      path: `/services/${service}/workspaces/w/settings`,
      root: service,
      texts: settingTexts(serviceSettings[service]),
    },
  ]),
  { path: "/settings", root: "global", texts: settingTexts(globalSettingTable) },
  { path: "/settings/contact", root: "contact", texts: settingTexts(contactTable) },
  { path: `${W}/settings`, root: "settings", texts: settingTexts(workspaceSettingTable) },
  { path: "/logging", root: "logging", texts: settingTexts(loggingSettings) },
  ...plainNouns.map((noun): Home => ({
    path: `${noun.list}/check`,
    root: noun.document.root,
    texts: fieldTexts(noun.document),
  })),
  {
    path: "/styles/s",
    root: "style",
    texts: (text) => ({
      legend: { width: "1", height: "1", format: "image/png", onlineResource: text },
      metadata: { entry: { "@key": "noted", $: text } },
    }),
  },
  ...["/layergroups/g", `${W}/layergroups/wg`].map((path): Home => ({
    path,
    root: "layerGroup",
    texts: (text) => ({
      title: text,
      abstractTxt: text,
      keywords: { string: text },
      internationalTitle: { en: text },
      internationalAbstract: { en: text },
      attribution: { title: text, href: text },
      metadata: { entry: { "@key": "noted", $: text } },
      metadataLinks: {
        metadataLink: { type: "text/xml", about: text, metadataType: "other", content: text },
      },
      authorityURLs: { AuthorityURL: { name: text, href: text } },
      identifiers: { Identifier: { authority: text, identifier: text } },
    }),
  })),
  {
    path: "/gwc/rest/gridsets/own",
    root: "gridSet",
    beside: {
      name: "own",
      srs: { number: "4326" },
      extent: { coords: { double: ["-180", "-90", "180", "90"] } },
      levels: "1",
    },
    texts: (text) => ({ description: text }),
  },
  ...Object.entries(blobStoreTypes).map(([type, settings]): Home => ({
    path: `/gwc/rest/blobstores/${type}`,
    root: `${type}BlobStore`,
    beside: { id: type },
    texts: (text) =>
      Object.fromEntries(
        Object.entries(settings).flatMap(
          ([name, one]: readonly [
            string,
            { readonly type: string; readonly values?: unknown; readonly isSecret?: true },
          ]) =>
            one.type !== "text" || one.values !== undefined || one.isSecret === true
              ? []
              : [[name, text] as const],
        ),
      ),
  })),
];
/** A text inside of XML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#xD;");
}

/** A body as XML, laid out as people write it. */
export function xmlOf(name: string, body: Body): string {
  if (typeof body === "string") return `<${name}>${escaped(body)}</${name}>`;
  if (Array.isArray(body))
    return (body as readonly Body[]).map((one) => xmlOf(name, one)).join("\n");
  const fields = Object.entries(body as { readonly [name: string]: Body });
  const attributes = fields
    .filter(([key]) => key.startsWith("@"))
    .map(([key, value]) => ` ${key.slice(1)}="${escaped(value as string)}"`);
  const text = fields.filter(([key]) => key === "$").map(([, value]) => escaped(value as string));
  const inner = fields
    .filter(([key]) => !/^[@$]/.test(key))
    .map(([key, value]) => `\n  ${xmlOf(key, value)}`);
  return `<${name}${attributes.join("")}>${text.join("")}${inner.join("")}${inner.length > 0 ? "\n" : ""}</${name}>`;
}
