/** `plumbline style`: what a CSS style means as SLD. Asks no server. */
import { translateSheet } from "../../geocss/translate.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { style as limits } from "../../model/limits.ts";
import { unreadable } from "../../reconciler/manifest/find-files.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { decodeText } from "../../wire/text.ts";
import { WireError } from "../../wire/wire-error.ts";
import { endWithErrors, ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument } from "../process/output.ts";
import { readInput } from "../process/read-input.ts";

/** Flags of `style`. */
export interface StyleFlags {
  readonly output: "text" | "json";
}

/** Prints the SLD that a CSS style means, or everything that is wrong with it. */
export function runTranslate(file: string, { output }: StyleFlags): Promise<ExitCode> {
  return ending(
    output,
    () => "",
    async () => {
      const text = await readSheet(file);
      if (typeof text !== "string") return endWithErrors([text], output);
      const { sld, name, problems } = { name: undefined, ...translateSheet(text) };
      if (sld === undefined)
        return endWithErrors(
          problems.map(({ message, place }) => invalid(file, message, place)),
          output,
        );
      if (output === "json")
        jsonDocument({ format_version: FORMAT_VERSION, name: name ?? null, sld, diagnostics: [] });
      else document(sld);
      return exitCodes.success;
    },
  );
}

async function readSheet(file: string): Promise<string | Diagnostic> {
  try {
    const bytes = await readInput(file, limits.cssBytes);
    if (bytes === undefined)
      return invalid(file, `The style has more than ${limits.cssBytes} bytes`);
    return decodeText(bytes);
  } catch (error) {
    return error instanceof WireError ? invalid(file, error.message) : unreadable(file, error);
  }
}

function invalid(
  file: string,
  message: string,
  place: { readonly line?: number; readonly column?: number } = {},
): Diagnostic {
  return { code: "style-invalid", severity: "error", message, where: { file, ...place } };
}
