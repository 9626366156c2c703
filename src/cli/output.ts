/** Where output goes: the document asked for to stdout, everything else to stderr. */
import { AsyncLocalStorage } from "node:async_hooks";
import { styleText } from "node:util";
import type { Paint } from "../reconciler/report/text.ts";

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

/** Paints for a stream: colour on a terminal that wants it, plain text elsewhere. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream, validateStream: true });
}
