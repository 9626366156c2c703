/** The library door: what other programs may import. Everything else may move without notice. */
export { openCatalogServer, type OpenOptions, type OpenServer } from "./server/open.ts";
export { openClient, type Client, type ClientOptions } from "./reconciler/client/http.ts";
export { detectServer } from "./reconciler/client/profile.ts";
export { catalogInventory, localInventory } from "./reconciler/inventory/store.ts";
export {
  importCatalog,
  type Imported,
  type ImportedObject,
  type ImportOptions,
} from "./reconciler/import/import.ts";
export { bodyStore } from "./reconciler/manifest/artefacts.ts";
export { checkArtefacts, loadDesired } from "./reconciler/manifest/resolve.ts";
export {
  findDrift,
  ManifestsChangedError,
  planEstate,
  type ApplyResult,
  type Connection,
  type Estate,
  type Planned,
} from "./reconciler/reconcile.ts";
export {
  openSession,
  type LockEvent,
  type RunListener,
  type Session,
  type SessionOptions,
  type SessionResult,
  type SessionRun,
} from "./reconciler/session.ts";
export { thisProcess } from "./reconciler/lock/this-process.ts";
export { catalogLock } from "./reconciler/lock/catalog-lock.ts";
export { localLock } from "./reconciler/lock/local-lock.ts";
export {
  rehearse,
  type Leftover,
  type Rehearsal,
  type RehearsedRun,
  type RehearseOptions,
} from "./rehearsal/rehearse.ts";
export { RehearsalInterruptedError, RehearsalTooLargeError } from "./rehearsal/copying.ts";
export { hasChanges, type Change, type Plan, type PlannedStep } from "./reconciler/engine/plan.ts";
export { renderPlan } from "./reconciler/report/text.ts";
export { planDocument } from "./reconciler/report/json.ts";
export { secret, type Secret } from "./model/secret.ts";
export type { Diagnostic } from "./model/diagnostic.ts";
export { VERSION } from "./version.ts";
