/**
 * Hands the bytes of a connection to the parser of HTTP piece by piece. Node's own way is up to 64 KiB
 * in one go, which is thousands of short requests: each is an object in memory before the first
 * of them can be looked at.
 */
import type { Socket } from "node:net";

/**
 * What becomes of the bytes that came: so many are handed on, or they wait until `next` is asked again,
 * or they are left aside.
 */
export type NextPiece = () => number | "wait" | "drop";

/** Stands between a connection and what listens to its bytes now. What it returns asks `next` again. */
export function inPieces(socket: Socket, next: NextPiece): () => void {
  const parsers = socket.listeners("data") as ((chunk: Buffer) => void)[];
  for (const parser of parsers) socket.off("data", parser);
  const rest: Buffer[] = [];
  const hand = (bytes: number) => {
    const [first = Buffer.alloc(0)] = rest;
    const piece = first.subarray(0, bytes);
    if (piece.length === first.length) rest.shift();
    else rest[0] = first.subarray(bytes);
    for (const parser of parsers) parser.call(socket, piece);
  };
  let isPaused = false;
  const feed = () => {
    isPaused = false;
    // What else has paused the connection resumes it, and then the rest goes on.
    while (rest.length > 0 && !socket.destroyed && !socket.isPaused()) {
      const piece = next();
      if (piece === "wait") {
        isPaused = true;
        socket.pause();
      } else if (piece === "drop") rest.length = 0;
      else hand(piece);
    }
  };
  socket.on("data", (chunk: Buffer) => {
    rest.push(chunk);
    feed();
  });
  socket.on("resume", feed);
  return () => {
    if (isPaused) socket.resume();
  };
}
