/**
 * What a manifest comes to that names one file and says nothing else: enough to declare its object without the
 * document. It holds no digest of that file, which is kept with the file and nowhere else.
 */
import type { Lifecycle } from "../../kind.ts";
import { lifecycles } from "../../lifecycle.ts";

/** Such a manifest. */
export interface Outline {
  readonly kind: string;
  readonly workspace: string | null;
  readonly name: string;
  /** The file as the manifest names it. */
  readonly source: string;
  /** Where its name stands, both from 1. */
  readonly line: number;
  readonly column: number;
  /** Digest of the document. */
  readonly digest: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly lifecycle: Lifecycle | undefined;
}

/** An outline as a short text. */
export function writeOutline(outline: Outline): string {
  const { kind, workspace, name, source, line, column, digest, labels, lifecycle } = outline;
  const isLabelled = Object.keys(labels).length > 0;
  const last = [isLabelled ? labels : null, lifecycle ?? null];
  return JSON.stringify([kind, workspace, name, source, line, column, digest, ...last]);
}

/** The outline of such a text; undefined where it is none. */
export function readOutline(text: string): Outline | undefined {
  const data = parsed(text);
  if (!isOutline(data)) return undefined;
  const [kind, workspace, name, source, line, column, digest, labels, lifecycle] = data;
  const known = lifecycle === null ? undefined : lifecycles.find((one) => one === lifecycle);
  if (known === undefined && lifecycle !== null) return undefined;
  const said = { kind, workspace, name, source, line, column, digest };
  return { ...said, labels: labels ?? {}, lifecycle: known };
}

type OutlineData = readonly [
  kind: string,
  workspace: string | null,
  name: string,
  source: string,
  line: number,
  column: number,
  digest: string,
  labels: Readonly<Record<string, string>> | null,
  lifecycle: unknown,
];

function isOutline(data: unknown): data is OutlineData {
  if (!Array.isArray(data)) return false;
  const [kind, workspace, name, source, line, column, digest, labels]: unknown[] = data;
  const isNamed = isText(kind) && isText(name) && isText(source);
  const isPlaced = typeof line === "number" && typeof column === "number" && isDigest(digest);
  return (
    isNamed &&
    isPlaced &&
    (workspace === null || isText(workspace)) &&
    (labels === null || isTexts(labels))
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isDigest(value: unknown): value is string {
  return isText(value) && value.startsWith("sha256-");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isText);
}
