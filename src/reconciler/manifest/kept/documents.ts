/** Documents as text: what is kept of a manifest file until somebody asks for them. */
import { isPlaces } from "../places.ts";
import type { TextDocument } from "../source-text.ts";

/** Documents as the text that keeps them. */
export function writeDocuments(documents: readonly TextDocument[]): string {
  return JSON.stringify(documents);
}

/** The documents of such a text; undefined where it is none. */
export function readDocumentsIn(text: string): readonly TextDocument[] | undefined {
  try {
    const documents: unknown = JSON.parse(text);
    return Array.isArray(documents) && documents.every(isDocument) ? documents : undefined;
  } catch {
    return undefined;
  }
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
