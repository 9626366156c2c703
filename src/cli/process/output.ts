/** Where output goes: the document asked for to stdout, everything else to stderr. */
import { AsyncLocalStorage } from "node:async_hooks";
import { styleText } from "node:util";
import type { Paint } from "../../reconciler/report/text.ts";

/** Where documents go instead of stdout, for as long as a command runs on one of several targets. */
const collector = new AsyncLocalStorage<(text: string) => void>();

/** Runs something whose documents are taken instead of printed. */
export function intercepted<Result>(
  take: (text: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  return collector.run(take, run);
}

/** Writes the document that was asked for. */
export function document(text: string): void {
  const take = collector.getStore();
  if (take === undefined) process.stdout.write(text);
  else take(text);
}

/** Writes a JSON document, indented. */
export function jsonDocument(value: unknown): void {
  document(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes one event of a stream of JSON lines. */
export function jsonLine(value: unknown): void {
  document(`${JSON.stringify(value)}\n`);
}

/** Tells the user something beside the document. */
export function note(text: string): void {
  process.stderr.write(text);
}

/** Tells what may be missed: nothing with --quiet. */
export function remark(text: string): void {
  if (!isQuiet()) note(text);
}

/** Whether only the document and what is wrong are wanted: --quiet, or its variable. */
export function isQuiet(): boolean {
  return isSet("PLUMBLINE_QUIET");
}

/** Whether requests are told: --verbose, or its variable. */
export function isVerbose(): boolean {
  return isSet("PLUMBLINE_VERBOSE");
}

function isSet(variable: string): boolean {
  return !["", "0", "false", "no"].includes(process.env[variable] ?? "");
}

/** Paints for a stream: colour on a terminal that wants it, plain text elsewhere. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream, validateStream: true });
}

/** Columns of a stream: those of the terminal, or COLUMNS where it says so; undefined elsewhere. */
export function columnsOf(stream: NodeJS.WriteStream): number | undefined {
  const said = Number(process.env["COLUMNS"] ?? "");
  if (Number.isInteger(said) && said >= 20) return said;
  return stream.isTTY && stream.columns > 0 ? Math.max(20, stream.columns) : undefined;
}
