/**
 * Generated estates for rehearsals: manifests of every kind, what nobody declares beside them, and
 * objects that stand in their way, so that some requests are refused.
 */
import fc from "fast-check";
import { mapping, sld } from "./artefacts.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../mosaics/mosaic-manifests.ts";

/** What an estate declares. */
export interface Plot {
  /** The address of the namespace of a second workspace; somebody else may have it. */
  readonly second: string | undefined;
  readonly stores: readonly (readonly string[])[];
  readonly styles: Readonly<Record<string, string>>;
  readonly local: string | undefined;
  /** Style of each published layer, by number. */
  readonly drawn: readonly number[];
  readonly groups: readonly (readonly number[])[];
  readonly rules: Readonly<Record<string, readonly string[]>>;
  readonly services: readonly string[] | undefined;
  readonly requests: readonly string[] | undefined;
  readonly mode: "HIDE" | "MIXED" | "CHALLENGE" | undefined;
  readonly roles: readonly string[];
  readonly users: Readonly<Record<string, readonly string[]>>;
  /** Port of a database, and the tables that are published of it. */
  readonly database: readonly [port: number, tables: readonly string[]] | undefined;
  readonly coverage: string | undefined;
  /** Days of granules, and the title of their coverage. */
  readonly mosaic: readonly [days: readonly number[], title: string] | undefined;
  readonly keystore: "A" | "B" | undefined;
}

/** Passwords that manifests refer to. */
export const secrets: Readonly<Record<string, string>> = {
  A: "canary-zinc quarries and one",
  B: "canary-lead harbours and two",
  ANN: "canary-iron lanterns and six",
};

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const types = ["T1", "T2", "T3", "T4"];

/** Estates. */
export const plots: fc.Arbitrary<Plot> = fc.record({
  second: maybe(fc.constantFrom("http://example.org/second", "http://example.org/taken")),
  stores: fc
    .tuple(fc.subarray(types, { minLength: 1 }), fc.subarray(types))
    .map(([first, rest]) => [first, rest.filter((type) => !first.includes(type))])
    .map((stores) => stores.filter((one) => one.length > 0)),
  styles: fc.dictionary(
    fc.constantFrom("red", "blue", "green"),
    fc.constantFrom("#000001", "#000002", "css"),
    { maxKeys: 3 },
  ),
  local: maybe(fc.constantFrom("#000003", "#000004")),
  drawn: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }),
  groups: fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  rules: fc.dictionary(
    fc.constantFrom("w.*.r", "w.T1.r", "w.T2.w", "w.T3.r"),
    fc.subarray(["R1", "R2", "*"], { minLength: 1 }),
    { maxKeys: 3 },
  ),
  services: maybe(fc.subarray(["R1", "R2"], { minLength: 1 })),
  requests: maybe(fc.subarray(["R1", "ADMIN"], { minLength: 1 })),
  mode: fc.constantFrom("HIDE", "MIXED", "CHALLENGE", undefined),
  roles: fc.subarray(["R1", "R2"]),
  users: fc.dictionary(fc.constantFrom("ann", "bob"), fc.subarray(["R1", "R2"]), { maxKeys: 2 }),
  database: maybe(fc.tuple(fc.constantFrom(5_432, 5_433), fc.subarray(["roads", "T9"]))),
  coverage: maybe(fc.constantFrom("Heights", "Depths")),
  mosaic: maybe(
    fc.tuple(fc.subarray([1, 2, 3], { minLength: 1 }), fc.constantFrom("Sea", "Ocean")),
  ),
  keystore: fc.constantFrom("A", "B", undefined),
});

type Files = Record<string, string | Uint8Array>;

/** The manifests of an estate, with the files that they name. */
export function filesOf(plot: Plot): Readonly<Files> {
  return {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    ...(plot.second === undefined
      ? {}
      : { "v.yaml": manifest("Workspace", { name: "v" }, { namespace: plot.second }) }),
    ...storesOf(plot),
    ...stylesOf(plot),
    ...drawingsOf(plot),
    ...securityOf(plot),
    ...documentsOf(plot),
    ...mosaicOf(plot),
  };
}

