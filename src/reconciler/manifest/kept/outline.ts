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
  const lifecycle = data[8];
  const known = lifecycle === null ? undefined : lifecycles.find((one) => one === lifecycle);
  if (known === undefined && lifecycle !== null) return undefined;
  // By their places: to take ten thousand lists apart takes as long as to read them.
  return {
    kind: data[0],
    workspace: data[1],
    name: data[2],
    source: data[3],
    line: data[4],
    column: data[5],
    digest: data[6],
    labels: data[7] ?? NO_LABELS,
    lifecycle: known,
  };
}

const NO_LABELS = {};

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
  const isNamed = isText(data[0]) && isText(data[2]) && isText(data[3]);
  const isPlaced = typeof data[4] === "number" && typeof data[5] === "number" && isDigest(data[6]);
  return (
    isNamed &&
    isPlaced &&
    (data[1] === null || isText(data[1])) &&
    (data[7] === null || isTexts(data[7]))
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
