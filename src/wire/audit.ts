/** The audit log, as a JSON array or as one JSON object per line. */
import { formatAddress } from "../model/address.ts";
import { audit as limits } from "../model/limits.ts";
import { addressInPath, pathIn } from "../model/path-address.ts";
import type { RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { pathOf } from "./paths.ts";
import { get } from "./reading.ts";
import { bodyText, succeeded, type Reader } from "./request.ts";

/** Names the estate of an apply in a request. */
export const ESTATE_HEADER = "plumbline-estate";

/** Formats of the audit log. */
export type AuditFormat = "json" | "ndjson";

/** `at` is ISO 8601, `revision` follows the change, `removedRules` are keys of access rules. */
interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly revision: number;
  readonly account: string;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly removedRules?: readonly string[] | undefined;
  readonly estate?: string | undefined;
  /** Changed objects; older entries lack them and are read by their path. */
  readonly objects?: readonly string[] | undefined;
}

/** Renders changes in their order. */
export function renderAudit(changes: readonly AuditLine[], format: AuditFormat): RenderedDocument {
  const lines = changes.map(({ id, at, revision, account, address, method, path, ...about }) => {
    const { removedRules, estate, objects = objectsOf(path) } = about;
    const made = { id, at, revision, account, address, method, path };
    return JSON.stringify({ ...made, removedRules, estate, objects });
  });
  return format === "json"
    ? { contentType: mediaTypes.json, text: `[${lines.join(",")}]` }
    : { contentType: mediaTypes.ndjson, text: lines.map((line) => `${line}\n`).join("") };
}

function objectsOf(path: string): readonly string[] {
  const named = addressInPath(pathIn(path) ?? "");
  return named === undefined ? [] : [formatAddress(named)];
}

export type AuditEntry = Pick<AuditLine, "at" | "account" | "path" | "estate"> & {
  readonly objects: readonly string[];
};

/** The newest page of the audit log; empty where it is missing, denied or unreadable. */
export async function readNewestChanges(read: Reader): Promise<readonly AuditEntry[]> {
  try {
    const query = { newest: "true", limit: String(limits.page) };
    const response = await get(read, `${pathOf("audit", {})}.json`, { query });
    const lines = succeeded(response) ? (JSON.parse(bodyText(response)) as AuditLine[]) : [];
    return lines
      .filter(({ at }) => !Number.isNaN(Date.parse(at)))
      .map(({ objects, ...line }) => ({ ...line, objects: objects ?? objectsOf(line.path) }));
  } catch {
    return [];
  }
}
