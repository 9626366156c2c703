/** What may speak against a plan: dangers that are accepted by name, and what nothing lifts. */

/** Something a plan does that an estate must accept by name. */
export interface Danger {
  readonly name: DangerName;
  readonly message: string;
}

/** What a guard finds in changes beyond each of them. */
export interface GuardFindings {
  readonly dangers: readonly Danger[];
  /** Sentences without their ends, for the plan. */
  readonly consequences: readonly string[];
}

/** What a guard finds that stops a plan and cannot be accepted. */
export interface GuardFinding {
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

/** Names of dangers, as `--allow` takes them. */
export const dangerNames = [
  "purge-data",
  "takeover",
  "public-access",
  "keystore",
  "catalog-mode",
  "workspace-delete",
  "irreversible",
  "over-limit",
  "index-table",
  "schema-not-in-force",
  "url-check-loosened",
  "isolation-removed",
  "service-off",
  "service-on",
  "grid-set-in-use",
  "blob-store-in-use",
  "proxy-base-url",
] as const;

/** Name of a danger. */
export type DangerName = (typeof dangerNames)[number];
