/** What the stock server holds, in memory. Scoped names are `workspace:name`, `:name` globally. */
import type { LineHabits } from "./lines.ts";
import { freshQuota } from "./disk-quota.ts";
import { randomNumbers, type RandomNumbers } from "./random.ts";

export interface Workspace extends Dated {
  readonly name: string;
  uri: string;
  isolated: boolean;
  /** Set where the namespace stayed isolated when the workspace did not. */
  isIsolatedNamespace?: true;
  metadata?: ReadonlyMap<string, string>;
}

export interface UrlCheck {
  readonly name: string;
  readonly description: string | undefined;
  readonly enabled: boolean;
  readonly regex: string;
}

/** When an object was made, and when it was changed, in the words of documents. */
export interface Dated {
  readonly created: string;
  modified?: string;
}

interface Store extends Dated {
  readonly workspace: string;
  name: string;
  type: string;
  description: string;
  enabled: boolean;
  /** Whether it is disabled when what it reads cannot be reached. */
  disables?: boolean;
  /** The XML inside of each entry. */
  metadata?: Map<string, string>;
}

/** Passwords are in clear here. */
export interface DataStore extends Store {
  parameters: Map<string, string>;
}

export interface CoverageStore extends Store {
  url: string;
}

export type CascadedService = "wms" | "wmts";

/** A store of what another server draws; fields are the XML inside of elements, secrets in clear. */
export interface CascadedStore extends Dated {
  readonly service: CascadedService;
  readonly workspace: string;
  readonly name: string;
  enabled: boolean;
  readonly fields: Map<string, string>;
  metadata: Map<string, string>;
}

/** The index of a mosaic, which outlives changes of what defines it. */
export interface MosaicIndex {
  readonly coverage: string;
  /** Attributes and their types, in the notation of indexers. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly canBeEmpty: boolean;
  rows: readonly GranuleRow[];
  next: number;
  /** Set when its table was found without the folder that it was made for. */
  isBroken?: true;
}

export interface GranuleRow {
  readonly id: number;
  readonly location: string;
  readonly time: number | null;
}

/** A feature type or coverage; fields are the XML inside of the elements that clients set. */
export interface Published extends Dated {
  readonly workspace: string;
  store: string;
  name: string;
  nativeName: string;
  /** Of coverages: the name in the store, where somebody said it. */
  nativeCoverageName?: string | undefined;
  /** Of coverages: set where the server did not read all of the raster. */
  readonly isPartial?: boolean;
  readonly fields: Map<string, string>;
  metadata: Map<string, string>;
}

/** A tile layer; subsets and filters are the XML of each, expiry that of the list. */
export interface Tiles {
  readonly enabled: boolean;
  readonly blobStore: string | undefined;
  readonly formats: readonly string[];
  readonly subsets: readonly string[];
  readonly meta: readonly number[];
  readonly numbers: Readonly<Record<"expireCache" | "expireClients" | "gutter", string>>;
  readonly expiry: string;
  readonly filters: readonly string[];
  readonly skips: readonly string[];
}

export interface CascadedLayer extends Published {
  readonly service: CascadedService;
}

/** A layer; its resource has the same name. */
export interface Layer extends Dated {
  readonly workspace: string;
  readonly name: string;
  readonly shows: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  /** Set where what it shows has no geometry: nothing of it is cached. */
  isPlain?: boolean;
  /** What was set of its tile layer; null where that was removed. */
  tiles?: Tiles | null;
  /** Scoped names of styles; empty for none. */
  defaultStyle: string;
  styles: readonly string[];
  queryable: boolean;
  opaque: boolean;
  readonly fields: Map<string, string>;
  metadata?: ReadonlyMap<string, string>;
}

/** A layer group; members and root are scoped names. */
export interface LayerGroup extends Dated {
  readonly workspace: string;
  readonly name: string;
  mode: string;
  members: readonly { readonly type: "layer" | "layerGroup"; readonly name: string }[];
  /** Scoped names by position of the members; null for the default of the layer, `?` for one that is nowhere. */
  styles: readonly (string | null)[];
  root: { readonly layer: string; readonly style: string } | null;
  readonly fields: Map<string, string>;
  tiles?: Tiles | null;
}

/** The entry of a style; its content is a file. */
export interface Style extends Dated {
  workspace: string;
  name: string;
  format: string;
  version: string;
  fileName: string;
  readonly fields: Map<string, string>;
}

export interface User {
  password: string;
  enabled: boolean;
  readonly groups: Set<string>;
}

export type RuleList = Map<string, readonly string[]>;

