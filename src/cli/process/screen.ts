/** A stream of text that people may read: whether it is a terminal, in which colours, how wide. */
import { WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { Environment } from "../../model/environment.ts";
import type { Paint } from "../../reconciler/report/text.ts";

/** What takes away the line of a terminal that was written last. */
export const CLEAR_LINE = "\r\u001b[2K";

/** What a screen needs of a stream; a terminal has columns. */
export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Where text goes. */
export interface Screen {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Colours its text where the reader wants that. */
  readonly paint: Paint;
  /** Columns that text is broken at: those of the terminal, or COLUMNS; undefined elsewhere. */
  readonly columns: () => number | undefined;
  /** Columns of the terminal; undefined where there is none. */
  readonly terminalColumns: () => number | undefined;
}

/** The screen that a stream is. */
export function screenOf(stream: Output, environment: Environment): Screen {
  const isColoured = hasColours(stream, environment);
  const terminalColumns = () => (stream.isTTY === true ? stream.columns : undefined);
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    paint: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
    columns: () => {
      const given = Number(environment["COLUMNS"] ?? "");
      if (Number.isInteger(given) && given >= 20) return given;
      const columns = terminalColumns() ?? 0;
      return columns > 0 ? Math.max(20, columns) : undefined;
    },
    terminalColumns,
  };
}

/** FORCE_COLOR is for any stream, NO_COLOR for terminals. */
function hasColours(stream: Output, environment: Environment): boolean {
  const isWanted = stream.isTTY === true || environment["FORCE_COLOR"] !== undefined;
  return isWanted && WriteStream.prototype.getColorDepth(environment) > 2;
}
