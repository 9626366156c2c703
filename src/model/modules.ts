/**
 * Emulated modules of a stock server, by the names that clients check (docs/compatibility.md,
 * "About").
 */

/** A module. */
export interface ServerModule {
  readonly module: string;
  /** Display name. */
  readonly name: string;
}

/** All modules, in order of identifier. */
export const serverModules: readonly ServerModule[] = [
  { module: "gs-app-schema-core", name: "Application schemas" },
  { module: "gs-css", name: "CSS styles" },
  { module: "gs-main", name: "Catalog" },
  { module: "gs-mongodb", name: "Document databases" },
  { module: "gs-rest", name: "REST" },
  { module: "gs-restconfig", name: "REST configuration" },
];
