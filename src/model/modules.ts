/**
 * The parts of a stock server that Plumbline stands in for, by the names that clients look for
 * before they use what belongs to them (docs/compatibility.md, "About").
 */

/** One part. */
export interface ServerModule {
  /** Identifier of the part. */
  readonly module: string;
  /** Name for people. */
  readonly name: string;
}

/** All parts there are, in order of identifier. */
export const serverModules: readonly ServerModule[] = [
  { module: "gs-app-schema-core", name: "Application schemas" },
  { module: "gs-css", name: "CSS styles" },
  { module: "gs-main", name: "Catalog" },
  { module: "gs-mongodb", name: "Document databases" },
  { module: "gs-rest", name: "REST" },
  { module: "gs-restconfig", name: "REST configuration" },
];
