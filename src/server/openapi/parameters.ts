/** Path, query and header parameters. */
import { plainNouns } from "../../model/nouns.ts";

/** Descriptions by path parameter, where they are not the name of what it is called like. */
const pathTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plainNouns.map(({ member, label }) => [member, `Name of a ${label}`])),
  granule: "Id of a granule",
  group: "Name of a group of accounts",
  harvest: "Id of a harvest",
  internalStore: "Id of a store inside of an app-schema store",
  layer: "Name of a layer, with its workspace or without",
  tileLayer: "Name of a tile layer: `workspace:name` of its layer, or the name of its layer group",
  module: "Name of a part of the server",
  namespace: "Prefix of a namespace; `default` is the default namespace",
  ows: "Name of a service: `wms`, `wfs`, `wcs` or `wmts`",
  path: "Path below the data directory; slashes are not encoded",
  rule: "Key of a rule",
  service: "Name of the user or role service; there is `default` alone",
  template: "Name of a template, with its ending .ftl or without",
  upload: "How, a dot, and what: `file.appschema`, `file.imagemosaic`, `external.imagemosaic`",
  user: "Name of an account",
  wmsLayer: "Name of a layer of a cascaded WMS store",
  wmtsLayer: "Name of a layer of a cascaded WMTS store",
  workspace: "Name of a workspace; `default` is the default workspace in paths of stores",
};

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: true;
  readonly description: string;
  readonly schema: { readonly type: "string" };
}

const schema = { type: "string" } as const;

function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Converts a route pattern to a path template; wildcards get a name. */
export function templateOf(pattern: string): string {
  const open = pattern.startsWith("/resource") ? "{path}" : "{rule}";
  return pattern.replaceAll(/:([A-Za-z]+)/g, "{$1}").replace(/\*$/, open);
}

export function pathParameters(template: string): readonly Parameter[] {
  return [...template.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: pathTexts[name] ?? `Name of a ${wordsOf(name)}`,
    schema,
  }));
}

export function queryParameters(described: Readonly<Record<string, string>>): readonly Parameter[] {
  return Object.entries(described).map(([name, description]) => ({
    name,
    in: "query",
    description,
    schema,
  }));
}

/** Parameters that many operations refer to, by component name. */
export const sharedParameters: Readonly<Record<"quiet" | "ifMatch" | "ifNoneMatch", Parameter>> = {
  quiet: {
    name: "quietOnNotFound",
    in: "query",
    description: "`true`: a 404 has no text",
    schema,
  },
  ifMatch: {
    name: "If-Match",
    in: "header",
    description: "ETags of which the document must have one, or `*`",
    schema,
  },
  ifNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "ETags that the document must not have; for a GET, the ETags of cached copies",
    schema,
  },
};
