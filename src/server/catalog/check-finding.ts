/** What can be wrong in a data folder, as a closed list: `plumbline check` finds it. */

/** What is wrong. */
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

/** One thing that is wrong. */
export interface CheckFinding {
  readonly code: CheckFindingCode;
  /** A path in the data folder, or the kind and name of a record. */
  readonly where: string;
  /** A sentence without its full stop. */
  readonly message: string;
}
