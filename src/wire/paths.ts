/** All paths of the interface, for the server and its clients (docs/interface.md, 4). */
import { nounPatterns } from "../model/nouns.ts";

const patterns = {
  version: "/about/version",
  openApi: "/openapi",
  manifest: "/about/manifest",
  statuses: "/about/status",
  status: "/about/status/:module",
  systemStatus: "/about/system-status",
  reload: "/reload",
  reset: "/reset",
  diskQuota: "/gwc/rest/diskquota",
  tileCacheReload: "/gwc/rest/reload",
  massTruncate: "/gwc/rest/masstruncate",
  settings: "/settings",
  service: "/services/:ows/settings",
  workspaceService: "/services/:ows/workspaces/:workspace/settings",
  contact: "/settings/contact",
  workspaceSettings: "/workspaces/:workspace/settings",
  logging: "/logging",
  namespaces: "/namespaces",
  namespace: "/namespaces/:namespace",
  dataStoreReset: "/workspaces/:workspace/datastores/:store/reset",
  dataStoreUpload: "/workspaces/:workspace/datastores/:store/:upload",
  cleanSchemas: "/workspaces/:workspace/appschemastores/:store/cleanSchemas",
  cleanInternalSchemas:
    "/workspaces/:workspace/appschemastores/:store/datastores/:internalStore/cleanSchemas",
  rebuildSchemas: "/workspaces/:workspace/appschemastores/:store/rebuildDocDbSchemas",
  rebuildInternalSchemas:
    "/workspaces/:workspace/appschemastores/:store/datastores/:internalStore/rebuildDocDbSchemas",
  rebuildMongoSchemas: "/workspaces/:workspace/appschemastores/:store/rebuildMongoSchemas",
  rebuildInternalMongoSchemas:
    "/workspaces/:workspace/appschemastores/:store/datastores/:internalStore/rebuildMongoSchemas",
  documentSchemas: "/plumbline/document-schemas/:workspace/:store/:internalStore",
  storeFeatureTypes: "/workspaces/:workspace/datastores/:store/featuretypes",
  storeFeatureType: "/workspaces/:workspace/datastores/:store/featuretypes/:featureType",
  storeFeatureTypeReset: "/workspaces/:workspace/datastores/:store/featuretypes/:featureType/reset",
  featureTypeReset: "/workspaces/:workspace/featuretypes/:featureType/reset",
  coverageStoreReset: "/workspaces/:workspace/coveragestores/:store/reset",
  coverageStoreUpload: "/workspaces/:workspace/coveragestores/:store/:upload",
  storeCoverages: "/workspaces/:workspace/coveragestores/:store/coverages",
  storeCoverage: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage",
  storeCoverageReset: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/reset",
  coverageIndex: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index",
  granules: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index/granules",
  granule:
    "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index/granules/:granule",
  wmsStoreLayers: "/workspaces/:workspace/wmsstores/:store/wmslayers",
  wmsStoreLayer: "/workspaces/:workspace/wmsstores/:store/wmslayers/:wmsLayer",
  wmtsStoreLayers: "/workspaces/:workspace/wmtsstores/:store/layers",
  wmtsStoreLayer: "/workspaces/:workspace/wmtsstores/:store/layers/:wmtsLayer",
  layerStyles: "/layers/:layer/styles",
  workspaceLayers: "/workspaces/:workspace/layers",
  workspaceLayer: "/workspaces/:workspace/layers/:layer",
  workspaceLayerGroups: "/workspaces/:workspace/layergroups",
  workspaceLayerGroup: "/workspaces/:workspace/layergroups/:layerGroup",
  workspaceStyles: "/workspaces/:workspace/styles",
  workspaceStyle: "/workspaces/:workspace/styles/:style",
  shortWorkspaceStyles: "/:workspace/styles",
  fonts: "/fonts",
  templates: "/templates",
  template: "/templates/:template",
  workspaceTemplates: "/workspaces/:workspace/templates",
  workspaceTemplate: "/workspaces/:workspace/templates/:template",
  dataStoreTemplates: "/workspaces/:workspace/datastores/:store/templates",
  dataStoreTemplate: "/workspaces/:workspace/datastores/:store/templates/:template",
  featureTypeTemplates:
    "/workspaces/:workspace/datastores/:store/featuretypes/:featureType/templates",
  featureTypeTemplate:
    "/workspaces/:workspace/datastores/:store/featuretypes/:featureType/templates/:template",
  coverageStoreTemplates: "/workspaces/:workspace/coveragestores/:store/templates",
  coverageStoreTemplate: "/workspaces/:workspace/coveragestores/:store/templates/:template",
  coverageTemplates: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/templates",
  coverageTemplate:
    "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/templates/:template",
  layerRules: "/security/acl/layers",
  layerRule: "/security/acl/layers/:rule",
  serviceRules: "/security/acl/services",
  serviceRule: "/security/acl/services/:rule",
  restRules: "/security/acl/rest",
  restRule: "/security/acl/rest/*",
  catalogMode: "/security/acl/catalog",
  catalogReload: "/security/acl/catalog/reload",
  audit: "/plumbline/audit",
  harvests: "/plumbline/harvests",
  harvest: "/plumbline/harvests/:harvest",
  keystorePassword: "/security/masterpw",
  ownPassword: "/security/self/password",
  users: "/security/usergroup/users",
  user: "/security/usergroup/user/:user",
  userGroups: "/security/usergroup/user/:user/groups",
  userGroup: "/security/usergroup/user/:user/group/:group",
  accountGroups: "/security/usergroup/groups",
  accountGroup: "/security/usergroup/group/:group",
  accountGroupUsers: "/security/usergroup/group/:group/users",
  roles: "/security/roles",
  role: "/security/roles/role/:role",
  roleOfUser: "/security/roles/role/:role/user/:user",
  roleOfGroup: "/security/roles/role/:role/group/:group",
  rolesOfUser: "/security/roles/user/:user",
  rolesOfGroup: "/security/roles/group/:group",
  resources: "/resource",
  resource: "/resource/*",
  digest: "/plumbline/digest",
  ...nounPatterns,
} as const;

