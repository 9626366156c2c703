/** A catalog with something at every path of the interface, and what is read of each. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { servicePath, type PathName } from "../../../src/wire/paths.ts";
import { documentMapping, mapping, sld, zipOf } from "../estates/artefacts.ts";
import { AUTHORIZATION } from "./catalog.ts";
import { geoTiff } from "../mosaics/geotiff.ts";

/** Documents of one path: each is asked for; none when the path cannot be read. */
type Documents = readonly string[];

/** What is read of every path there is. A new path needs a row here. */
export const documents: Readonly<Record<PathName, Documents>> = {
  version: ["/about/version.xml", "/about/version.json"],
  openApi: ["/openapi.json"],
  manifest: ["/about/manifest.xml", "/about/manifest.json"],
  statuses: ["/about/status.xml", "/about/status.json"],
  status: ["/about/status/gs-main.xml", "/about/status/gs-main.json"],
  systemStatus: ["/about/system-status.json"],
  reload: [],
  reset: [],
  gridSets: ["/gwc/rest/gridsets.xml", "/gwc/rest/gridsets.json"],
  gridSet: [
    "/gwc/rest/gridsets/own.xml",
    "/gwc/rest/gridsets/own.json",
    "/gwc/rest/gridsets/EPSG:4326.xml",
    "/gwc/rest/gridsets/EPSG:4326.json",
  ],
  blobStores: ["/gwc/rest/blobstores.xml", "/gwc/rest/blobstores.json"],
  blobStore: ["/gwc/rest/blobstores/b.xml", "/gwc/rest/blobstores/b.json"],
  diskQuota: ["/gwc/rest/diskquota.xml", "/gwc/rest/diskquota.json"],
  tileCacheReload: [],
  tileLayers: ["/gwc/rest/layers.xml", "/gwc/rest/layers.json"],
  tileLayer: ["/gwc/rest/layers/w:A.xml", "/gwc/rest/layers/w:A.json"],
  massTruncate: ["/gwc/rest/masstruncate"],
  settings: ["/settings.xml", "/settings.json"],
  service: ["/services/wms/settings.xml", "/services/wfs/settings.json"],
  workspaceService: [
    "/services/wms/workspaces/w/settings.xml",
    "/services/wms/workspaces/w/settings.json",
  ],
  contact: ["/settings/contact.xml", "/settings/contact.json"],
  workspaceSettings: ["/workspaces/w/settings.xml", "/workspaces/w/settings.json"],
  logging: ["/logging.xml", "/logging.json"],
  workspaces: ["/workspaces.xml", "/workspaces.json"],
  workspace: ["/workspaces/w.xml", "/workspaces/w.json", "/workspaces/default"],
  namespaces: ["/namespaces.xml", "/namespaces.json"],
  namespace: ["/namespaces/w.xml", "/namespaces/w.json"],
  dataStores: ["/workspaces/w/datastores.xml", "/workspaces/w/datastores.json"],
  dataStore: [
    "/workspaces/w/datastores/st.xml",
    "/workspaces/w/datastores/st.json",
    "/workspaces/w/datastores/pg.xml",
    "/workspaces/w/datastores/pg.json",
  ],
  dataStoreReset: [],
  dataStoreUpload: [],
  cleanSchemas: [],
  cleanInternalSchemas: [],
  rebuildSchemas: [],
  rebuildInternalSchemas: [],
  rebuildMongoSchemas: [],
  rebuildInternalMongoSchemas: [],
  documentSchemas: ["/plumbline/document-schemas/w/docs/db"],
  storeFeatureTypes: [
    "/workspaces/w/datastores/st/featuretypes.xml",
    "/workspaces/w/datastores/st/featuretypes.json?list=all",
  ],
  storeFeatureType: [
    "/workspaces/w/datastores/st/featuretypes/A.xml",
    "/workspaces/w/datastores/st/featuretypes/A.json",
    "/workspaces/w/datastores/pg/featuretypes/roads.xml",
    "/workspaces/w/datastores/pg/featuretypes/roads.json",
  ],
  storeFeatureTypeReset: [],
  featureTypes: ["/workspaces/w/featuretypes.xml", "/workspaces/w/featuretypes.json"],
  featureType: ["/workspaces/w/featuretypes/A.xml", "/workspaces/w/featuretypes/A.json"],
  featureTypeReset: [],
  coverageStores: ["/workspaces/w/coveragestores.xml", "/workspaces/w/coveragestores.json"],
  coverageStore: ["/workspaces/w/coveragestores/cs.xml", "/workspaces/w/coveragestores/cs.json"],
  coverageStoreReset: [],
  coverageStoreUpload: [],
  storeCoverages: [
    "/workspaces/w/coveragestores/cs/coverages.xml",
    "/workspaces/w/coveragestores/cs/coverages.json",
  ],
  storeCoverage: [
    "/workspaces/w/coveragestores/cs/coverages/c.xml",
    "/workspaces/w/coveragestores/cs/coverages/c.json",
  ],
  storeCoverageReset: [],
  coverageIndex: [
    "/workspaces/w/coveragestores/m/coverages/m/index.xml",
    "/workspaces/w/coveragestores/m/coverages/m/index.json",
  ],
  granules: [
    "/workspaces/w/coveragestores/m/coverages/m/index/granules.xml",
    "/workspaces/w/coveragestores/m/coverages/m/index/granules.json",
  ],
  granule: [
    "/workspaces/w/coveragestores/m/coverages/m/index/granules/m.1.xml",
    "/workspaces/w/coveragestores/m/coverages/m/index/granules/m.1.json",
  ],
  coverages: ["/workspaces/w/coverages.xml", "/workspaces/w/coverages.json"],
  coverage: ["/workspaces/w/coverages/c.xml", "/workspaces/w/coverages/c.json"],
  wmsStores: ["/workspaces/w/wmsstores.xml", "/workspaces/w/wmsstores.json"],
  wmsStore: ["/workspaces/w/wmsstores/maps.xml", "/workspaces/w/wmsstores/maps.json"],
  wmsStoreLayers: [
    "/workspaces/w/wmsstores/maps/wmslayers.xml",
    "/workspaces/w/wmsstores/maps/wmslayers.json",
  ],
  wmsStoreLayer: [
    "/workspaces/w/wmsstores/maps/wmslayers/sea.xml",
    "/workspaces/w/wmsstores/maps/wmslayers/sea.json",
  ],
  wmsLayers: ["/workspaces/w/wmslayers.xml", "/workspaces/w/wmslayers.json"],
  wmsLayer: ["/workspaces/w/wmslayers/sea.xml", "/workspaces/w/wmslayers/sea.json"],
  wmtsStores: ["/workspaces/w/wmtsstores.xml", "/workspaces/w/wmtsstores.json"],
  wmtsStore: ["/workspaces/w/wmtsstores/tiles.xml", "/workspaces/w/wmtsstores/tiles.json"],
  wmtsStoreLayers: [
    "/workspaces/w/wmtsstores/tiles/layers.xml",
    "/workspaces/w/wmtsstores/tiles/layers.json",
  ],
  wmtsStoreLayer: [
    "/workspaces/w/wmtsstores/tiles/layers/land.xml",
    "/workspaces/w/wmtsstores/tiles/layers/land.json",
  ],
  wmtsLayers: ["/workspaces/w/wmtslayers.xml", "/workspaces/w/wmtslayers.json"],
  wmtsLayer: ["/workspaces/w/wmtslayers/land.xml", "/workspaces/w/wmtslayers/land.json"],
  layers: ["/layers.xml", "/layers.json"],
  layer: ["/layers/w:A.xml", "/layers/w:A.json"],
  layerStyles: ["/layers/w:A/styles.xml", "/layers/w:A/styles.json"],
  workspaceLayers: ["/workspaces/w/layers.xml", "/workspaces/w/layers.json"],
  workspaceLayer: ["/workspaces/w/layers/A.xml", "/workspaces/w/layers/A.json"],
  layerGroups: ["/layergroups.xml", "/layergroups.json"],
  layerGroup: ["/layergroups/g.xml", "/layergroups/g.json"],
  workspaceLayerGroups: ["/workspaces/w/layergroups.xml", "/workspaces/w/layergroups.json"],
  workspaceLayerGroup: ["/workspaces/w/layergroups/wg.xml", "/workspaces/w/layergroups/wg.json"],
  styles: ["/styles.xml", "/styles.json"],
  style: ["/styles/s.xml", "/styles/s.json", "/styles/s.sld"],
  workspaceStyles: ["/workspaces/w/styles.xml", "/workspaces/w/styles.json"],
  workspaceStyle: ["/workspaces/w/styles/s.xml", "/workspaces/w/styles/s.sld"],
  shortWorkspaceStyles: ["/w/styles.xml", "/w/styles.json"],
  fonts: ["/fonts.xml", "/fonts.json"],
  templates: ["/templates.xml", "/templates.json"],
  template: ["/templates/t.ftl"],
  workspaceTemplates: ["/workspaces/w/templates.xml", "/workspaces/w/templates.json"],
  workspaceTemplate: ["/workspaces/w/templates/t.ftl"],
  dataStoreTemplates: ["/workspaces/w/datastores/st/templates.json"],
  dataStoreTemplate: ["/workspaces/w/datastores/st/templates/t.ftl"],
  featureTypeTemplates: ["/workspaces/w/datastores/st/featuretypes/A/templates.json"],
  featureTypeTemplate: ["/workspaces/w/datastores/st/featuretypes/A/templates/t.ftl"],
  coverageStoreTemplates: ["/workspaces/w/coveragestores/cs/templates.json"],
  coverageStoreTemplate: ["/workspaces/w/coveragestores/cs/templates/t.ftl"],
  coverageTemplates: ["/workspaces/w/coveragestores/cs/coverages/c/templates.json"],
  coverageTemplate: ["/workspaces/w/coveragestores/cs/coverages/c/templates/t.ftl"],
  layerRules: ["/security/acl/layers.xml", "/security/acl/layers.json"],
  layerRule: [],
  serviceRules: ["/security/acl/services.xml", "/security/acl/services.json"],
  serviceRule: [],
  restRules: ["/security/acl/rest.xml", "/security/acl/rest.json"],
  restRule: [],
  catalogMode: ["/security/acl/catalog.xml", "/security/acl/catalog.json"],
  catalogReload: [],
  audit: ["/plumbline/audit?limit=3", "/plumbline/audit?limit=3&format=ndjson"],
  harvests: ["/plumbline/harvests.json", "/plumbline/harvests.xml"],
  harvest: [],
  keystorePassword: ["/security/masterpw.xml", "/security/masterpw.json"],
  ownPassword: [],
  users: ["/security/usergroup/users.xml", "/security/usergroup/users.json"],
  user: [],
  userGroups: [
    "/security/usergroup/user/admin/groups.xml",
    "/security/usergroup/user/admin/groups.json",
  ],
  userGroup: [],
  accountGroups: ["/security/usergroup/groups.xml", "/security/usergroup/groups.json"],
  accountGroup: [],
  accountGroupUsers: [
    "/security/usergroup/group/editors/users.xml",
    "/security/usergroup/group/editors/users.json",
  ],
  roles: ["/security/roles.xml", "/security/roles.json"],
  role: [],
  roleOfUser: [],
  roleOfGroup: [],
  rolesOfUser: ["/security/roles/user/admin.xml", "/security/roles/user/admin.json"],
  rolesOfGroup: ["/security/roles/group/editors.xml", "/security/roles/group/editors.json"],
  resources: ["/resource", "/resource?format=json", "/resource?operation=metadata"],
  resource: [
    "/resource/styles/s.sld",
    "/resource/styles?format=xml",
    "/resource/styles/s.sld?operation=metadata&format=json",
  ],
  digest: ["/plumbline/digest?kind=Style", "/plumbline/digest?kind=AppSchemaStore&workspace=w"],
  urlChecks: ["/urlchecks.xml", "/urlchecks.json"],
  urlCheck: ["/urlchecks/check.xml", "/urlchecks/check.json"],
};

