/** Makers of settings, services, caches and files. */
import { serviceSettings, type ServiceName } from "../../../src/model/service.ts";
import { drawFields, fieldsOf } from "./fields.ts";
import {
  type Draft,
  type Maker,
  nameOf,
  needed,
  ofKind,
  perhapsInWorkspace,
  publishedIn,
  specOf,
  thing,
  workspaceOf,
} from "./draft.ts";

const SERVICES = ["wms", "wfs", "wcs", "wmts"] as const satisfies readonly ServiceName[];

const isSaid = ({ things }: Draft, kind: string, name: string, workspace: string | undefined) =>
  ofKind(things, kind).some((one) => nameOf(one) === name && workspaceOf(one) === workspace);

const service: Maker = (draft) => {
  const { chance } = draft;
  const name = chance.pick(SERVICES);
  const workspace = perhapsInWorkspace(draft);
  if (isSaid(draft, "Service", name, workspace)) return undefined;
  const own = fieldsOf("Service").filter((field) => isOf(name, field));
  return thing("Service", { workspace, name }, drawFields("Service", own, chance));
};

/** Whether a service has a setting. */
export function isOf(name: ServiceName, field: string): boolean {
  return Object.keys(serviceSettings[name]).some((key) => key.split(".")[0] === field);
}

const settings: Maker = (draft) => {
  const workspace = perhapsInWorkspace(draft);
  const name = workspace === undefined ? "global" : "settings";
  if (isSaid(draft, "Settings", name, workspace)) return undefined;
  const own = fieldsOf("Settings").filter((field) => workspace === undefined || !GLOBAL.has(field));
  return thing("Settings", { workspace, name }, drawFields("Settings", own, draft.chance));
};

/** Fields that only the settings of the server have. */
export const GLOBAL: ReadonlySet<string> = new Set([
  "imageProcessing",
  "coverageAccess",
  "globalMetadata",
  "featureTypeCacheSize",
  "globalServices",
  "xmlPostRequestLogBufferSize",
  "xmlExternalEntitiesEnabled",
  "trailingSlashMatch",
  "lockProviderName",
  "webUiMode",
  "userDetailsDisplay",
  "allowStoredQueriesPerWorkspace",
  "resourceErrorHandling",
]);

const only =
  (kind: string, name: string): Maker =>
  (draft) =>
    isSaid(draft, kind, name, undefined)
      ? undefined
      : thing(kind, { name }, specOf(kind, {}, draft.chance));

const defaultWorkspace: Maker = (draft) => {
  if (isSaid(draft, "DefaultWorkspace", "default", undefined)) return undefined;
  const workspace = needed(draft, "Workspace");
  return (
    workspace && thing("DefaultWorkspace", { name: "default" }, { workspace: nameOf(workspace) })
  );
};

const gridSet: Maker = ({ chance, fresh }) => {
  const levels = chance.is(0.5) ? { resolutions: [4000, 2000, 1000] } : { levels: 4 };
  const given = { srs: 2056, extent: [2_420_000, 1_030_000, 2_900_000, 1_350_000], ...levels };
  const drawn = drawFields("GridSet", ["description", "alignTopLeft", "yCoordinateFirst"], chance);
  return thing("GridSet", { name: fresh("gs") }, { ...given, ...drawn });
};

const blobStore: Maker = ({ chance, fresh }) => {
  const name = fresh("bs");
  const spec = chance.is(0.5)
    ? { type: "File", baseDirectory: `/var/tiles/${name}` }
    : {
        type: "S3",
        bucket: name,
        secrets: { awsSecretKey: { fromEnv: chance.pick(["PW1", "PW2"]) } },
      };
  return thing("BlobStore", { name }, { ...spec, ...drawFields("BlobStore", ["enabled"], chance) });
};

const tileLayer: Maker = (draft) => {
  const { things, chance } = draft;
  const said = new Set(ofKind(things, "TileLayer").map(nameOf));
  const groups = ofKind(things, "LayerGroup").map((one) => ({
    workspace: workspaceOf(one),
    name: nameOf(one),
  }));
  // Of what has no geometry nothing is cached, as mapped types on some servers.
  const drawn = publishedIn(things).filter(({ by }) => by.kind !== "AppSchemaStore");
  const free = [...drawn, ...groups].filter(({ name }) => !said.has(name));
  if (free.length === 0) return undefined;
  const { workspace, name } = chance.pick(free);
  const sets = ["EPSG:4326", "EPSG:900913", ...ofKind(things, "GridSet").map(nameOf)];
  const stores = ofKind(things, "BlobStore").map(nameOf);
  const spec = {
    ...drawFields("TileLayer", ["enabled", "gutter"], chance),
    ...(chance.is(0.3) ? { formats: ["image/png", ...chance.some(["image/jpeg"], 0.5)] } : {}),
    ...(chance.is(0.4)
      ? { gridsets: Object.fromEntries(chance.some(sets, 0.6).map((one) => [one, {}])) }
      : {}),
    ...(chance.is(0.3) && stores.length > 0 ? { blobStore: chance.pick(stores) } : {}),
    ...(chance.is(0.2) ? { filters: { TIME: { regex: ".*" } } } : {}),
    ...(chance.is(0.2) ? { expire: { server: 60, clients: 3600 } } : {}),
  };
  return thing("TileLayer", { workspace, name }, spec);
};

const template: Maker = (draft) => {
  const { things, chance, fresh } = draft;
  const file = fresh("tp");
  const source = { [`${file}.ftl`]: { text: `<#-- ${chance.below(3)} -->\n` } };
  const spec = { source: `./${file}.ftl` };
  const types = ofKind(things, "FeatureType");
  if (types.length > 0 && chance.is(0.5)) {
    const type = chance.pick(types);
    const name = `${String(type.spec["store"])}/${nameOf(type)}/content`;
    if (isSaid(draft, "Template", name, workspaceOf(type))) return undefined;
    return thing("Template", { workspace: workspaceOf(type), name }, spec, source);
  }
  const workspace = perhapsInWorkspace(draft);
  const name = chance.pick(["header", "footer"]);
  if (isSaid(draft, "Template", name, workspace)) return undefined;
  return thing("Template", { workspace, name }, spec, source);
};

const file: Maker = ({ chance, fresh }) => {
  const name = fresh("fi");
  const isFont = chance.is(0.5);
  const path = isFont ? `styles/fonts/${name}.ttf` : `www/${name}.html`;
  const spec = { source: `./${name}.txt`, ...(isFont ? { after: "reset" } : {}) };
  const text = chance.pick(["one\n", "two\n"]);
  return thing("File", { name: path }, spec, { [`${name}.txt`]: { text } });
};

/** By the name of the kind in manifests. */
export const serverMakers: Readonly<Record<string, Maker>> = {
  Service: service,
  Settings: settings,
  Logging: only("Logging", "logging"),
  DiskQuota: only("DiskQuota", "quota"),
  DefaultWorkspace: defaultWorkspace,
  GridSet: gridSet,
  BlobStore: blobStore,
  TileLayer: tileLayer,
  Template: template,
  File: file,
};