/** The tile cache is beside the REST root, not below it. */
const TILE_CACHE = "/gwc/rest/";

/** Name of a path of the interface. */
export type PathName = keyof typeof patterns;

type RootOf<Pattern> = Pattern extends `/${infer Root}/${string}`
  ? Root
  : Pattern extends `/${infer Root}`
    ? Root
    : never;

/** First segment of the patterns; `:workspace` where any name can stand. */
export type PathRoot = RootOf<(typeof patterns)[PathName]>;

/** All paths. */
export const pathNames = Object.keys(patterns) as readonly PathName[];

type ParameterOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters of a path. */
export type PathParameters<Name extends PathName> = Record<
  ParameterOf<(typeof patterns)[Name]>,
  string
>;

/** The pattern in the router's notation. */
export function routePattern(name: PathName): string {
  return patterns[name];
}

/** The pattern of the path within a named security service, `:service`. */
export function servicePattern(name: PathName): string {
  return patterns[name].replace(/^\/security\/(?:usergroup|roles)/, "$&/service/:service");
}

/** Fills in and encodes the parameters, and appends a suffix such as `xml`. */
export function pathOf<Name extends PathName>(
  name: Name,
  parameters: PathParameters<Name>,
  suffix?: string,
): string {
  return filled(name, parameters, suffix);
}

function filled(
  name: PathName,
  values: Readonly<Record<string, string>>,
  suffix: string | undefined,
): string {
  const path = patterns[name].replaceAll(/:([A-Za-z]+)/g, (_match, key: string) =>
    encodeURIComponent(values[key] ?? ""),
  );
  return suffix === undefined ? path : `${path}.${suffix}`;
}

/** The path of an object whose list has the same name with an `s`. */
export type ObjectPath = {
  [Name in PathName]: `${Name}s` extends PathName ? Name : never;
}[PathName];

/** The parameters above an object, such as its workspace; null and absent ones are empty. */
export interface PathHome {
  readonly workspace?: string | null;
  readonly store?: string;
}

/** Path of an object, whose name is the last parameter. */
export function objectPath(
  path: ObjectPath,
  { name, workspace, store = "" }: PathHome & { readonly name: string },
  suffix?: string,
): string {
  const values = { workspace: workspace ?? "", store, [lastParameter(path)]: name };
  return filled(path, values, suffix);
}

/** Path of a list of objects. */
export function objectsPath(
  path: ObjectPath,
  { workspace, store = "" }: PathHome,
  suffix?: string,
): string {
  return filled(`${path}s` as PathName, { workspace: workspace ?? "", store }, suffix);
}

/** The parameter that names an object. */
function lastParameter(path: PathName): string {
  return patterns[path].slice(patterns[path].lastIndexOf(":") + 1);
}

/** The tile cache is outside `/rest` (docs/compatibility.md, "Addresses"). */
export function servicePath(path: string): string {
  return isOfTileCache(path) ? path : `/rest${path}`;
}

/** Whether a path belongs to the tile cache. */
export function isOfTileCache(path: string): boolean {
  return path.startsWith(TILE_CACHE);
}

/** Path of a file or folder in the data directory; each segment is encoded. */
export function resourcePath(file: string): string {
  return `/resource/${file.split("/").map(encodeURIComponent).join("/")}`;
}

/** Path of the style list of a scope. */
export function stylesPath(workspace: string | null, suffix?: string): string {
  if (workspace === null) return pathOf("styles", {}, suffix);
  return pathOf("workspaceStyles", { workspace }, suffix);
}

/** Path of a style in its scope. */
export function stylePath(workspace: string | null, style: string, suffix?: string): string {
  if (workspace === null) return pathOf("style", { style }, suffix);
  return pathOf("workspaceStyle", { workspace, style }, suffix);
}

/** Path of the list of layer groups of a scope. */
export function layerGroupsPath(workspace: string | null, suffix?: string): string {
  if (workspace === null) return pathOf("layerGroups", {}, suffix);
  return pathOf("workspaceLayerGroups", { workspace }, suffix);
}

/** Path of a layer group in its scope. */
export function layerGroupPath(
  workspace: string | null,
  layerGroup: string,
  suffix?: string,
): string {
  if (workspace === null) return pathOf("layerGroup", { layerGroup }, suffix);
  return pathOf("workspaceLayerGroup", { workspace, layerGroup }, suffix);
}
