/** What can block a plan. */

/** A consequence of a plan that must be allowed by name. */
export interface Danger {
  readonly name: DangerName;
  readonly message: string;
}

/** Findings over all changes together. */
export interface GuardFindings {
  readonly dangers: readonly Danger[];
  /** Sentences without their full stops, for the plan. */
  readonly consequences: readonly string[];
}

/** A finding that cannot be allowed. */
export interface GuardFinding {
  readonly message: string;
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

export type DangerName = (typeof dangerNames)[number];
