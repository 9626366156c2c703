/** What a catalog server holds, as the map services of the tests need it: read over REST, and nothing else. */
import type { Rules } from "../../property/rule-oracle.ts";
import type { Box } from "./window.ts";

/** A layer with its resource and its store. */
export interface Layer {
  readonly form: "layer";
  /** With its workspace. */
  readonly key: string;
  readonly workspace: string;
  readonly name: string;
  readonly title: string;
  readonly holds: "features" | "raster" | "cascade";
  readonly nativeName: string;
  /** Of the namespace. */
  readonly uri: string;
  readonly srs: string;
  readonly box: Box | undefined;
  readonly geoBox: Box | undefined;
  /** As in addresses of styles: with a workspace, if it has one. */
  readonly style: string | undefined;
  /** The address of the store. */
  readonly store: string;
  readonly isOn: boolean;
  readonly isListed: boolean;
  readonly isQueryable: boolean;
  readonly hasTime: boolean;
  readonly disabledServices: ReadonlySet<string>;
}

/** A group of layers. */
export interface Group {
  readonly form: "group";
  readonly key: string;
  readonly workspace: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly isListed: boolean;
  readonly mode: string;
  readonly members: readonly string[];
}

/** A service, of the server or of a workspace. */
export interface Service {
  readonly isOn: boolean;
  readonly title: string;
}

/** Who may do what. */
export interface Access {
  readonly mode: string;
  readonly layers: Rules;
  readonly services: Rules;
}

/** What is read of a catalog; an answer is kept until `forget`. */
export interface Catalog {
  readonly forget: () => void;
  readonly workspaces: () => Promise<readonly string[]>;
  /** Undefined for one that is not there. */
  readonly isIsolated: (workspace: string) => Promise<boolean | undefined>;
  /** The URI of a workspace; empty for one that is not there. */
  readonly namespaceOf: (workspace: string) => Promise<string>;
  readonly layer: (key: string) => Promise<Layer | undefined>;
  readonly group: (key: string) => Promise<Group | undefined>;
  readonly hasStyle: (name: string) => Promise<boolean>;
  /** Groups first, as in capabilities. */
  readonly published: (workspace?: string) => Promise<readonly (Layer | Group)[]>;
  readonly service: (name: string, workspace: string | undefined) => Promise<Service>;
  readonly settings: () => Promise<{ hasGlobalServices: boolean; stopsAtErrors: boolean }>;
  readonly access: () => Promise<Access>;
  /** Names of tile layers. */
  readonly tileLayers: () => Promise<readonly string[]>;
  readonly gridSets: (tileLayer: string) => Promise<readonly string[]>;
  readonly roles: (account: string) => Promise<readonly string[]>;
}

/** A part of a document. */
interface Part {
  readonly [name: string]: Part | readonly Part[] | string | number | boolean | undefined;
}

function part(of: unknown, ...names: readonly string[]): Part {
  const found = names.reduce<unknown>((at, name) => (at as Part | undefined)?.[name], of);
  return typeof found === "object" && found !== null ? (found as Part) : {};
}

function text(of: unknown, name: string): string {
  const value = (of as Part | undefined)?.[name];
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

function list(of: unknown, ...names: readonly string[]): readonly Part[] {
  const last = names.at(-1) ?? "";
  const found = part(of, ...names.slice(0, -1))[last];
  if (found === undefined || found === "") return [];
  return (Array.isArray(found) ? found : [found]) as readonly Part[];
}

/** How many documents are read at once for one question. */
const AT_ONCE = 16;

async function inTurn<One, Other>(
  items: readonly One[],
  work: (item: One) => Promise<Other>,
): Promise<Other[]> {
  const done: Other[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return done;
}

/** Reads a document below the server's address; undefined where it says 404. */
type Read = (path: string) => Promise<unknown>;

function reader(url: string, authorization: string): { read: Read; forget: () => void } {
  const kept = new Map<string, Promise<unknown>>();
  const fetched = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization } });
    const body = await answer.text();
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`the catalog said ${answer.status} to ${path}: ${body}`);
    return JSON.parse(body) as unknown;
  };
  const read: Read = (path) => {
    const known = kept.get(path) ?? fetched(path);
    kept.set(path, known);
    return known;
  };
  return { read, forget: () => kept.clear() };
}

