/** The audit as one JSON array, or as one JSON object per line. */
import type { RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";

/** Forms of the audit. */
export type AuditFormat = "json" | "ndjson";

/**
 * One change: who, from where, when (ISO 8601), by which request, the revision after it, and the keys
 * of rules of access that it removed, if it did.
 */
interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly revision: number;
  readonly account: string;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly removedRules?: readonly string[] | undefined;
}

/** Renders changes in their order. */
export function renderAudit(changes: readonly AuditLine[], format: AuditFormat): RenderedDocument {
  const lines = changes.map(({ id, at, revision, account, address, method, path, removedRules }) =>
    JSON.stringify({ id, at, revision, account, address, method, path, removedRules }),
  );
  return format === "json"
    ? { contentType: mediaTypes.json, text: `[${lines.join(",")}]` }
    : { contentType: mediaTypes.ndjson, text: lines.map((line) => `${line}\n`).join("") };
}
