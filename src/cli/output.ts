/** Where output goes: the document asked for to stdout, everything else to stderr. */
import { styleText } from "node:util";
import type { Paint } from "../reconciler/report/text.ts";

/** Writes the document that was asked for. */
export function document(text: string): void {
  process.stdout.write(text);
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
