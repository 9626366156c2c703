/** Makers of stores and what they publish. */
import { type Draft, type Maker, nameOf, needed, specOf, thing, workspaceOf } from "./draft.ts";
import type { Chance } from "../chance.ts";

/** The parameters of a connection to a database. */
export function connectionOf(chance: Chance): Readonly<Record<string, unknown>> {
  return {
    dbtype: "postgis",
    host: chance.pick(["a.example.org", "b.example.org"]),
    port: 5432,
    database: chance.pick(["roads", "rivers"]),
    schema: chance.pick(["public", "private"]),
    ...(chance.is(0.5) ? { user: "me", passwd: { fromEnv: chance.pick(["PW1", "PW2"]) } } : {}),
  };
}

/** Where a store lies: a workspace that is there, or a new one. */
function inside(draft: Draft, prefix: string) {
  const workspace = needed(draft, "Workspace");
  if (workspace === undefined) return undefined;
  return { workspace: nameOf(workspace), name: draft.fresh(prefix), of: workspace };
}

const dataStore: Maker = (draft) => {
  const at = inside(draft, "da");
  if (at === undefined) return undefined;
  const { workspace, name } = at;
  const given = { type: "PostGIS", connectionParameters: connectionOf(draft.chance) };
  return thing("DataStore", { workspace, name }, specOf("DataStore", given, draft.chance));
};

const coverageStore: Maker = (draft) => {
  const at = inside(draft, "cs");
  if (at === undefined) return undefined;
  const { workspace, name } = at;
  const url = `file:data/${draft.chance.pick(["a", "b"])}/${draft.fresh("ra")}.tif`;
  const given = { type: "GeoTIFF", url };
  return thing("CoverageStore", { workspace, name }, specOf("CoverageStore", given, draft.chance));
};

const cascadedStore =
  (kind: "WmsStore" | "WmtsStore"): Maker =>
  (draft) => {
    const at = inside(draft, "ca");
    if (at === undefined) return undefined;
    const { workspace, name } = at;
    const { chance } = draft;
    const host = chance.pick(["maps", "tiles"]);
    const service = kind === "WmsStore" ? "WMS" : "WMTS";
    const given = {
      capabilitiesUrl: `https://${host}.example.org/ows?service=${service}&request=GetCapabilities`,
      ...(chance.is(0.4)
        ? { user: "me", secrets: { password: { fromEnv: chance.pick(["PW1", "PW2"]) } } }
        : { user: undefined }),
    };
    return thing(kind, { workspace, name }, specOf(kind, given, chance));
  };

/** What is published of a store of one kind. */
const published =
  (kind: string, storeKind: string, prefix: string): Maker =>
  (draft) => {
    const store = needed(draft, storeKind);
    if (store === undefined) return undefined;
    const isCascaded = kind.startsWith("Wm");
    const given = {
      store: nameOf(store),
      nativeName: isCascaded ? draft.chance.pick(["Relief", "Roads"]) : undefined,
    };
    const metadata = { workspace: workspaceOf(store), name: draft.fresh(prefix) };
    return thing(kind, metadata, specOf(kind, given, draft.chance));
  };

const appSchemaStore: Maker = (draft) => {
  const at = inside(draft, "as");
  if (at === undefined) return undefined;
  const { workspace, name, of } = at;
  const { chance, fresh } = draft;
  const mapping = Array.from({ length: 1 + chance.below(2) }, () => `t:${fresh("ty")}`);
  const inFolder = chance.is(0.3);
  const path = inFolder ? `${name}/${name}.appschema` : `${name}.xml`;
  const given = { mapping: inFolder ? `./${name}/` : `./${name}.xml`, main: undefined };
  const uri = String(of.spec["namespace"]);
  const spec = specOf("AppSchemaStore", given, chance);
  return thing("AppSchemaStore", { workspace, name }, spec, { [path]: { mapping, uri } });
};

const imageMosaic: Maker = (draft) => {
  const at = inside(draft, "mo");
  if (at === undefined) return undefined;
  const { workspace, name } = at;
  const { chance, fresh } = draft;
  const coverage = {
    name: fresh("co"),
    nativeName: name,
    ...(chance.is(0.5) ? { title: chance.pick(["Sea", "Depth & more"]) } : {}),
  };
  const days = chance.some([1, 2, 3], 0.5);
  const granules =
    days.length === 0
      ? undefined
      : { local: `./${name}-granules/`, policy: chance.pick(["mirror", "add-only"]) };
  // Without granules no server publishes a coverage, and the plan is an error.
  const coverages = granules === undefined ? [] : [coverage];
  const given = { definition: `./${name}/`, coverages, granules };
  const columns = chance.some(["level:Integer"], 0.3);
  return thing("ImageMosaic", { workspace, name }, specOf("ImageMosaic", given, chance), {
    [`${name}/indexer.properties`]: { indexer: columns },
    [`${name}/timeregex.properties`]: { text: "regex=[0-9]{8}\n" },
    ...Object.fromEntries(
      days.map((day) => [`${name}-granules/a_2026010${day}.tif`, { raster: day }]),
    ),
  });
};

/** By the name of the kind in manifests. */
export const storeMakers: Readonly<Record<string, Maker>> = {
  DataStore: dataStore,
  CoverageStore: coverageStore,
  WmsStore: cascadedStore("WmsStore"),
  WmtsStore: cascadedStore("WmtsStore"),
  FeatureType: published("FeatureType", "DataStore", "ft"),
  Coverage: published("Coverage", "CoverageStore", "co"),
  WmsLayer: published("WmsLayer", "WmsStore", "wl"),
  WmtsLayer: published("WmtsLayer", "WmtsStore", "wl"),
  AppSchemaStore: appSchemaStore,
  ImageMosaic: imageMosaic,
};
