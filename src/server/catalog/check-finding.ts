/** The problems that `plumbline check` finds in a data folder. */

/** Codes of problems. */
export type CheckFindingCode =
  | "catalog-missing"
  | "catalog-older"
  | "catalog-version"
  | "change-unfinished"
  | "content-damaged"
  | "content-missing"
  | "content-unused"
  | "database-damaged"
  | "file-damaged"
  | "file-missing"
  | "folder-missing"
  | "folder-of-another"
  | "folder-unknown"
  | "granule-missing"
  | "index-missing"
  | "index-unknown"
  | "keystore-closed"
  | "link-wrong"
  | "log-damaged"
  | "orphans"
  | "record-damaged"
  | "record-dangling"
  | "secret-damaged";

/** A problem in a data folder. */
export interface CheckFinding {
  readonly code: CheckFindingCode;
  /** A path in the data folder, or the kind and name of a record. */
  readonly where: string;
  /** No full stop at the end. */
  readonly message: string;
}
