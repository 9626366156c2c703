/** CSS style sheets: their metadata, and their translation to SLD. */
import { isUtf8 } from "node:buffer";
import type { SheetProblem } from "../../geocss/problem.ts";
import { translateSheet } from "../../geocss/translate.ts";
import type { StyleContent } from "../../model/style.ts";
import { inspectStyle } from "../../wire/sld.ts";
import { decodeText } from "../../wire/text.ts";
import { WireError, type WireErrorCode } from "../../wire/wire-error.ts";

/** Problems per error message. */
const SHOWN = 20;

/** The sheet must be translatable. Throws WireError with all problems and their places. */
export function inspectSheet(bytes: Uint8Array): StyleContent {
  const content = inspectStyle(bytes, "css");
  return { ...content, name: translate(bytes, "", boundCode).name ?? null };
}

/** Invalid UTF-8 (of a data directory or an older version) is read as Latin-1. Throws WireError. */
export function sldOf(bytes: Uint8Array): string {
  return translate(bytes, isUtf8(bytes) ? "" : "text/css; charset=iso-8859-1", () => "malformed")
    .sld;
}

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
