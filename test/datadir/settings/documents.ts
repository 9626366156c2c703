/** The documents of a data directory, and which objects of an import each of them says something of. */
import { dirname } from "node:path/posix";
import { childText } from "../../stock/xml-tree.ts";
import type { Address } from "../../../src/model/address.ts";
import { plain, readLeaves, type ReadDocument } from "./leaves.ts";

/** Texts and bytes by path below the directory. */
export type DirectoryFiles = ReadonlyMap<string, string>;

/** A document. */
export interface SettingsDocument extends ReadDocument {
  readonly file: string;
  /** Documents of one sort say nothing of each other's objects. */
  readonly sort: string;
  /** Names of the objects that it says something of, with their scope: two documents that share none are apart. */
  readonly names: readonly string[];
  readonly isOf: (address: Address) => boolean;
}

/** Kinds of the objects that documents of a root say something of. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  workspace: ["Workspace", "DefaultWorkspace"],
  namespace: ["Workspace"],
  dataStore: ["DataStore", "AppSchemaStore"],
  coverageStore: ["CoverageStore", "ImageMosaic"],
  wmsStore: ["WmsStore"],
  wmtsStore: ["WmtsStore"],
  featureType: ["FeatureType", "Layer", "AppSchemaStore"],
  coverage: ["Coverage", "Layer", "ImageMosaic"],
  wmsLayer: ["WmsLayer", "Layer"],
  wmtsLayer: ["WmtsLayer", "Layer"],
  layer: ["Layer", "FeatureType", "Coverage", "AppSchemaStore", "ImageMosaic"],
  layerGroup: ["LayerGroup"],
  style: ["Style"],
  GeoServerTileLayer: ["TileLayer"],
  AppSchemaDataAccess: ["AppSchemaStore"],
  checks: ["UrlCheck"],
  global: ["Settings"],
  settings: ["Settings"],
  logging: ["Logging"],
  wms: ["Service"],
  wfs: ["Service"],
  wcs: ["Service"],
  wmts: ["Service"],
};

/** Documents of which the name is that of another one beside it. */
const SHOWN = ["featuretype.xml", "coverage.xml", "wmslayer.xml", "wmtslayer.xml"];

/** Reads all documents; `inStores` are the addresses of stores that bring what they publish, as `workspace:name`. */
export function readDocuments(
  files: DirectoryFiles,
  inStores: ReadonlySet<string>,
): readonly SettingsDocument[] {
  const read = new Map(
    [...files].flatMap(([file, text]) => {
      const found = file.endsWith(".xml") ? readLeaves(text) : undefined;
      return found === undefined ? [] : [[file, found] as const];
    }),
  );
  const nameIn = (file: string) => {
    const root = read.get(file)?.root;
    return childText(root, "name") ?? childText(root, "prefix");
  };
  const scopeOf = (file: string) => {
    const folder = /^workspaces\/[^/]+/.exec(file)?.[0];
    return folder === undefined ? null : (nameIn(`${folder}/workspace.xml`) ?? null);
  };
  const byId = new Map(
    [...read]
      .filter(([, { root }]) => root.name !== TILES)
      .map(([file, { root }]) => [childText(root, "id"), file]),
  );
  return [...read].flatMap(([file, { root, leaves }]) => {
    // As a whole it refers to a workspace.
    if (file === "workspaces/default.xml") return [];
    const type = plain(root.name);
    // A tile layer is set where its layer or layer group is.
    const tiled = type === TILES ? byId.get(childText(root, "id")) : undefined;
    const named = /^(.+):/.exec(nameIn(file) ?? "")?.[1];
    const workspace =
      type === TILES && tiled === undefined ? (named ?? null) : scopeOf(tiled ?? file);
    const own = namesOf(tiled ?? file, {
      root: tiled === undefined ? type : (read.get(tiled)?.root.name ?? ""),
      nameIn,
      workspace,
      inStores,
    });
    const kinds = KINDS[type] ?? ["File"];
    const isNamespace = ["workspace", "namespace"].includes(type);
    const scope = isNamespace || kinds.includes("File") ? null : workspace;
    const group = kinds.some((kind) => SERVER.has(kind)) ? "server" : type;
    return {
      file,
      root,
      leaves,
      sort: `${group} ${scope === null ? "outside" : "inside"}`,
      names: own.map((name) => `${scope}:${name}`),
      isOf: (address) =>
        kinds.includes(address.kind) &&
        address.workspace === scope &&
        (NAMELESS.has(address.kind) || own.includes(address.name)),
    };
  });
}

const TILES = "GeoServerTileLayer";

/** Kinds whose objects say nothing of each other. */
const SERVER: ReadonlySet<string> = new Set(["Service", "Settings", "Logging", "File", "UrlCheck"]);

/** Kinds whose objects one document says together. */
const NAMELESS: ReadonlySet<string> = new Set(["DefaultWorkspace", "UrlCheck"]);

function namesOf(
  file: string,
  about: {
    readonly root: string;
    readonly nameIn: (file: string) => string | undefined;
    readonly workspace: string | null;
    readonly inStores: ReadonlySet<string>;
  },
): readonly string[] {
  const { root, nameIn, workspace, inStores } = about;
  if (KINDS[root] === undefined) return [file];
  if (["global", "settings"].includes(root)) return ["global", "settings"];
  if (["logging", "wms", "wfs", "wcs", "wmts"].includes(root)) return [root];
  const folder = dirname(file);
  if (root === "AppSchemaDataAccess") return [nameIn(`${folder}/datastore.xml`) ?? file];
  if (root === "checks") return [file];
  const shown = root === "layer" ? SHOWN.map((one) => nameIn(`${folder}/${one}`)) : [];
  const own = shown.find((one) => one !== undefined) ?? nameIn(file) ?? "";
  if (root === TILES) return [(nameIn(file) ?? "").replace(/^.*:/, "")];
  const stores = ["datastore.xml", "coveragestore.xml"].map((one) =>
    nameIn(`${dirname(folder)}/${one}`),
  );
  const home = stores.find((one) => one !== undefined && inStores.has(`${workspace}:${one}`));
  return home === undefined ? [own] : [home, own];
}
