/**
 * What is kept, as the text of a file: a line with a digest of all that follows and with what it is bound to, and an
 * entry for each file. A text that is not exactly that holds nothing.
 */
import { digestOf } from "../../../model/digest.ts";
import { isPlaces } from "../places.ts";
import type { SourceText, TextDocument } from "../source-text.ts";

/** What is known of an artefact without its bytes. */
export interface KeptArtefact {
  /** Of what is sent. */
  readonly digest: string;
  /** Length of what is sent. */
  readonly bytes: number;
  /** True where a mark of UTF-8 in front is not sent. */
  readonly isUnmarked?: true;
}

/** What is kept of one file. */
export interface Entry {
  readonly stamp: string;
  readonly manifest?: SourceText;
  readonly artefact?: KeptArtefact;
}

/** Form of the text; another one is not read. */
const FORMAT = 2;

type Row =
  | readonly [key: string, stamp: string, length: number, documents: readonly TextDocument[] | null]
  | readonly [key: string, stamp: string, length: number, digest: string, isUnmarked: boolean];

/** The text that keeps entries. Documents that JSON does not hold as they are are left out. */
export function writeEntries(entries: ReadonlyMap<string, Entry>, binding: string): string {
  const rows = [...entries].flatMap(([key, entry]) => rowOf(key, entry) ?? []);
  const text = JSON.stringify({ format: FORMAT, binding, rows });
  return `${digestOf(text)}\n${text}`;
}

function rowOf(key: string, { stamp, manifest, artefact }: Entry): readonly [Row] | undefined {
  if (manifest !== undefined)
    return [[key, stamp, manifest.characters, manifest.documents ?? null]];
  if (artefact === undefined) return undefined;
  const { bytes, digest, isUnmarked = false } = artefact;
  return [[key, stamp, bytes, digest, isUnmarked]];
}

/** The entries of a text by their keys; none where it is damaged, foreign, or bound to something else. */
export function readEntries(text: string | undefined, binding: string): ReadonlyMap<string, Entry> {
  const end = text?.indexOf("\n") ?? -1;
  if (text === undefined || end === -1) return new Map();
  const body = text.slice(end + 1);
  if (digestOf(body) !== text.slice(0, end)) return new Map();
  try {
    const kept = JSON.parse(body) as { format?: unknown; binding?: unknown; rows?: unknown };
    if (kept.format !== FORMAT || kept.binding !== binding || !Array.isArray(kept.rows))
      return new Map();
    return new Map(kept.rows.flatMap((row) => entryOf(row) ?? []));
  } catch {
    return new Map();
  }
}

function entryOf(row: unknown): readonly [readonly [string, Entry]] | undefined {
  if (!Array.isArray(row)) return undefined;
  const [key, stamp, length, last, isUnmarked] = row as readonly unknown[];
  if (typeof key !== "string" || typeof stamp !== "string" || !isLength(length)) return undefined;
  if (typeof last === "string") {
    const marked = isUnmarked === true ? ({ isUnmarked } as const) : {};
    return [[key, { stamp, artefact: { digest: last, bytes: length, ...marked } }]];
  }
  if (last === null) return [[key, { stamp, manifest: { characters: length, documents: null } }]];
  if (!Array.isArray(last) || !last.every(isDocument)) return undefined;
  return [[key, { stamp, manifest: { characters: length, documents: last } }]];
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isDocument(value: unknown): value is TextDocument {
  return (
    typeof value === "object" &&
    value !== null &&
    "value" in value &&
    "places" in value &&
    isPlaces(value.places) &&
    "digest" in value &&
    typeof value.digest === "string"
  );
}

/** Whether JSON gives a value back as it is, with no secret in it that the value refers to. */
export function canBeKept(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean";
  if (Array.isArray(value)) return value.every(canBeKept);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(value).every(([key, inner]) => !isReference(key) && canBeKept(inner));
}

/** Ways in which manifests refer to secrets. */
function isReference(key: string): boolean {
  return key === "fromEnv" || key === "fromFile" || key === "fromExec";
}
