/** The objects of a data directory, with references resolved to names. */
import type { CascadedStore as Cascade } from "../../model/cascaded-store.ts";
import type { CoverageStore } from "../../model/coverage-store.ts";
import type { DataStore } from "../../model/data-store.ts";
import type { Layer as CatalogLayer } from "../../model/layer.ts";
import type { Published as CatalogPublished } from "../../model/published.ts";
import type { Namespace } from "../../model/workspace.ts";
import type { LayerGroup as CatalogGroup } from "../../model/layer-group.ts";
import type { Style as CatalogStyle } from "../../model/style.ts";

interface Named {
  readonly id: string | undefined;
  readonly name: string;
  /** The path of its document. */
  readonly file: string;
  readonly created: string;
  readonly modified: string | null;
}

/** A workspace with its namespace. */
export interface Workspace extends Named, Omit<Namespace, "prefix"> {
  readonly folder: string;
  readonly metadata: ReadonlyMap<string, string> | undefined;
}

/** A data or coverage store. */
export interface Store extends Named, DataStore, Omit<CoverageStore, "storeType"> {
  readonly noun: "dataStore" | "coverageStore";
  readonly name: string;
  readonly folder: string;
}

/** A store that cascades another server. */
export interface CascadedStore extends Named, Cascade {
  readonly noun: "wmsStore" | "wmtsStore";
  readonly name: string;
  readonly folder: string;
}

/** A published resource. */
export interface Published extends Named, CatalogPublished {
  readonly noun: "featureType" | "coverage" | "wmsLayer" | "wmtsLayer";
  readonly name: string;
  readonly folder: string;
}

/** A layer. Its style is null if the document names none that exists. */
export interface Layer extends Named, Omit<CatalogLayer, "type" | "store"> {
  readonly published: Published;
}

/** A style. Its content is in `folder` under the file name. */
export interface Style extends Named, Omit<CatalogStyle, "format"> {
  readonly name: string;
  /** In lower case; may be a language unknown to manifests. */
  readonly format: string;
  readonly folder: string;
}

/** A layer group. */
export interface LayerGroup extends Named, CatalogGroup {
  readonly name: string;
}

/** All objects of a directory. Names are unique within each list and scope. */
export interface DirectoryCatalog {
  readonly workspaces: readonly Workspace[];
  readonly defaultWorkspace: string | undefined;
  readonly stores: readonly Store[];
  readonly cascaded: readonly CascadedStore[];
  readonly published: readonly Published[];
  readonly layers: readonly Layer[];
  readonly styles: readonly Style[];
  readonly groups: readonly LayerGroup[];
}
