/** What refusals of a stock server mean that say little (docs/compatibility.md, "Plumbline against a stock server"). */
import { bodyText, type WireRequest, type WireResponse } from "../../../wire/request.ts";

const UNKNOWN_NAME = /^The specified coverageName .*(?:is not supported|is unavailable)/;

/** What a refusal to publish a coverage means; undefined where nothing more is known. */
export function explainCoverage(
  { method, path }: WireRequest,
  answer: WireResponse,
): string | undefined {
  if (method !== "POST" || !path.endsWith("/coverages")) return undefined;
  if (answer.status !== 500 || !UNKNOWN_NAME.test(bodyText(answer))) return undefined;
  return (
    "The store holds no coverage of this nativeName: a file such as a GeoTIFF holds one, named like the file, " +
    "for which nativeName is left out; a mosaic holds those that its definition names"
  );
}
