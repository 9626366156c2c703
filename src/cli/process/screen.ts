/** Output streams with their terminal, colour and width. */
import { WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { Environment } from "../../model/environment.ts";
import type { Paint } from "../../reconciler/report/text.ts";

/** Clears the last line of a terminal. */
export const CLEAR_LINE = "\r\u001b[2K";

export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** An output for text. */
export interface Screen {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  readonly paint: Paint;
  /** Wrap width: of the terminal, or COLUMNS; undefined elsewhere. */
  readonly columns: () => number | undefined;
  /** Undefined without a terminal. */
  readonly terminalColumns: () => number | undefined;
  /** The height; undefined without a terminal. */
  readonly rows: () => number | undefined;
}

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
    rows: () => (stream.isTTY === true ? stream.rows : undefined),
  };
}

/** FORCE_COLOR applies to any stream, NO_COLOR to terminals. */
function hasColours(stream: Output, environment: Environment): boolean {
  const isWanted = stream.isTTY === true || environment["FORCE_COLOR"] !== undefined;
  return isWanted && WriteStream.prototype.getColorDepth(environment) > 2;
}

interface Screens {
  readonly out: Screen;
  readonly err: Screen;
}

/** Screens that buffer until `release`, then pass through; a buffered screen is not a terminal. */
export function holdBack({ out, err }: Screens): {
  readonly screens: Screens;
  readonly release: () => void;
} {
  const said: (() => void)[] = [];
  let isHeld = true;
  const held = (screen: Screen): Screen => ({
    ...screen,
    isTerminal: false,
    terminalColumns: () => undefined,
    rows: () => undefined,
    write: (text) => {
      if (isHeld) said.push(() => screen.write(text));
      else screen.write(text);
    },
  });
  return {
    screens: { out: held(out), err: held(err) },
    release: () => {
      isHeld = false;
      for (const say of said.splice(0)) say();
    },
  };
}