/** The catalog behind an address without `/rest`. */
export function readCatalog(url: string, authorization: string): Catalog {
  const { read, forget } = reader(url, authorization);
  const rules = async (about: string): Promise<Rules> =>
    Object.entries((await read(`/rest/security/acl/${about}.json`)) as Record<string, string>).map(
      ([key, roles]) => [key, roles.split(",")],
    );
  const names = async (path: string, ...at: readonly string[]) =>
    list(await read(path), ...at).map((one) => text(one, "name"));
  const layer = (key: string) => layerOf(read, key);
  const group = (key: string) => groupOf(read, key);
  return {
    forget,
    workspaces: () => names("/rest/workspaces.json", "workspaces", "workspace"),
    isIsolated: async (workspace) => {
      const found = await read(`/rest/workspaces/${encodeURIComponent(workspace)}.json`);
      return found === undefined
        ? undefined
        : text(part(found, "workspace"), "isolated") === "true";
    },
    namespaceOf: (workspace) => namespaceOf(read, workspace),
    layer,
    group,
    hasStyle: async (name) => (await read(stylePath(name))) !== undefined,
    published: async (workspace) => {
      const prefix = workspace === undefined ? "" : `/workspaces/${encodeURIComponent(workspace)}`;
      const inside = (name: string) => (workspace === undefined ? name : `${workspace}:${name}`);
      const spaces =
        workspace === undefined
          ? await names("/rest/workspaces.json", "workspaces", "workspace")
          : [];
      const own = await names(`/rest${prefix}/layergroups.json`, "layerGroups", "layerGroup");
      const others = await inTurn(spaces, async (space) =>
        (
          await names(
            `/rest/workspaces/${encodeURIComponent(space)}/layergroups.json`,
            "layerGroups",
            "layerGroup",
          )
        ).map((name) => `${space}:${name}`),
      );
      const groups = await inTurn([...own.map(inside), ...others.flat()], group);
      const all = await names(`/rest${prefix}/layers.json`, "layers", "layer");
      const layers = await inTurn(all.map(inside), layer);
      return [...groups, ...layers].filter((one) => one !== undefined);
    },
    service: (name, workspace) => serviceOf(read, name, workspace),
    settings: async () => {
      const all = part(await read("/rest/settings.json"), "global");
      return {
        hasGlobalServices: text(all, "globalServices") !== "false",
        stopsAtErrors: text(all, "resourceErrorHandling") === "OGC_EXCEPTION_REPORT",
      };
    },
    access: async () => ({
      mode: text(await read("/rest/security/acl/catalog.json"), "mode"),
      layers: await rules("layers"),
      services: await rules("services"),
    }),
    tileLayers: async () => (await read("/gwc/rest/layers.json")) as readonly string[],
    gridSets: async (name) =>
      list(
        await read(`/gwc/rest/layers/${encodeURIComponent(name)}.json`),
        "GeoServerLayer",
        "gridSubsets",
      ).map((one) => text(one, "gridSetName")),
    roles: async (account) => {
      const at = encodeURIComponent(account);
      const groups = list(await read(`/rest/security/usergroup/user/${at}/groups.json`), "groups");
      const from = [
        `user/${at}`,
        ...groups.map(
          (one) => `group/${encodeURIComponent(JSON.stringify(one).replaceAll('"', ""))}`,
        ),
      ];
      const roles = await inTurn(from, async (path) =>
        list(await read(`/rest/security/roles/${path}.json`), "roles"),
      );
      return roles.flat().map((one) => JSON.stringify(one).replaceAll('"', ""));
    },
  };
}

function stylePath(name: string): string {
  const [workspace, own] = name.includes(":") ? name.split(":", 2) : [undefined, name];
  const prefix = workspace === undefined ? "" : `/workspaces/${encodeURIComponent(workspace)}`;
  return `/rest${prefix}/styles/${encodeURIComponent(own ?? "")}.json`;
}

