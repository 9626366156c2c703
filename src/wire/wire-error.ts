/** The error of codecs for invalid input. */
import { Failure } from "../model/failure.ts";

/** Why a body was rejected; `meaningless` is well-formed but invalid content. */
export type WireErrorCode = "malformed" | "too-large" | "wrong-type" | "meaningless";

/** `line` and `column` count from 1. */
export class WireError extends Failure {
  readonly code: WireErrorCode;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    code: WireErrorCode,
    message: string,
    place: { line?: number; column?: number } = {},
  ) {
    super(message);
    this.name = "WireError";
    this.code = code;
    this.line = place.line;
    this.column = place.column;
  }
}

/** The message with its place, if known. */
export function withPlace({ message, line, column }: WireError): string {
  if (line === undefined) return message;
  return `${message} (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}
