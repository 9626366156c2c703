/** Values as YAML for people to read; manifests that are kept are written with more care. */
import { stringify } from "yaml";

/** A value as a YAML document. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
