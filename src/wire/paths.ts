/** All paths of the interface, for the server and its clients (docs/interface.md, 4). */
import { regularNouns, type RegularMember, type RegularSegment } from "../model/regular-nouns.ts";

type RegularPatterns = {
  readonly [Member in RegularMember as `${Member}s`]: `/${RegularSegment}`;
} & { readonly [Member in RegularMember]: `/${RegularSegment}/:${Member}` };

const regularPatterns = Object.fromEntries(
  regularNouns.flatMap(({ member, segment }) => [
    [`${member}s`, `/${segment}`],
    [member, `/${segment}/:${member}`],
  ]),
) as unknown as RegularPatterns;

const patterns = {
  version: "/about/version",
  openApi: "/openapi",
  manifest: "/about/manifest",
  statuses: "/about/status",
  status: "/about/status/:module",
  systemStatus: "/about/system-status",
  reload: "/reload",
  reset: "/reset",
  gridSets: "/gwc/rest/gridsets",
  gridSet: "/gwc/rest/gridsets/:gridSet",
  blobStores: "/gwc/rest/blobstores",
  blobStore: "/gwc/rest/blobstores/:blobStore",
  diskQuota: "/gwc/rest/diskquota",
  tileCacheReload: "/gwc/rest/reload",
  tileLayers: "/gwc/rest/layers",
  tileLayer: "/gwc/rest/layers/:tileLayer",
  massTruncate: "/gwc/rest/masstruncate",
  settings: "/settings",
  service: "/services/:ows/settings",
  workspaceService: "/services/:ows/workspaces/:workspace/settings",
  contact: "/settings/contact",
  workspaceSettings: "/workspaces/:workspace/settings",
  logging: "/logging",
  workspaces: "/workspaces",
  workspace: "/workspaces/:workspace",
  namespaces: "/namespaces",
  namespace: "/namespaces/:namespace",
  dataStores: "/workspaces/:workspace/datastores",
  dataStore: "/workspaces/:workspace/datastores/:store",
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
  featureTypes: "/workspaces/:workspace/featuretypes",
  featureType: "/workspaces/:workspace/featuretypes/:featureType",
  featureTypeReset: "/workspaces/:workspace/featuretypes/:featureType/reset",
  coverageStores: "/workspaces/:workspace/coveragestores",
  coverageStore: "/workspaces/:workspace/coveragestores/:store",
  coverageStoreReset: "/workspaces/:workspace/coveragestores/:store/reset",
  coverageStoreUpload: "/workspaces/:workspace/coveragestores/:store/:upload",
  storeCoverages: "/workspaces/:workspace/coveragestores/:store/coverages",
  storeCoverage: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage",
  storeCoverageReset: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/reset",
  coverageIndex: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index",
  granules: "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index/granules",
  granule:
    "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index/granules/:granule",
  coverages: "/workspaces/:workspace/coverages",
  coverage: "/workspaces/:workspace/coverages/:coverage",
  wmsStores: "/workspaces/:workspace/wmsstores",
  wmsStore: "/workspaces/:workspace/wmsstores/:store",
  wmsStoreLayers: "/workspaces/:workspace/wmsstores/:store/wmslayers",
  wmsStoreLayer: "/workspaces/:workspace/wmsstores/:store/wmslayers/:wmsLayer",
  wmsLayers: "/workspaces/:workspace/wmslayers",
  wmsLayer: "/workspaces/:workspace/wmslayers/:wmsLayer",
  wmtsStores: "/workspaces/:workspace/wmtsstores",
  wmtsStore: "/workspaces/:workspace/wmtsstores/:store",
  wmtsStoreLayers: "/workspaces/:workspace/wmtsstores/:store/layers",
  wmtsStoreLayer: "/workspaces/:workspace/wmtsstores/:store/layers/:wmtsLayer",
  wmtsLayers: "/workspaces/:workspace/wmtslayers",
  wmtsLayer: "/workspaces/:workspace/wmtslayers/:wmtsLayer",
  layers: "/layers",
  layer: "/layers/:layer",
  layerStyles: "/layers/:layer/styles",
  workspaceLayers: "/workspaces/:workspace/layers",
  workspaceLayer: "/workspaces/:workspace/layers/:layer",
  layerGroups: "/layergroups",
  layerGroup: "/layergroups/:layerGroup",
  workspaceLayerGroups: "/workspaces/:workspace/layergroups",
  workspaceLayerGroup: "/workspaces/:workspace/layergroups/:layerGroup",
  styles: "/styles",
  style: "/styles/:style",
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
  ...regularPatterns,
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

/** Path of the collection of a regular noun. */
export function regularCollection(member: RegularMember, suffix?: string): string {
  return pathOf(`${member}s`, {}, suffix);
}

/** Path of an object of a regular noun. */
export function regularPath(member: RegularMember, name: string, suffix?: string): string {
  return filled(member, { [member]: name }, suffix);
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
