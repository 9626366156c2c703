/**
 * The comparison of files: the bytes decide, and what they mean where a field rule says so (docs/decisions/
 * 0004-semantic-comparison.md). In the place of secrets that are not given anything may stand.
 */
import { isSecretParameter, isWithheld } from "../../../model/connection-parameters.ts";
import { digestOf } from "../../../model/digest.ts";
import { fillsGaps } from "../../../model/gaps.ts";
import { canonicalXml } from "../../../wire/canonical-xml.ts";
import { readProperties } from "../../../wire/mosaic/properties.ts";
import { valuesIdentity } from "../../../wire/style-values.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { HOLE } from "../../artefact.ts";
import type { Artefact, FieldRule, FileMeaning, StoredFile } from "../../kind.ts";

/** Whether a file of the server says what an artefact does. */
export async function isSameFile(
  { path, bytes }: Pick<StoredFile, "path" | "bytes">,
  { digest, isSecret, load, peek = load, path: source }: Artefact,
  { meaning = {} }: Pick<FieldRule, "meaning">,
): Promise<boolean> {
  const form = meaning[endOf(path)] ?? meaning[endOf(source)];
  // The digest of what holds secrets is sealed, and reports nothing.
  if (isSecret !== true) {
    if (digestOf(bytes) === digest) return true;
    if (form === undefined) return false;
  }
  const wanted = await peek();
  return fits(textOf(bytes), textOf(wanted)) || meansTheSame(bytes, wanted, form);
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/** The text with line feeds alone: checkouts of one commit end lines in other ways. */
function linesOf(bytes: Uint8Array): string {
  return textOf(bytes).replaceAll("\r\n", "\n");
}

/** Whether a text is another one in which anything may stand in the place of HOLE. */
function fits(text: string, withHoles: string): boolean {
  return fillsGaps(text, withHoles.split(HOLE));
}

function meansTheSame(
  bytes: Uint8Array,
  wanted: Uint8Array,
  form: FileMeaning | undefined,
): boolean {
  if (form === undefined) return false;
  if (form === "properties") return sameProperties(bytes, wanted);
  if (form === "lines") return fits(linesOf(bytes), linesOf(wanted));
  try {
    if (form === "values") return valuesIdentity(bytes) === valuesIdentity(wanted);
    return fits(canonicalXml(bytes), canonicalXml(wanted));
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

/** A password that a server keeps to itself is taken for the wanted one. */
function sameProperties(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [live, own] = [readProperties(bytes), readProperties(wanted)];
  const keys = new Set([...live.keys(), ...own.keys()]);
  return [...keys].every((key) => {
    const [found, value] = [live.get(key)?.value, own.get(key)?.value];
    if (value !== undefined && isSecretParameter(key) && isWithheld(found)) return true;
    if (found === undefined || value === undefined) return found === value;
    return fits(found, value);
  });
}
