/** The library door: what other programs may import. Everything else may move without notice. */
export {
  openEstate,
  type ApplyEstateOptions,
  type EstatePlan,
  type EstateRun,
  type OpenEstate,
  type OpenEstateOptions,
} from "./library/open-estate.ts";
export { EstateError, PlanStoppedError } from "./library/estate-error.ts";
export { openCatalogServer } from "./library/catalog-server.ts";
export type { OpenOptions, OpenServer } from "./server/options.ts";
export { TransportError } from "./reconciler/client/http.ts";
export {
  CredentialsError,
  NoCatalogError,
  OtherDialectError,
  RightsError,
} from "./reconciler/client/profile.ts";
export { LockError } from "./reconciler/lock/lease.ts";
export { ManifestsChangedError, type Drifted, type DriftResult } from "./reconciler/reconcile.ts";
export {
  hasChanges,
  type Block,
  type Change,
  type Plan,
  type PlannedStep,
} from "./reconciler/engine/plan/plan.ts";
export { renderPlan } from "./reconciler/report/text.ts";
export { planDocument } from "./reconciler/report/json.ts";
export { formatAddress, type Address } from "./model/address.ts";
export { secret, type Secret } from "./model/secret.ts";
export type { Diagnostic } from "./model/diagnostic.ts";
export { VERSION } from "./version.ts";
