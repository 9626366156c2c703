/** The log of `serve` on stderr: text lines on a terminal, else JSON. */
import { pino, type DestinationStream, type Logger } from "pino";
import type { ServeFlags } from "../../flags/serve.ts";
import type { Screen } from "../../process/screen.ts";

export interface ServeLog {
  readonly logger: Logger;
  /** Prints a startup message at any log level. */
  readonly notice: (text: string) => void;
  /** A line for stdout, of the form that the log has. */
  readonly line: (text: string) => string;
}

/** With `auto` a terminal gets text. */
export function openLog(
  { logLevel, logFormat }: Pick<ServeFlags, "logLevel" | "logFormat">,
  { isTerminal, write }: Screen,
): ServeLog {
  const isText = logFormat === "text" || (logFormat === "auto" && isTerminal);
  const stream: DestinationStream = isText
    ? { write: (line) => write(lineOf(line)) }
    : pino.destination({ dest: 2, sync: false });
  const notices = pino({ level: "info" }, stream);
  const line = (text: string) => (isText ? `${text}\n` : entryOf(text));
  return { logger: pino({ level: logLevel }, stream), notice: (text) => notices.info(text), line };
}

function entryOf(text: string): string {
  const lines: string[] = [];
  pino({ level: "info" }, { write: (line) => void lines.push(line) }).info(text);
  return lines.join("");
}

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly req?: { readonly method?: string; readonly url?: string };
  readonly res?: { readonly statusCode?: number };
  readonly responseTime?: number;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** One entry as a line, with the stack of an error. */
function lineOf(json: string): string {
  const { level, time, msg = "", req, res, responseTime, err } = JSON.parse(json) as Entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const name = pino.levels.labels[level] ?? String(level);
  const answered =
    res === undefined ? "" : `${res.statusCode}  ${Math.round(responseTime ?? 0)} ms`;
  const request = req === undefined ? "" : `${req.method} ${req.url} ${answered}`;
  const what =
    err === undefined && request !== "" ? request : [msg, request].filter(Boolean).join(": ");
  const failure = err === undefined ? "" : `\n${err.stack ?? err.message}`;
  // Control characters from clients must not reach the terminal.
  const text = `${what}${failure}`.replaceAll(/[^\P{Cc}\n]/gu, "?");
  return `${clock} ${name.padEnd(5)}  ${text}\n`;
}
