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

/** An outline as plain data that is short. */
export function writeOutline(outline: Outline): readonly unknown[] {
  const { kind, workspace, name, source, line, column, digest, labels, lifecycle } = outline;
  const isLabelled = Object.keys(labels).length > 0;
  const last = [isLabelled ? labels : null, lifecycle ?? null];
  return [kind, workspace, name, source, line, column, digest, ...last];
}

/** The outline in such data; undefined where there is none. */
export function readOutline(data: readonly unknown[]): Outline | undefined {
  const [kind, workspace, name, source, line, column, digest, labels, lifecycle] = data;
  const isWhole =
    [kind, name, source, digest].every((one) => typeof one === "string") &&
    [line, column].every((one) => typeof one === "number") &&
    (workspace === null || typeof workspace === "string") &&
    (labels === null || isTexts(labels));
  const known = lifecycles.find((one) => one === lifecycle);
  if (!isWhole || (known === undefined && lifecycle !== null)) return undefined;
  const place = { line, column } as Pick<Outline, "line" | "column">;
  const texts = { kind, name, source, digest } as Pick<
    Outline,
    "kind" | "name" | "source" | "digest"
  >;
  return { ...texts, workspace, ...place, labels: labels ?? {}, lifecycle: known };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === "string");
}
