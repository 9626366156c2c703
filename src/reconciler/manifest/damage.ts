/** Detects conflict markers of Git and LFS pointers in place of a file's content. */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { notFetched } from "./find-files.ts";

const POINTER = "version https://git-lfs.github.com/spec/v1";

/** The LFS specification's limit for pointers. */
const POINTER_BYTES = 1_024;

export function damageOf(file: string, bytes: Uint8Array): Diagnostic | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length <= POINTER_BYTES && buffer.toString("latin1").startsWith(POINTER))
    return notFetched(file, "pointer");
  const line = conflictLine(buffer);
  if (line === undefined) return undefined;
  const message = `${file} holds an unresolved merge conflict`;
  const hint = "Resolve it: choose between the two versions and remove the markers.";
  const where = { file, line, column: 1 };
  return fault("merge-conflict", message, { hint, where });
}

/** The line of the first of three markers, each at the start of a line and in order. */
function conflictLine(buffer: Buffer): number | undefined {
  const start = markerAt(buffer, "<<<<<<< ", 0);
  const middle = start === -1 ? -1 : markerAt(buffer, "=======", start);
  if (middle === -1 || markerAt(buffer, ">>>>>>> ", middle) === -1) return undefined;
  return buffer.subarray(0, start).toString("latin1").split("\n").length;
}

function markerAt(buffer: Buffer, marker: string, from: number): number {
  if (from === 0 && buffer.subarray(0, marker.length).toString("latin1") === marker) return 0;
  const found = buffer.indexOf(`\n${marker}`, from);
  return found === -1 ? -1 : found + 1;
}
