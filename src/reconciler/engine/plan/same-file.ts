/**
 * Compares files by bytes, or by meaning where a field rule says so
 * (docs/decisions/0004-semantic-comparison.md). A missing secret matches anything.
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

export async function isSameFile(
  { path, bytes }: Pick<StoredFile, "path" | "bytes">,
  { digest, isSecret, load, peek = load, path: source }: Artefact,
  { meaning = {} }: Pick<FieldRule, "meaning">,
): Promise<boolean> {
  const form = meaning[endOf(path)] ?? meaning[endOf(source)];
  // A sealed digest cannot be compared.
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

/** Checkouts of one commit can differ in line endings. */
function linesOf(bytes: Uint8Array): string {
  return textOf(bytes).replaceAll("\r\n", "\n");
}

/** Whether texts are equal, with anything in place of HOLE. */
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

/** A password that the server withholds counts as equal. */
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
