/** An estate with one small object of every kind, for tests of what holds for all of them. */
import { mapping, PNG, sld } from "./artefacts.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../mosaics/mosaic-manifests.ts";

type ManifestFiles = Readonly<Record<string, string | Uint8Array>>;

const W = { workspace: "w" };
/** A connection to a database. */
export const CONNECTION = {
  connectionParameters: { dbtype: "postgis", host: "db", database: "d" },
};
const CASCADED = "https://maps.example.org/service?";

/** The manifests, each in a file of the name of its kind, with `more` in the place of some. */
export function estateOfKinds(more: ManifestFiles = {}): ManifestFiles {
  return {
    "Workspace.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "DefaultWorkspace.yaml": manifest("DefaultWorkspace", { name: "default" }, { workspace: "w" }),
    "DataStore.yaml": manifest("DataStore", { ...W, name: "db" }, CONNECTION),
    "FeatureType.yaml": manifest(
      "FeatureType",
      { ...W, name: "roads" },
      { store: "db", title: "Roads" },
    ),
    "CoverageStore.yaml": manifest(
      "CoverageStore",
      { ...W, name: "relief" },
      { type: "GeoTIFF", url: "file:relief.tif" },
    ),
    "Coverage.yaml": manifest(
      "Coverage",
      { ...W, name: "relief" },
      { store: "relief", title: "Relief" },
    ),
    "WmsStore.yaml": manifest("WmsStore", { ...W, name: "wms" }, { capabilitiesUrl: CASCADED }),
    "WmsLayer.yaml": manifest(
      "WmsLayer",
      { ...W, name: "ocean" },
      { store: "wms", nativeName: "ocean", title: "Ocean" },
    ),
    "WmtsStore.yaml": manifest("WmtsStore", { ...W, name: "wmts" }, { capabilitiesUrl: CASCADED }),
    "WmtsLayer.yaml": manifest(
      "WmtsLayer",
      { ...W, name: "hills" },
      { store: "wmts", nativeName: "hills", title: "Hills" },
    ),
    "AppSchemaStore.yaml": manifest(
      "AppSchemaStore",
      { ...W, name: "gauges" },
      { mapping: "./gauges/" },
    ),
    "gauges/main.appschema": mapping(["t:Gauge"]),
    "ImageMosaic.yaml": manifest(
      "ImageMosaic",
      { ...W, name: "rain" },
      {
        definition: "./rain/",
        coverages: [{ name: "rain" }],
        granules: { policy: "mirror", local: "./granules/" },
      },
    ),
    "rain/indexer.properties": indexer(),
    "rain/timeregex.properties": TIME_REGEX,
    "granules/r_20260101.tif": raster(1),
    "Style.yaml": manifest("Style", { ...W, name: "roads" }, { source: "./roads.sld" }),
    "roads.sld": sld(),
    "Layer.yaml": manifest("Layer", { ...W, name: "roads" }, { defaultStyle: "w:roads" }),
    "LayerGroup.yaml": manifest(
      "LayerGroup",
      { ...W, name: "all" },
      { title: "All", layers: [{ layer: "w:roads" }] },
    ),
    "TileLayer.yaml": manifest("TileLayer", { ...W, name: "roads" }, { gutter: 4 }),
    "Template.yaml": manifest("Template", { ...W, name: "content" }, { source: "./content.ftl" }),
    "content.ftl": "text",
    "Service.yaml": manifest("Service", { ...W, name: "wms" }, { title: "Maps" }),
    "Settings.yaml": manifest("Settings", { name: "global" }, { contact: { city: "Delft" } }),
    "Logging.yaml": manifest("Logging", { name: "logging" }, { profile: "QUIET_LOGGING" }),
    "GridSet.yaml": manifest(
      "GridSet",
      { name: "own" },
      {
        srs: 2056,
        extent: [2_420_000, 1_030_000, 2_900_000, 1_350_000],
        resolutions: [4000, 2000],
      },
    ),
    "BlobStore.yaml": manifest(
      "BlobStore",
      { name: "tiles" },
      { type: "File", baseDirectory: "/tiles" },
    ),
    "DiskQuota.yaml": manifest("DiskQuota", { name: "quota" }, { enabled: true, quota: "20 GiB" }),
    "UrlCheck.yaml": manifest("UrlCheck", { name: "maps" }, { regex: "^https://maps" }),
    "File.yaml": manifest("File", { name: "www/a.png" }, { source: "./a.png" }),
    "a.png": PNG,
    "Role.yaml": manifest("Role", { name: "ROLE_A" }, {}),
    "User.yaml": manifest(
      "User",
      { name: "ann" },
      { password: { fromFile: "./password.txt" }, roles: ["ROLE_A"] },
    ),
    "password.txt": "a password of ann, 1",
    "CatalogMode.yaml": manifest("CatalogMode", { name: "catalog" }, { mode: "HIDE" }),
    "AccessRules.yaml": manifest(
      "AccessRules",
      { name: "layers" },
      { mode: "merge", rules: { "w.*.w": ["ROLE_A"] } },
    ),
    "ServiceRules.yaml": manifest(
      "AccessRules",
      { name: "services" },
      { domain: "services", mode: "merge", rules: { "wfs.Transaction": ["ROLE_A"] } },
    ),
    "RestRules.yaml": manifest(
      "AccessRules",
      { name: "rest" },
      {
        domain: "rest",
        mode: "merge",
        rules: { "/styles/**:GET": ["ROLE_A", "ROLE_ADMINISTRATOR"] },
      },
    ),
    ...more,
  };
}
