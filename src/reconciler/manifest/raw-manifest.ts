/** One manifest as it stands in a file, before validation. */
import type { Position } from "../../model/diagnostic.ts";
import type { SourceDocument } from "./load.ts";

/** A manifest that is not yet validated. */
export interface RawManifest {
  readonly value: unknown;
  /** Position of the value at a path, or of the closest existing parent. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}

/** The manifests of a document; a `List` yields its items. */
export function manifestsOf({ value, locate }: SourceDocument): readonly RawManifest[] {
  if (!isRecord(value) || value["kind"] !== "List" || !Array.isArray(value["items"]))
    return [{ value, locate }];
  return value["items"].map((manifest: unknown, index) => ({
    value: manifest,
    locate: (path: readonly (string | number)[]) => locate(["items", index, ...path]),
  }));
}

/** Whether a value is a map. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined if missing. */
export function at(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const part of path) found = (found as Record<string | number, unknown> | undefined)?.[part];
  return found;
}
