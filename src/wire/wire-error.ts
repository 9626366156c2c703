/** What a codec throws when bytes are not the document they claim to be. */
import { Failure } from "../model/failure.ts";

/** Why a body was refused: not readable, too large, of the wrong type, or without meaning. */
export type WireErrorCode = "malformed" | "too-large" | "wrong-type" | "meaningless";

/** A body that cannot be read; `line` and `column` count from 1 where known. */
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

/** What is wrong, with its place where that is known, for people. */
export function withPlace({ message, line, column }: WireError): string {
  if (line === undefined) return message;
  return `${message} (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}
