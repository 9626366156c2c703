/**
 * What is kept, as the text of a file: a line with a digest of all that follows and with what it is bound to, and a
 * row for each file. A text that is not exactly that holds nothing.
 */
import { digestOf } from "../../../model/digest.ts";
import { isPlaces } from "../places.ts";
import type { TextDocument } from "../source-text.ts";

/** What is known of an artefact without its bytes. */
export interface KeptArtefact {
  /** Of what is sent. */
  readonly digest: string;
  /** Length of what is sent. */
  readonly bytes: number;
  /** True where a mark of UTF-8 in front is not sent. */
  readonly isUnmarked?: true;
}

/** What is kept of a manifest file: documents are text until somebody asks for them. */
export type ManifestRow = readonly [
  key: string,
  stamp: string,
  characters: number,
  documents: string | null,
  outline: readonly unknown[] | null,
];

/** What is kept of an artefact. */
export type ArtefactRow = readonly [
  key: string,
  stamp: string,
  bytes: number,
  digest: string,
  isUnmarked: boolean,
];

/** What is kept of one file, as it stands in the text: it is read of most files as it is, and written again. */
export type Row = ManifestRow | ArtefactRow;

/** Form of the text; another one is not read. */
const FORMAT = 3;

/** What keys of manifests begin with. */
export const MANIFEST = "M ";

/** What keys of artefacts begin with. */
export const ARTEFACT = "A ";

/** In the place of documents that are not kept. */
export const NOT_KEPT = "";

/** The text that keeps rows. */
export function writeRows(rows: Iterable<Row>, binding: string): string {
  const text = inAscii(JSON.stringify({ format: FORMAT, binding, rows: [...rows] }));
  return `${digestOf(text)}\n${text}`;
}

/** ASCII is read many times faster than UTF-8, as every byte is a character. */
function inAscii(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/[\u0080-\uffff]/g, escaped);
}

/** The rows of a text by their keys; none where it is damaged, foreign, or bound to something else. */
export function readRows(text: Buffer | undefined, binding: string): ReadonlyMap<string, Row> {
  const end = text?.indexOf("\n") ?? -1;
  if (text === undefined || end === -1) return new Map();
  const body = text.subarray(end + 1);
  if (digestOf(body) !== text.toString("utf8", 0, end)) return new Map();
  try {
    const kept = JSON.parse(body.toString("latin1")) as {
      format?: unknown;
      binding?: unknown;
      rows?: unknown;
    };
    if (kept.format !== FORMAT || kept.binding !== binding || !Array.isArray(kept.rows))
      return new Map();
    return new Map(kept.rows.filter(isRow).map((row) => [row[0], row]));
  } catch {
    return new Map();
  }
}

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 5) return false;
  const [key, stamp, length, content, last] = row as readonly unknown[];
  if (typeof key !== "string" || typeof stamp !== "string" || !isLength(length)) return false;
  if (key.startsWith(ARTEFACT)) return typeof content === "string" && typeof last === "boolean";
  const isText = content === null || typeof content === "string";
  return key.startsWith(MANIFEST) && isText && (last === null || Array.isArray(last));
}

/** Whether a row is that of a manifest. */
export function isManifestRow(row: Row): row is ManifestRow {
  return row[0].startsWith(MANIFEST);
}

/** Documents as the text that keeps them. */
export function writeDocuments(documents: readonly TextDocument[]): string {
  return JSON.stringify(documents);
}

/** The documents of such a text; undefined where it is none. */
export function readDocumentsIn(text: string): readonly TextDocument[] | undefined {
  if (text === NOT_KEPT) return undefined;
  try {
    const documents: unknown = JSON.parse(text);
    return Array.isArray(documents) && documents.every(isDocument) ? documents : undefined;
  } catch {
    return undefined;
  }
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
