/** Feature types and coverages as the stock server makes them by itself, with their layers. */
import { APP_SCHEMA } from "./mappings.ts";
import { folderOf } from "./mosaic-index.ts";
import { Refusal } from "./refusal.ts";
import {
  inWorkspace,
  now,
  scoped,
  splitName,
  type CoverageStore,
  type Layer,
  type Published,
  type State,
} from "./state.ts";
import { escape } from "./xml-tree.ts";

export const BOX =
  "<minx>-180.0</minx><maxx>180.0</maxx><miny>-90.0</miny><maxy>90.0</maxy><crs>EPSG:4326</crs>";

/** Columns that a server finds: those of geometries that a query names; all tables here hold lines. */
export function columnsOf({ metadata }: Pick<Published, "metadata">): string {
  const view = metadata.get("JDBC_VIRTUAL_TABLE") ?? "";
  const named = view.matchAll(/<geometry>.*?<name>(.*?)<\/name>.*?<type>(.*?)<\/type>/gs);
  const found = [...named].map(([, name = "", type = ""]) => [name, type] as const);
  return (found.length === 0 ? [["geom", "MultiLineString"] as const] : found)
    .map(
      ([name, type]) =>
        `<attribute><name>${name}</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>org.locationtech.jts.geom.${type}</binding></attribute>`,
    )
    .join("");
}

/**
 * Adds a type as servers do by themselves, with its layer: drawn as its geometry is, and with no style
 * where it has none, as mapped types here.
 */
export function addFeatureType(
  state: State,
  given: { workspace: string; store: string; name: string; nativeName: string },
): Published {
  const { workspace, store, name, nativeName } = given;
  const isMapped = state.dataStores.get(scoped(workspace, store))?.type === APP_SCHEMA;
  const fields = new Map([
    ["title", escape(name)],
    ...(isMapped ? [["simpleConversionEnabled", "false"] as const] : keywordsOf(nativeName)),
    ["srs", "EPSG:4326"],
    ["nativeBoundingBox", BOX],
    ["latLonBoundingBox", BOX],
    ["projectionPolicy", "FORCE_DECLARED"],
    ["enabled", "true"],
    ...(isMapped ? [] : [["attributes", columnsOf({ metadata: new Map() })] as const]),
  ]);
  const type: Published = { ...given, fields, metadata: new Map(), created: now(state) };
  const key = scoped(workspace, name);
  state.featureTypes.set(key, type);
  const defaultStyle = isMapped ? "" : scoped("", "line");
  addLayer(state, key, { shows: "featureType", isPlain: isMapped, defaultStyle });
  return type;
}

/** Adds the layer that shows something of the same name. */
export function addLayer(
  state: State,
  key: string,
  shown: Pick<Layer, "shows" | "defaultStyle"> & Partial<Layer>,
): void {
  const [workspace, name] = splitName(key);
  const usual = { styles: [], queryable: true, opaque: false, fields: new Map() };
  state.layers.set(key, {
    workspace,
    name,
    ...usual,
    created: shown.created ?? now(state),
    ...shown,
  });
}

function keywordsOf(table: string): readonly (readonly [string, string])[] {
  return [["keywords", `<string>features</string><string>${escape(table)}</string>`]];
}

export interface NewCoverage {
  readonly name: string;
  readonly nativeName: string;
  /** Absent where nobody said it. */
  readonly nativeCoverageName: string | undefined;
  readonly shows: string;
  /** Set where a request says what it is like, so that the server finds out less by itself. */
  readonly isPartial?: boolean;
}

/** What has a scoped name: all that layers show share their names. */
export function namesakeOf(state: State, key: string): Published | undefined {
  return state.coverages.get(key) ?? state.featureTypes.get(key) ?? state.cascadedLayers.get(key);
}

export function addCoverage(state: State, store: CoverageStore, given: NewCoverage): Published {
  const { workspace, type } = store;
  const { name, nativeName, nativeCoverageName, shows, isPartial = false } = given;
  const key = scoped(workspace, name);
  const namesake = namesakeOf(state, key);
  if (namesake !== undefined) {
    const where =
      namesake.store === store.name ? `store: '${store.name}'` : `namespace: '${workspace}'`;
    throw new Refusal(500, `Resource named '${name}' already exists in ${where}`);
  }
  const found = [
    ["title", escape(name)],
    ["description", `Generated from ${type}`],
    ["keywords", [name, "WCS", type].map((one) => `<string>${escape(one)}</string>`).join("")],
  ] as const;
  const fields = new Map([
    ...(isPartial ? [] : found),
    ["srs", "EPSG:4326"],
    ["nativeBoundingBox", box(0)],
    ["latLonBoundingBox", box(0)],
    ["projectionPolicy", "REPROJECT_TO_DECLARED"],
    ["enabled", "true"],
  ]);
  const metadata = new Map(isPartial ? [] : [["dirName", `${store.name}_${shows}`]]);
  const made = now(state);
  const named = { workspace, store: store.name, name, nativeName, nativeCoverageName, isPartial };
  const coverage = { ...named, fields, metadata, created: made };
  state.coverages.set(key, coverage);
  const defaultStyle = scoped("", "raster");
  addLayer(state, key, { shows: "coverage", defaultStyle, created: made });
  return coverage;
}

/** The box that a server finds around the granules of a store; it shows how many they are. */
export function foundBounds(state: State, store: CoverageStore): string {
  return box(state.indexes.get(folderOf(store))?.rows.length ?? 0);
}

function box(granules: number): string {
  return `<minx>0.0</minx><maxx>${granules + 1}.0</maxx><miny>0.0</miny><maxy>1.0</maxy><crs>EPSG:4326</crs>`;
}

export function renewBounds(state: State, store: CoverageStore): void {
  const { workspace, name } = store;
  for (const one of inWorkspace(state.coverages, workspace)) {
    if (one.store === name) one.fields.set("nativeBoundingBox", foundBounds(state, store));
  }
}
