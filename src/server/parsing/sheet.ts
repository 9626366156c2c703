/** Style sheets for routes: what they say of themselves, and the SLD that they mean. */
import { isUtf8 } from "node:buffer";
import type { SheetProblem } from "../../geocss/problem.ts";
import { translateSheet } from "../../geocss/translate.ts";
import type { StyleContent } from "../../model/style.ts";
import { inspectStyle } from "../../wire/sld.ts";
import { decodeText } from "../../wire/text.ts";
import { WireError, type WireErrorCode } from "../../wire/wire-error.ts";

/** Problems that one refusal shows. */
const SHOWN = 20;

/** Looks into a sheet, which has to mean something. Throws WireError, which names all places. */
export function inspectSheet(bytes: Uint8Array): StyleContent {
  const content = inspectStyle(bytes, "css");
  return { ...content, name: translate(bytes, "", boundCode).name ?? null };
}

/**
 * The SLD that a stored sheet means; what is no UTF-8 comes from a data directory or an older version, and is Latin-1.
 * Throws WireError as `inspectSheet` does.
 */
export function sldOf(bytes: Uint8Array): string {
  return translate(bytes, isUtf8(bytes) ? "" : "text/css; charset=iso-8859-1", () => "malformed")
    .sld;
}

/** What is sent and is too much of something is so, and not wrong otherwise. */
function boundCode(problems: readonly SheetProblem[]): WireErrorCode {
  return problems.some(({ isBound }) => isBound === true) ? "too-large" : "malformed";
}

function translate(
  bytes: Uint8Array,
  contentType: string,
  codeOf: (problems: readonly SheetProblem[]) => WireErrorCode,
) {
  const translation = translateSheet(decodeText(bytes, contentType));
  if (translation.problems === undefined) return translation;
  const shown = translation.problems.slice(0, SHOWN).map(inWords);
  throw new WireError(codeOf(translation.problems), shown.join("\n"));
}

function inWords({ message, place: { line, column } }: SheetProblem): string {
  return `${message} (line ${line}, column ${column})`;
}
