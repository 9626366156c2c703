/** Writes manifests as a person would: the envelope first, no more quotes than needed, no line broken. */
import { stringify } from "yaml";

/** A manifest, or another document of ours, before it is written. */
export interface WrittenDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly spec?: unknown;
  readonly [field: string]: unknown;
}

const ENVELOPE = ["apiVersion", "kind", "metadata", "spec"] as const;

/**
 * A document as YAML, the fields of the envelope in their order and others as they come. `schema` is
 * the path or address of its JSON Schema, for editors.
 */
export function renderManifest(document: WrittenDocument, schema?: string): string {
  const first = ENVELOPE.flatMap((field) =>
    document[field] === undefined ? [] : [[field, document[field]] as const],
  );
  const others = Object.entries(document).filter(
    ([field, given]) => given !== undefined && !(ENVELOPE as readonly string[]).includes(field),
  );
  const modeline = schema === undefined ? "" : `# yaml-language-server: $schema=${schema}\n`;
  // Texts that other readers of YAML take for something else are quoted.
  const options = { lineWidth: 0, compat: "yaml-1.1", aliasDuplicateObjects: false } as const;
  return modeline + stringify(Object.fromEntries([...first, ...others]), options);
}