function storesOf({ stores }: Plot): Files {
  const files: Files = {};
  for (const [index, names] of stores.entries()) {
    const name = `s${index}`;
    files[`${name}.xml`] = mapping(names.map((type) => `t:${type}`));
    const spec = { mapping: `./${name}.xml` };
    files[`${name}.yaml`] = manifest("AppSchemaStore", { workspace: "w", name }, spec);
  }
  return files;
}

function stylesOf({ styles, local }: Plot): Files {
  const files: Files = {};
  for (const [name, colour] of Object.entries(styles)) {
    const file = colour === "css" ? `${name}.css` : `${name}.sld`;
    files[file] = colour === "css" ? "* { stroke: #ff0000; }\n" : sld({ colour });
    files[`style-${name}.yaml`] = manifest("Style", { name }, { source: `./${file}` });
  }
  if (local === undefined) return files;
  files["local.sld"] = sld({ colour: local });
  const metadata = { workspace: "w", name: "local" };
  files["local.yaml"] = manifest("Style", metadata, { source: "./local.sld" });
  return files;
}

/** Layers of what is published, and groups of them: a group holds layers and earlier groups. */
function drawingsOf({ stores, styles, local, drawn, groups }: Plot): Files {
  const files: Files = {};
  const published = types.filter((type) => stores.some((own) => own.includes(type)));
  const own = Object.keys(styles).toSorted();
  const usable = ["generic", "line", ...own, ...(local === undefined ? [] : ["w:local"])];
  for (const [index, name] of published.entries()) {
    const defaultStyle = usable[(drawn[index] ?? 0) % usable.length];
    const spec = { defaultStyle, styles: [], opaque: index === 1 };
    files[`layer-${name}.yaml`] = manifest("Layer", { workspace: "w", name }, spec);
  }
  const earlier: object[] = [];
  for (const [index, numbers] of groups.entries()) {
    const members = [...published.map((layer) => ({ layer: `w:${layer}` })), ...earlier];
    const layers = numbers.map((number) => members[number % members.length]);
    const isGlobal = index === 2;
    const metadata = { ...(isGlobal ? {} : { workspace: "w" }), name: `g${index}` };
    files[`g${index}.yaml`] = manifest("LayerGroup", metadata, { layers });
    earlier.push({ group: `w:g${index}` });
  }
  return files;
}

function securityOf(plot: Plot): Files {
  const { rules, services, requests, mode, roles, users, keystore } = plot;
  const files: Files = {};
  const exclusive = { mode: "exclusive", scope: ["w.*"], rules };
  files["rules.yaml"] = manifest("AccessRules", { name: "all" }, exclusive);
  if (services !== undefined) {
    const spec = { domain: "services", mode: "merge", rules: { "wfs.Transaction": services } };
    files["services.yaml"] = manifest("AccessRules", { name: "services" }, spec);
  }
  if (requests !== undefined) {
    const spec = {
      domain: "rest",
      mode: "merge",
      rules: { "/workspaces/w/**:GET": [...new Set(["ADMIN", ...requests])] },
    };
    files["requests.yaml"] = manifest("AccessRules", { name: "requests" }, spec);
  }
  if (mode !== undefined)
    files["mode.yaml"] = manifest("CatalogMode", { name: "catalog" }, { mode });
  for (const name of roles) files[`role-${name}.yaml`] = manifest("Role", { name }, {});
  for (const [name, own] of Object.entries(users)) {
    const given = { roles: own.filter((role) => roles.includes(role)), groups: [] };
    const spec = { password: { fromEnv: "ANN" }, ...given };
    files[`user-${name}.yaml`] = manifest("User", { name }, spec);
  }
  if (keystore !== undefined) {
    const current = { fromEnv: keystore === "A" ? "B" : "A" };
    const spec = { current, new: { fromEnv: keystore } };
    files["keystore.yaml"] = manifest("KeystorePassword", { name: "keystore" }, spec);
  }
  return files;
}