export interface State {
  readonly random: RandomNumbers;
  /** Elements of documents that later versions know and keep, which those of today drop. */
  readonly learned: readonly string[];
  /** Native names of types whose table or view is gone, so that nobody can look into them. */
  readonly modules: ReadonlySet<StockModule>;
  readonly gone: Set<string>;
  readonly workspaces: Map<string, Workspace>;
  defaultWorkspace: string;
  readonly dataStores: Map<string, DataStore>;
  readonly coverageStores: Map<string, CoverageStore>;
  readonly featureTypes: Map<string, Published>;
  readonly coverages: Map<string, Published>;
  readonly cascadedStores: Map<string, CascadedStore>;
  readonly cascadedLayers: Map<string, CascadedLayer>;
  readonly layers: Map<string, Layer>;
  readonly layerGroups: Map<string, LayerGroup>;
  readonly styles: Map<string, Style>;
  /** Indexes of mosaics by folder, from when a reader was first opened until they are purged. */
  readonly indexes: Map<string, MosaicIndex>;
  /** Tables by database, of those databases of which it is known; of others every table is there. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly habits: LineHabits;
  /** Databases of indexes, each with its tables by name; somebody else's tables are in them too. */
  readonly databases: Map<string, Map<string, MosaicIndex | "somebody else's">>;
  /** Elements of services, as XML inside of them. */
  readonly services: Map<string, Map<string, string>>;
  readonly gridSets: Map<string, string>;
  readonly blobStores: Map<string, string>;
  /** Elements of the settings, as XML inside of them. */
  readonly settings: Map<string, string>;
  /** What workspaces have for themselves, the same way. */
  readonly ownSettings: Map<string, string>;
  readonly logging: { level: string; location: string; stdout: boolean };
  /** Its disk quota by the names of fields; of the quota itself the bytes. */
  readonly diskQuota: Map<string, string>;
  readonly rules: { layers: RuleList; services: RuleList; rest: RuleList };
  mode: string;
  readonly users: Map<string, User>;
  /** Roles of accounts by name: another service keeps them, also of accounts that are gone. */
  readonly userRoles: Map<string, Set<string>>;
  /** Roles of accounts as they were when these logged in. */
  readonly logins: Map<string, ReadonlySet<string>>;
  readonly groups: Map<string, Set<string>>;
  readonly roles: Set<string>;
  urlChecks: UrlCheck[];
  keystorePassword: string;
  readonly files: Map<string, Uint8Array>;
  /** Schemas of mappings as they are in force, by path: each as it was read first, until a restart. */
  readonly schemas: Map<string, Uint8Array>;
  /** Rasters elsewhere on the disk of the server, by absolute path, and at addresses that it reaches. */
  readonly disk: Set<string>;
  /** Requests answered so far, which times are reported by. */
  clock: number;
}

export type StockModule = "cog" | "mbstyle" | "ysld";

export const RECORDED_MODULES: readonly StockModule[] = ["mbstyle", "ysld"];

export const DEFAULT_STYLES: readonly string[] = ["generic", "line", "point", "polygon", "raster"];

/** The name of something in a scope; the global one is an empty text. */
export function scoped(workspace: string, name: string): string {
  return `${workspace}:${name}`;
}

export function shownName(name: string): string {
  return name.startsWith(":") ? name.slice(1) : name;
}

export function splitName(name: string): readonly [workspace: string, name: string] {
  const at = name.indexOf(":");
  return [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
}

export function inWorkspace<One extends { readonly workspace: string }>(
  all: ReadonlyMap<string, One>,
  workspace: string,
): readonly One[] {
  return [...all.values()].filter((one) => one.workspace === workspace);
}

/** A moment, later than every one before it. */
export function now(state: State): string {
  const moment = new Date(Date.UTC(2026, 0, 1) + state.clock * 1_370);
  state.clock += 1;
  return `${moment.toISOString().replace("T", " ").replace("Z", "")} UTC`.replace(
    /0+ UTC$/,
    " UTC",
  );
}

/** A server as it is after its first start, with one administrator. */
export function freshState(options: {
  readonly modules: State["modules"];
  readonly seed: number;
  readonly learned: readonly string[];
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly habits: LineHabits;
  readonly administrator: { readonly user: string; readonly password: string };
  readonly keystorePassword: string;
}): State {
  const { seed, learned, modules, tables, habits, administrator, keystorePassword } = options;
  const roles = new Set(["ADMIN", "GROUP_ADMIN"]);
  const user: User = {
    password: administrator.password,
    enabled: true,
    groups: new Set(),
  };
  const state: State = {
    random: randomNumbers(seed),
    learned,
    modules,
    gone: new Set(),
    workspaces: new Map(),
    defaultWorkspace: "",
    dataStores: new Map(),
    coverageStores: new Map(),
    featureTypes: new Map(),
    coverages: new Map(),
    cascadedStores: new Map(),
    cascadedLayers: new Map(),
    layers: new Map(),
    layerGroups: new Map(),
    styles: new Map(),
    urlChecks: [],
    indexes: new Map(),
    tables,
    habits,
    databases: new Map(),
    services: new Map(),
    gridSets: new Map(),
    blobStores: new Map(),
    settings: new Map(),
    ownSettings: new Map(),
    logging: { level: "DEFAULT_LOGGING.properties", location: "logs/geoserver.log", stdout: true },
    diskQuota: new Map(freshQuota),
    rules: {
      layers: new Map([
        ["*.*.r", ["*"]],
        ["*.*.w", ["GROUP_ADMIN", "ADMIN"]],
      ]),
      services: new Map([
        ["wfs.CreateStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
        ["wfs.DropStoredQuery", ["ADMIN", "GROUP_ADMIN"]],
      ]),
      rest: new Map([
        ["/**:GET,HEAD,OPTIONS", ["ROLE_ADMINISTRATOR"]],
        ["/**:POST,DELETE,PUT", ["ROLE_ADMINISTRATOR"]],
      ]),
    },
    mode: "HIDE",
    users: new Map([[administrator.user, user]]),
    logins: new Map(),
    userRoles: new Map([[administrator.user, new Set(["ADMIN"])]]),
    groups: new Map(),
    roles,
    keystorePassword,
    files: new Map(),
    schemas: new Map(),
    disk: new Set(),
    clock: 0,
  };
  for (const name of DEFAULT_STYLES) addDefaultStyle(state, name);
  return state;
}

function addDefaultStyle(state: State, name: string): void {
  const fileName = `default_${name}.sld`;
  const format = "sld";
  const created = now(state);
  const entry = { workspace: "", name, format, version: "1.0.0", fileName, created };
  state.styles.set(scoped("", name), { ...entry, fields: new Map() });
  const sld = `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>Default ${name}</Name></NamedLayer></StyledLayerDescriptor>`;
  state.files.set(`styles/${fileName}`, new TextEncoder().encode(sld));
}
