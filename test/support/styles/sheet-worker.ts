/** A thread that translates sheets in little memory, and says how each ended and what time it took. */
import { translateSheet } from "../../../src/geocss/translate.ts";
import { beginWork } from "../run/thread-time.ts";

/** How a sheet ended. */
export interface SheetEnd {
  readonly result: "sld" | "problems" | "thrown";
  /** Of the first problem, or of what was thrown. */
  readonly message: string;
  /** Problems without a place in the text. */
  readonly misplaced: number;
  /** Of the thread, in milliseconds. */
  readonly cpuMs: number;
}

/** Translates a sheet. */
function endOf(text: string): SheetEnd {
  const spent = beginWork();
  const end = resultOf(text);
  return { ...end, cpuMs: spent() };
}

function resultOf(text: string): Omit<SheetEnd, "cpuMs"> {
  try {
    const { problems } = translateSheet(text);
    if (problems === undefined) return { result: "sld", message: "", misplaced: 0 };
    const lines = text.split("\n");
    const misplaced = problems.filter(({ place: { line, column } }) => {
      const length = lines[line - 1]?.length;
      return length === undefined || column < 1 || column > length + 1;
    });
    const [first] = problems;
    return first === undefined
      ? { result: "thrown", message: "no problem is told", misplaced: 0 }
      : { result: "problems", message: first.message, misplaced: misplaced.length };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { result: "thrown", message, misplaced: 0 };
  }
}

/** Translates sheets, one after the other. */
export function translateAll(texts: readonly string[]): readonly SheetEnd[] {
  return texts.map(endOf);
}
