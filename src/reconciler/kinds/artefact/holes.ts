/** Files with holes where secrets are not given, held against those of a server: all else must be the same. */
import { fillsGaps } from "../../../model/gaps.ts";
import { canonicalXml } from "../../../wire/canonical-xml.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { HOLE } from "../../artefact.ts";

/** Whether a text is another one in which anything may stand in the place of HOLE. */
export function fitsHoles(text: string, withHoles: string): boolean {
  return fillsGaps(text, withHoles.split(HOLE));
}

/** Whether a file of a server means the same as one with holes, whatever stands in those. */
export function meansTheSameButForHoles(
  path: string,
  bytes: Uint8Array,
  withHoles: Uint8Array,
): boolean {
  const text = (one: Uint8Array) => Buffer.from(one).toString("latin1");
  if (fitsHoles(text(bytes), text(withHoles))) return true;
  if (!/\.(?:appschema|xml|xsd)$/i.test(path)) return false;
  try {
    return fitsHoles(canonicalXml(bytes), canonicalXml(withHoles));
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}
