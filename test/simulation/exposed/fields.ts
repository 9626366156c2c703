/**
 * Two values of every field that shows or hides something, in an estate as small as can be: what a change from one to the
 * other shows in between is what the oracle is asked. The layer that it is about is always `ws1:la1`.
 */
import { thing } from "../draw/draft.ts";
import type { Artefact, Thing } from "../history.ts";

/** A field with estates that differ in it alone. */
export interface ExposedField {
  readonly kind: string;
  readonly field: string;
  readonly one: readonly Thing[];
  readonly other: readonly Thing[];
  /** Whether the oracle knows that something else is shown; of the rest it sees only what else happens. */
  readonly isSeen: boolean;
}

type Spec = Readonly<Record<string, unknown>>;

const [WORKSPACE, LAYER] = ["ws1", "la1"] as const;
const inside = (name: string) => ({ workspace: WORKSPACE, name });
const NAMESPACE = "http://example.org/ns1";
const workspace = (spec: Spec = {}) =>
  thing("Workspace", { name: WORKSPACE }, { namespace: NAMESPACE, ...spec });

const DATABASE = { dbtype: "postgis", host: "a.example.org", port: 5432, database: "roads" };
const dataStore = (spec: Spec = {}) =>
  thing("DataStore", inside("da1"), { type: "PostGIS", connectionParameters: DATABASE, ...spec });
const coverageStore = (spec: Spec = {}) =>
  thing("CoverageStore", inside("cs1"), { type: "GeoTIFF", url: "file:data/a.tif", ...spec });
const cascaded = (kind: "WmsStore" | "WmtsStore", spec: Spec = {}) =>
  thing(kind, inside("ca1"), {
    capabilitiesUrl: `https://a.example.org/ows?service=${kind === "WmsStore" ? "WMS" : "WMTS"}`,
    ...spec,
  });

const featureType = (spec: Spec = {}) =>
  thing("FeatureType", inside(LAYER), { store: "da1", ...spec });
const vector = (spec: Spec = {}) => [workspace(), dataStore(), featureType(spec)];
const raster = (spec: Spec = {}) => [
  workspace(),
  coverageStore(),
  thing("Coverage", inside(LAYER), { store: "cs1", ...spec }),
];
const remote =
  (kind: "WmsLayer" | "WmtsLayer", store: "WmsStore" | "WmtsStore") =>
  (spec: Spec = {}) => [
    workspace(),
    cascaded(store),
    thing(kind, inside(LAYER), { store: "ca1", nativeName: "Relief", ...spec }),
  ];
const relief = remote("WmsLayer", "WmsStore");
const tiles = remote("WmtsLayer", "WmtsStore");

const mapped = (types: readonly string[], spec: Spec = {}, comment = "") => {
  const file: Artefact = { mapping: types, uri: NAMESPACE, comment };
  const own = { mapping: "./as1.xml", ...spec };
  return [workspace(), thing("AppSchemaStore", inside("as1"), own, { "as1.xml": file })];
};

const mosaic = (files: Readonly<Record<string, Artefact>>, spec: Spec = {}) => {
  const own = {
    definition: "./mo1/",
    coverages: [{ name: LAYER, nativeName: "mo1" }],
    granules: { local: "./granules/", policy: "mirror" },
    ...spec,
  };
  return [workspace(), thing("ImageMosaic", inside("mo1"), own, files)];
};
const GRANULES = {
  "mo1/indexer.properties": { indexer: [] },
  "mo1/timeregex.properties": { text: "regex=[0-9]{8}\n" },
  "granules/a_20260101.tif": { raster: 1 },
} as const;

const grouped = (spec: Spec = {}) => [
  ...vector(),
  thing("FeatureType", inside("ft2"), { store: "da1" }),
  thing("LayerGroup", inside("gr1"), { mode: "NAMED", layers: [{ layer: "ws1:la1" }], ...spec }),
];
const beside =
  (kind: string, metadata: { readonly name: string; readonly workspace?: string }) =>
  (spec: Spec, files: Readonly<Record<string, Artefact>> = {}) => [
    ...vector(),
    thing(kind, metadata, spec, files),
  ];
const layer = beside("Layer", inside(LAYER));
const service = (name: string) => beside("Service", inside(name));
const urlCheck = beside("UrlCheck", { name: "uc1" });
const user = (spec: Spec) =>
  beside("User", { name: "us1" })({ password: { fromEnv: "PW1" }, roles: ["ROLE_A"], ...spec });

