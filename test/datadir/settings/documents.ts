/** The documents of a data directory, and which objects of an import each of them says something of. */
import { dirname } from "node:path/posix";
import { childText } from "../../stock/xml-tree.ts";
import type { Address } from "../../../src/model/address.ts";
import { readLeaves, type Leaf, type ReadDocument } from "./leaves.ts";

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
  return [...read].map(([file, { root, leaves }]) => {
    const folder = /^workspaces\/[^/]+/.exec(file)?.[0];
    const workspace = folder === undefined ? null : (nameIn(`${folder}/workspace.xml`) ?? null);
    const own = namesOf(file, { root: root.name, nameIn, workspace, inStores });
    const kinds = KINDS[root.name] ?? ["File"];
    const isNamespace = ["workspace", "namespace"].includes(root.name);
    const scope = isNamespace || kinds.includes("File") ? null : workspace;
    return {
      file,
      root,
      leaves: leaves as readonly Leaf[],
      sort: `${root.name} ${scope === null ? "outside" : "inside"}`,
      names: own.map((name) => `${scope}:${name}`),
      isOf: (address) =>
        kinds.includes(address.kind) &&
        address.workspace === scope &&
        (address.kind === "DefaultWorkspace" || own.includes(address.name)),
    };
  });
}

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
  const shown = root === "layer" ? SHOWN.map((one) => nameIn(`${folder}/${one}`)) : [];
  const own = shown.find((one) => one !== undefined) ?? nameIn(file) ?? "";
  const stores = ["datastore.xml", "coveragestore.xml"].map((one) =>
    nameIn(`${dirname(folder)}/${one}`),
  );
  const home = stores.find((one) => one !== undefined && inStores.has(`${workspace}:${one}`));
  // The name of a tile layer is that of what it is of, with its workspace.
  const plain = root === "GeoServerTileLayer" ? own.replace(/^.*:/, "") : own;
  return home === undefined ? [plain] : [home, plain];
}
