/** Problems of style content on any server. */
import { defined } from "../../../model/defined.ts";
import type { StyleFormat } from "../../../model/style.ts";
import { inspectStyle } from "../../../wire/sld.ts";
import { decodeText } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";

/** Line and column count from 1. */
export interface StyleProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The first problem of an SLD, all problems of a CSS; `inspect` throws WireError. */
export async function styleProblems(
  bytes: Uint8Array,
  format: StyleFormat,
  inspect: () => unknown = () => inspectStyle(bytes, format),
): Promise<readonly StyleProblem[]> {
  try {
    inspect();
    if (format !== "css") return [];
    const { translateSheet } = await import("../../../geocss/translate.ts");
    const { problems = [] } = translateSheet(decodeText(bytes));
    return problems.map(({ message, place }) => ({ message, ...place }));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, line, column } = error;
    return [{ message, ...defined({ line, column }) }];
  }
}
