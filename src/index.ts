/** The public API of the library. Everything else may move without notice. */
export {
  openEstate,
  type ApplyEstateOptions,
  type EstatePlan,
  type EstateRun,
  type OpenEstate,
  type OpenEstateOptions,
} from "./library/open-estate.ts";
export { EstateError, PlanStoppedError } from "./library/estate-error.ts";
export {
  openCatalogServer,
  type CatalogServer,
  type CatalogServerOptions,
} from "./library/catalog-server.ts";
export type { KeystoreSettings, OpenOptions, OpenServer, SharedPlace } from "./server/options.ts";
export type { Administrator } from "./server/administrator.ts";
export { TransportError } from "./reconciler/client/http.ts";
export {
  CredentialsError,
  NoCatalogError,
  OtherDialectError,
  RightsError,
} from "./reconciler/client/profile.ts";
export { LockError } from "./reconciler/lock/lease.ts";
export { ManifestsChangedError } from "./reconciler/manifests-changed.ts";
export type { Drifted, DriftResult } from "./reconciler/drift.ts";
export {
  hasChanges,
  type Block,
  type Change,
  type Plan,
  type PlannedStep,
} from "./reconciler/engine/plan/plan.ts";
export { renderPlan } from "./reconciler/report/text.ts";
export { planDocument } from "./library/plan-document.ts";
export type { PlanAbout } from "./reconciler/report/json.ts";
export { formatAddress, type Address } from "./model/address.ts";
export { secret, type Secret } from "./model/secret.ts";
export type { Diagnostic } from "./model/diagnostic.ts";
export { VERSION } from "./version.ts";
