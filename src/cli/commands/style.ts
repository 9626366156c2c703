/** `plumbline style`: translates CSS styles to SLD and draws styles, offline. */
import { translateSheet } from "../../geocss/translate.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { style as limits } from "../../model/limits.ts";
import { unreadable } from "../../reconciler/manifest/find-files.ts";
import { decodeText } from "../../wire/text.ts";
import { WireError } from "../../wire/wire-error.ts";
import type { StyleFlags } from "../flags/inspect.ts";
import { failure, success, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { readInput, type OpenInput } from "../process/read-input.ts";
import type { Given } from "./on-server.ts";
import { drawStyles } from "./style/draw.ts";
import { invalid } from "./style/style-files.ts";

/** Translates a CSS style, or draws one style or two versions. */
export function runStyle(
  { flags, context }: Given<StyleFlags>,
  verb: "translate" | "draw",
  files: readonly string[],
): Promise<CommandResult> {
  return verb === "draw" ? drawStyles(files, flags, context) : translate(files[0] ?? "", context);
}

async function translate(file: string, { stdin }: CommandContext): Promise<CommandResult> {
  const text = await readSheet(file, stdin);
  if (typeof text !== "string") return failure([text]);
  const { sld, name = null, problems } = { name: undefined, ...translateSheet(text) };
  if (sld === undefined)
    return failure(problems.map(({ message, place }) => invalid(file, message, place)));
  return success({ name, sld, diagnostics: [] }, sld);
}

async function readSheet(file: string, stdin: OpenInput): Promise<string | Diagnostic> {
  try {
    const bytes = await readInput(file, { limit: limits.cssBytes, stdin });
    if (bytes === undefined)
      return invalid(file, `The style has more than ${limits.cssBytes} bytes`);
    return decodeText(bytes);
  } catch (error) {
    return error instanceof WireError ? invalid(file, error.message) : unreadable(file, error);
  }
}