const SQL = { geometry: { the_geom: { type: "Point", srid: 4326 } } };
const COLUMNS = ["the_geom", "a", "b"].map((name) => ({
  name,
  binding: name === "the_geom" ? "org.locationtech.jts.geom.Point" : "java.lang.String",
}));
const REGEX = "^http://a\\.example\\.org/.*$";
const VIEW = (band: string) => ({
  bands: [{ inputs: [{ coverage: "a", band: 0 }], definition: band }],
});

type Make = (spec: Spec) => readonly Thing[];

const pair = (
  kind: string,
  field: string,
  [one, other]: readonly [readonly Thing[], readonly Thing[]],
  isSeen = true,
): ExposedField => ({ kind, field, one, other, isSeen });

const values = (
  kind: string,
  field: string,
  [make, one, other]: readonly [Make, Spec, Spec],
  isSeen = true,
) => pair(kind, field, [make(one), make(other)], isSeen);

/** A flag, or another value by what manifests call the field. */
const flag = (kind: string, field: string, make: Make, isSeen = true) =>
  values(kind, field, [make, { [field]: true }, { [field]: false }], isSeen);

const published = (kind: string, make: Make) => [
  flag(kind, "enabled", make),
  flag(kind, "advertised", make),
  values(kind, "disabledServices", [make, { disabledServices: ["WMS"] }, { disabledServices: [] }]),
];

const stores = (kind: "WmsStore" | "WmtsStore", make: (store: Thing) => readonly Thing[]) => {
  const store: Make = (spec) => make(cascaded(kind, spec));
  const url = `https://b.example.org/ows?service=${kind === "WmsStore" ? "WMS" : "WMTS"}`;
  const secret = (name: string) => ({ user: "me", secrets: { password: { fromEnv: name } } });
  return [
    values(kind, "capabilitiesUrl", [store, {}, { capabilitiesUrl: url }]),
    flag(kind, "enabled", store),
    values(kind, "user", [store, { user: "me" }, { user: "you" }], false),
    values(kind, "secrets", [store, secret("PW1"), secret("PW2")], false),
  ];
};

const passwd = (name: string) => ({
  connectionParameters: { ...DATABASE, user: "me", passwd: { fromEnv: name } },
});

