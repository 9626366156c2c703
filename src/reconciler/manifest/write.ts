/** Writes manifests as a person would: no more quotes than needed, no line broken. */
import { stringify } from "yaml";

/** A manifest as text; `head` are comment lines in front of it, without their signs. */
export function renderManifest(value: unknown, head: readonly string[] = []): string {
  const comments = head.map((line) => `# ${line}\n`).join("");
  return comments + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