function documentsOf({ database, coverage }: Plot): Files {
  const files: Files = {};
  if (database !== undefined) {
    const [port, tables] = database;
    const connectionParameters = {
      dbtype: "postgis",
      host: "db.example.org",
      port,
      passwd: { fromEnv: "ANN" },
    };
    files["db.yaml"] = manifest(
      "DataStore",
      { workspace: "w", name: "db" },
      { connectionParameters },
    );
    for (const name of tables) {
      const spec = { store: "db", title: `Table ${name}` };
      files[`table-${name}.yaml`] = manifest("FeatureType", { workspace: "w", name }, spec);
    }
  }
  if (coverage === undefined) return files;
  const place = { workspace: "w", name: "heights" };
  const store = { type: "GeoTIFF", url: "file:data/heights.tif" };
  files["heights.yaml"] = manifest("CoverageStore", place, store);
  const spec = { store: "heights", title: coverage };
  files["coverage.yaml"] = manifest("Coverage", place, spec);
  return files;
}

function mosaicOf({ mosaic }: Plot): Files {
  if (mosaic === undefined) return {};
  const [days, title] = mosaic;
  const spec = {
    definition: "./sst/",
    granules: { local: "./granules/", policy: "mirror" },
    coverages: [{ name: "sst", title }],
  };
  const granules = days.map((day) => [`granules/sst_2026010${day}.tif`, raster(day)] as const);
  return {
    "sst/indexer.properties": indexer(),
    "sst/timeregex.properties": TIME_REGEX,
    "sst.yaml": manifest("ImageMosaic", { workspace: "w", name: "sst" }, spec),
    ...Object.fromEntries(granules),
  };
}

/** A request that somebody else makes; what it is answered does not matter. */
export interface Meddling {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly type: string;
  readonly body?: string;
}

const xml = "application/xml";
const type = (name: string, store: string): Meddling => ({
  method: "PUT",
  path: `/workspaces/${store}/file.appschema?configure=all`,
  type: "text/xml",
  body: mapping([`t:${name}`]),
});

/** What others may do meanwhile: objects that nobody declares, in the way or beside it, and drift. */
const meddlings: readonly (readonly Meddling[])[] = [
  [
    {
      method: "POST",
      path: "/namespaces",
      type: xml,
      body: "<namespace><prefix>other</prefix><uri>http://example.org/taken</uri></namespace>",
    },
    type("Thing", "other/datastores/things"),
    ...["red", "blue"].map((style): Meddling => ({
      method: "PUT",
      path: "/layers/other:Thing",
      type: xml,
      body: `<layer><defaultStyle><name>${style}</name></defaultStyle></layer>`,
    })),
  ],
  [type("T3", "w/datastores/foreign")],
  [type("T9", "w/datastores/foreign")],
  [
    {
      method: "POST",
      path: "/layergroups",
      type: xml,
      body: '<layerGroup><name>foreign</name><publishables><published type="layer"><name>w:T1</name></published></publishables></layerGroup>',
    },
  ],
  [{ method: "DELETE", path: "/layergroups/foreign", type: xml }],
  [{ method: "DELETE", path: "/workspaces/w/datastores/s0?recurse=true", type: xml }],
  [{ method: "DELETE", path: "/styles/red?recurse=true", type: xml }],
  [
    {
      method: "PUT",
      path: "/workspaces/w/featuretypes/T1",
      type: xml,
      body: "<featureType><title>By hand</title><enabled>false</enabled></featureType>",
    },
  ],
  [
    {
      method: "POST",
      path: "/security/usergroup/users",
      type: xml,
      body: "<user><userName>ann</userName><password>somebody else</password></user>",
    },
    { method: "POST", path: "/security/usergroup/group/team", type: xml },
    { method: "POST", path: "/security/usergroup/user/ann/group/team", type: xml },
  ],
  [{ method: "DELETE", path: "/workspaces/w/coverages/sst?recurse=true", type: xml }],
];

/** What others do before a run. */
export const disturbances: fc.Arbitrary<readonly Meddling[]> = fc
  .subarray([...meddlings.keys()], { maxLength: 3 })
  .map((chosen) => chosen.flatMap((index) => meddlings[index] ?? []));