/** All of them. */
export const exposedFields: readonly ExposedField[] = [
  pair("AppSchemaStore", "mapping", [
    mapped(["t:la1"]),
    mapped(["t:la1"], {}, "<!-- another one -->"),
  ]),
  pair("AppSchemaStore", "unpublished", [mapped(["t:la1"]), mapped(["t:la1", "t:ty2"])]),
  flag("AppSchemaStore", "enabled", (spec) => mapped(["t:la1"], spec)),
  values("CatalogMode", "mode", [
    beside("CatalogMode", { name: "catalog" }),
    { mode: "HIDE" },
    { mode: "CHALLENGE" },
  ]),
  ...published("Coverage", raster),
  values(
    "Coverage",
    "coverageView",
    [raster, { coverageView: VIEW("a@0") }, { coverageView: VIEW("a@1") }],
    false,
  ),
  values(
    "Coverage",
    "readingParameters",
    [raster, { readingParameters: { Bands: "0" } }, { readingParameters: { Bands: "1" } }],
    false,
  ),
  flag("CoverageStore", "enabled", (spec) => raster().with(1, coverageStore(spec))),
  values("CoverageStore", "url", [
    (spec) => raster().with(1, coverageStore(spec)),
    {},
    { url: "file:data/b.tif" },
  ]),
  values("CoverageStore", "type", [
    (spec) => raster().with(1, coverageStore(spec)),
    {},
    { type: "WorldImage" },
  ]),
  flag("DataStore", "enabled", (spec) => vector().with(1, dataStore(spec))),
  values("DataStore", "parameters", [
    (spec) => vector().with(1, dataStore(spec)),
    {},
    { connectionParameters: { ...DATABASE, database: "rivers" } },
  ]),
  values("DataStore", "type", [
    (spec) => vector().with(1, dataStore(spec)),
    {},
    { type: "Shapefile" },
  ]),
  values(
    "DataStore",
    "secrets",
    [(spec) => vector().with(1, dataStore(spec)), passwd("PW1"), passwd("PW2")],
    false,
  ),
  ...published("FeatureType", vector),
  values("FeatureType", "nativeName", [vector, { nativeName: "a" }, { nativeName: "b" }]),
  values("FeatureType", "sqlView", [
    vector,
    { sqlView: { sql: "select * from a", ...SQL } },
    { sqlView: { sql: "select * from b", ...SQL } },
  ]),
  values("FeatureType", "filter", [vector, { filter: "a = 1" }, { filter: "a = 2" }]),
  values("FeatureType", "attributes", [
    vector,
    { attributes: COLUMNS },
    { attributes: COLUMNS.slice(0, 2) },
  ]),
  pair(
    "ImageMosaic",
    "definition",
    [
      mosaic(GRANULES),
      mosaic({ ...GRANULES, "mo1/timeregex.properties": { text: "regex=(?<=_)[0-9]{8}\n" } }),
    ],
    false,
  ),
  pair(
    "ImageMosaic",
    "secrets",
    [
      mosaic(GRANULES, { variables: { SECRET: { fromEnv: "PW1" } } }),
      mosaic(GRANULES, { variables: { SECRET: { fromEnv: "PW2" } } }),
    ],
    false,
  ),
  pair(
    "ImageMosaic",
    "granules",
    [mosaic(GRANULES), mosaic({ ...GRANULES, "granules/a_20260102.tif": { raster: 2 } })],
    false,
  ),
  pair(
    "ImageMosaic",
    "contents",
    [mosaic(GRANULES), mosaic({ ...GRANULES, "granules/a_20260101.tif": { raster: 2 } })],
    false,
  ),
  pair(
    "ImageMosaic",
    "harvest",
    [
      mosaic(GRANULES, { granules: { local: "./granules/", policy: "mirror", revision: "1" } }),
      mosaic(GRANULES, { granules: { local: "./granules/", policy: "mirror", revision: "2" } }),
    ],
    false,
  ),
  pair(
    "ImageMosaic",
    "coverages",
    [
      mosaic(GRANULES),
      mosaic(GRANULES, { coverages: [{ name: LAYER, nativeName: "mo1", title: "Sea" }] }),
    ],
    false,
  ),
  flag("ImageMosaic", "enabled", (spec) => mosaic(GRANULES, spec)),
  flag("Layer", "enabled", layer),
  flag("Layer", "queryable", layer),
  flag("LayerGroup", "enabled", grouped),
  flag("LayerGroup", "advertised", grouped),
  flag("LayerGroup", "queryDisabled", grouped),
  values("LayerGroup", "mode", [grouped, { mode: "NAMED" }, { mode: "CONTAINER" }], false),
  values("LayerGroup", "layers", [
    grouped,
    {},
    { layers: [{ layer: "ws1:la1" }, { layer: "ws1:ft2" }] },
  ]),
  values(
    "LayerGroup",
    "root",
    [
      grouped,
      { mode: "EO", root: { layer: "ws1:la1", style: "line" } },
      { mode: "EO", root: { layer: "ws1:la1", style: "point" } },
    ],
    false,
  ),
  values(
    "LayerGroup",
    "rootless",
    [grouped, { mode: "EO", root: { layer: "ws1:la1", style: "line" } }, { mode: "NAMED" }],
    false,
  ),
  flag("Service", "enabled", service("wms")),
  values("Service", "serviceLevel", [
    service("wfs"),
    { serviceLevel: "BASIC" },
    { serviceLevel: "COMPLETE" },
  ]),
  flag("Service", "allowGlobalQueries", service("wfs"), false),
  flag("Settings", "globalServices", beside("Settings", { name: "global" })),
  values(
    "UrlCheck",
    "enabled",
    [urlCheck, { regex: REGEX, enabled: true }, { regex: REGEX, enabled: false }],
    false,
  ),
  values("UrlCheck", "regex", [urlCheck, { regex: REGEX }, { regex: "^http://b/.*$" }], false),
  flag("User", "enabled", user),
  values("User", "groups", [user, { groups: ["editors"] }, { groups: [] }], false),
  values("User", "roles", [user, { roles: ["ROLE_A"] }, { roles: ["ROLE_B"] }]),
  ...published("WmsLayer", relief),
  values("WmsLayer", "nativeName", [relief, {}, { nativeName: "Roads" }]),
  values(
    "WmsLayer",
    "vendorParameters",
    [relief, { vendorParameters: { a: "1" } }, { vendorParameters: { a: "2" } }],
    false,
  ),
  ...stores("WmsStore", (store) => relief().with(1, store)),
  ...published("WmtsLayer", tiles),
  values("WmtsLayer", "nativeName", [tiles, {}, { nativeName: "Roads" }]),
  ...stores("WmtsStore", (store) => tiles().with(1, store)),
  pair("Workspace", "isolated", [
    vector().with(0, workspace({ isolated: true })),
    vector().with(0, workspace({ isolated: false })),
  ]),
];