/** Puts something at every path. */
export async function fillCatalog(app: FastifyInstance): Promise<void> {
  const send = async (
    method: "POST" | "PUT",
    path: string,
    type: string,
    payload: string | Buffer,
  ) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const { statusCode } = await app.inject({ method, url: servicePath(path), headers, payload });
    expect(statusCode, path).toBeLessThan(300);
  };
  const style = "application/vnd.ogc.sld+xml";
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>");
  await send(
    "PUT",
    "/services/wms/workspaces/w/settings",
    "text/xml",
    "<wms><name>WMS</name></wms>",
  );
  await send("POST", "/styles?name=s", style, sld());
  await send("POST", "/workspaces/w/styles?name=s", style, sld());
  const raster = geoTiff({
    width: 1,
    height: 1,
    epsg: 4326,
    bounds: { minx: 0, miny: 0, maxx: 1, maxy: 1 },
  });
  const zipped = await zipOf({ "a.tif": raster });
  await send("PUT", "/workspaces/w/coveragestores/m/file.imagemosaic", "application/zip", zipped);
  const upload = "/workspaces/w/datastores/st/file.appschema?configure=all";
  await send("PUT", upload, "text/xml", mapping(["t:A"]));
  const documents = documentMapping(
    { D: { store: "db", collection: "d" } },
    { db: "mongodb://127.0.0.1:9/d" },
  );
  await send("PUT", upload.replace("/st/", "/docs/"), "text/xml", documents);
  const store = "<coverageStore><name>cs</name><workspace>w</workspace></coverageStore>";
  await send("POST", "/workspaces/w/coveragestores", "text/xml", store);
  const coverages = "/workspaces/w/coveragestores/cs/coverages";
  await send(
    "POST",
    coverages,
    "text/xml",
    "<coverage><name>c</name><enabled>true</enabled></coverage>",
  );
  for (const [service, cascade, layer, list] of [
    ["wms", "maps", "sea", "wmslayers"],
    ["wmts", "tiles", "land", "layers"],
  ] as const) {
    const stores = `/workspaces/w/${service}stores`;
    await send(
      "POST",
      stores,
      "text/xml",
      `<${service}Store><name>${cascade}</name></${service}Store>`,
    );
    await send(
      "POST",
      `${stores}/${cascade}/${list}`,
      "text/xml",
      `<${service}Layer><name>${layer}</name></${service}Layer>`,
    );
  }
  const group = (name: string) =>
    `<layerGroup><name>${name}</name><layers><layer>w:A</layer></layers></layerGroup>`;
  await send("POST", "/layergroups", "text/xml", group("g"));
  await send("POST", "/workspaces/w/layergroups", "text/xml", group("wg"));
  const blobStore =
    "<FileBlobStore><id>b</id><baseDirectory>/srv/b</baseDirectory></FileBlobStore>";
  await send("PUT", "/gwc/rest/blobstores/b", "text/xml", blobStore);
  await send("POST", "/security/usergroup/group/editors", "text/plain", "");
  for (const home of [
    "",
    "/workspaces/w",
    "/workspaces/w/datastores/st",
    "/workspaces/w/datastores/st/featuretypes/A",
  ])
    await send("PUT", `${home}/templates/t.ftl`, "text/plain", home);
  for (const home of [
    "/workspaces/w/coveragestores/cs",
    "/workspaces/w/coveragestores/cs/coverages/c",
  ])
    await send("PUT", `${home}/templates/t.ftl`, "text/plain", home);
  const check =
    "<regexUrlCheck><name>check</name><regex>http://example.com/.*</regex></regexUrlCheck>";
  await send("POST", "/urlchecks", "text/xml", check);
  const table =
    "<dataStore><name>pg</name><connectionParameters><entry key='dbtype'>postgis</entry></connectionParameters></dataStore>";
  await send("POST", "/workspaces/w/datastores", "text/xml", table);
  await send(
    "POST",
    "/workspaces/w/datastores/pg/featuretypes",
    "text/xml",
    "<featureType><name>roads</name></featureType>",
  );
  const grid =
    "<gridSet><name>own</name><srs><number>4326</number></srs><extent><coords><double>-180</double><double>-90</double><double>180</double><double>90</double></coords></extent><levels>3</levels></gridSet>";
  await send("PUT", "/gwc/rest/gridsets/own", "text/xml", grid);
}