async function serviceOf(
  read: Read,
  name: string,
  workspace: string | undefined,
): Promise<Service> {
  const own =
    workspace === undefined
      ? undefined
      : await read(
          `/rest/services/${name}/workspaces/${encodeURIComponent(workspace)}/settings.json`,
        );
  const found = part(own ?? (await read(`/rest/services/${name}/settings.json`)), name);
  const title = text(found, "title") || name.toUpperCase();
  return { isOn: text(found, "enabled") !== "false", title };
}

const HOLDS: Readonly<Record<string, Layer["holds"]>> = {
  featureType: "features",
  coverage: "raster",
};

/** The path of a link below the server's address. */
function linked(of: Part): string {
  return text(of, "href").replace(/^.*?(?=\/rest\/)/, "");
}

async function namespaceOf(read: Read, workspace: string): Promise<string> {
  const space = await read(`/rest/namespaces/${encodeURIComponent(workspace)}.json`);
  return text(part(space, "namespace"), "uri");
}

async function layerOf(read: Read, key: string): Promise<Layer | undefined> {
  const [workspace = "", name = ""] = key.split(":", 2);
  if (name === "") return undefined;
  const layer = part(await read(`/rest/layers/${encodeURIComponent(key)}.json`), "layer");
  if (text(layer, "name") === "") return undefined;
  const resource = Object.values(part(await read(linked(part(layer, "resource")))))[0];
  const of = part(resource, "store");
  const store = Object.values(part(await read(linked(of))))[0];
  const entries = list(resource, "metadata", "entry");
  const time = entries.find((entry) => text(entry, "@key") === "time");
  const disabled =
    text(resource, "serviceConfiguration") === "true"
      ? list(resource, "disabledServices", "string")
      : [];
  const style = part(layer, "defaultStyle");
  const srs = text(resource, "srs") || "EPSG:4326";
  return {
    form: "layer",
    key,
    workspace,
    name,
    title: text(resource, "title"),
    holds: HOLDS[text(part(layer, "resource"), "@class")] ?? "cascade",
    nativeName: text(resource, "nativeName") || name,
    uri: await namespaceOf(read, workspace),
    srs,
    box: boxOf(part(resource, "nativeBoundingBox")),
    geoBox: boxOf(part(resource, "latLonBoundingBox")),
    style: text(style, "name") || undefined,
    store: `${text(of, "@class")} ${text(of, "name")}`,
    isOn: [resource, store, layer].every((one) => text(one, "enabled") !== "false"),
    isListed: text(resource, "advertised") !== "false",
    isQueryable: text(layer, "queryable") !== "false",
    hasTime: time !== undefined && text(part(time, "dimensionInfo"), "enabled") === "true",
    disabledServices: new Set(
      disabled.map((one) => JSON.stringify(one).toLowerCase().replaceAll('"', "")),
    ),
  };
}

function boxOf(of: Part): Box | undefined {
  if (text(of, "minx") === "") return undefined;
  const [minx, miny, maxx, maxy] = ["minx", "miny", "maxx", "maxy"].map((name) =>
    Number(text(of, name)),
  ) as [number, number, number, number];
  return { minx, miny, maxx, maxy };
}

async function groupOf(read: Read, key: string): Promise<Group | undefined> {
  const [workspace, name] = key.includes(":") ? key.split(":", 2) : [undefined, key];
  const prefix = workspace === undefined ? "" : `/workspaces/${encodeURIComponent(workspace)}`;
  const path = `/rest${prefix}/layergroups/${encodeURIComponent(name ?? "")}.json`;
  const group = part(await read(path), "layerGroup");
  if (text(group, "name") === "") return undefined;
  return {
    form: "group",
    key,
    workspace,
    name: name ?? "",
    title: text(group, "title"),
    isOn: text(group, "enabled") !== "false",
    isListed: text(group, "advertised") !== "false",
    mode: text(group, "mode"),
    members: list(group, "publishables", "published").map((one) => text(one, "name")),
  };
}
