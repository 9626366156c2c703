/** The objects of a data directory, with names where its documents hold ids. */
import type { CascadedStore as Cascade } from "../../model/cascaded-store.ts";
import type { CoverageStore } from "../../model/coverage-store.ts";
import type { DataStore } from "../../model/data-store.ts";
import type { Layer as CatalogLayer, QualifiedName } from "../../model/layer.ts";
import type { Published as CatalogPublished } from "../../model/published.ts";
import type { Namespace } from "../../model/workspace.ts";
import type { LayerGroup as CatalogGroup } from "../../model/layer-group.ts";
import type { Style as CatalogStyle } from "../../model/style.ts";
import type { ServiceName } from "../../model/service.ts";
import type { Tree } from "../../wire/tree.ts";

/** What all objects have. */
interface Named {
  readonly id: string | undefined;
  readonly name: string;
  /** Its document. */
  readonly file: string;
  readonly created: string;
  readonly modified: string | null;
}

/** A workspace with its namespace. */
export interface Workspace extends Named, Omit<Namespace, "prefix"> {
  readonly folder: string;
  readonly metadata: ReadonlyMap<string, string> | undefined;
}

/** A store of one of the two sorts that are read. */
export interface Store extends Named, DataStore, Omit<CoverageStore, "storeType"> {
  readonly noun: "dataStore" | "coverageStore";
  readonly name: string;
  readonly folder: string;
}

/** A store that shows what another server serves. */
export interface CascadedStore extends Named, Cascade {
  readonly noun: "wmsStore" | "wmtsStore";
  readonly name: string;
  readonly folder: string;
}

/** What a store publishes. */
export interface Published extends Named, CatalogPublished {
  readonly noun: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  readonly name: string;
  readonly folder: string;
}

/** A layer; the style is null where the document names none that is there. */
export interface Layer extends Named, Omit<CatalogLayer, "type" | "store" | "defaultStyle"> {
  readonly published: Published;
  readonly defaultStyle: QualifiedName | null;
}

/** A style; its content lies in `folder` under its file name. */
export interface Style extends Named, Omit<CatalogStyle, "format"> {
  readonly name: string;
  /** In lower case; not only the languages that manifests take. */
  readonly format: string;
  readonly folder: string;
}

/** A layer group. */
export interface LayerGroup extends Named, CatalogGroup {
  readonly name: string;
}

/** The document of a service, as it is in its file but for identity. */
export interface StoredService {
  readonly service: ServiceName;
  /** Null for the one of the server. */
  readonly workspace: string | null;
  readonly content: Tree;
}

/** The document of settings that a workspace has for itself, as it is in its file but for identity. */
export interface StoredSettings {
  readonly workspace: string;
  readonly content: Tree;
}

/** All of them; within each list, no name comes twice in one scope. */
export interface DirectoryCatalog {
  readonly workspaces: readonly Workspace[];
  readonly defaultWorkspace: string | undefined;
  readonly stores: readonly Store[];
  readonly cascaded: readonly CascadedStore[];
  readonly published: readonly Published[];
  readonly layers: readonly Layer[];
  readonly styles: readonly Style[];
  readonly groups: readonly LayerGroup[];
  readonly services: readonly StoredService[];
  /** What is set of the log. */
  readonly logging: Tree | undefined;
  /** What is set of the server as a whole. */
  readonly settings: Tree | undefined;
  /** What workspaces have for themselves. */
  readonly ownSettings: readonly StoredSettings[];
}
