/** Output streams with their terminal, colour and width. */
import { WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { Environment } from "../../model/environment.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { cutTo } from "../../reconciler/report/wrap.ts";

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
  /**
   * Shows a line until something is written, or takes it away; `opens` are lines of work before the
   * first output, which may be a question. Nothing without a terminal.
   */
  readonly status: (line: string | undefined, opens?: boolean) => void;
  /** Called before something is written, also elsewhere on the same terminal. */
  readonly settle: () => void;
}

export function screenOf(stream: Output, environment: Environment): Screen {
  const isColoured = hasColours(stream, environment);
  const terminalColumns = () => (stream.isTTY === true ? stream.columns : undefined);
  let hasStatus = false;
  let isSettled = false;
  const status: Screen["status"] = (given, opens = false) => {
    const line = opens && isSettled ? undefined : given;
    if (stream.isTTY !== true || (line === undefined && !hasStatus)) return;
    hasStatus = line !== undefined;
    const width = Math.max(20, (stream.columns ?? 80) - 1);
    stream.write(CLEAR_LINE + (line === undefined ? "" : cutTo(line, width)));
  };
  const settle = () => {
    isSettled = true;
    status(undefined);
  };
  return {
    write: (text) => {
      settle();
      stream.write(text);
    },
    status,
    settle,
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
    status: () => undefined,
    settle: () => undefined,
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
