/**
 * Feeds the HTTP parser in pieces. Node feeds up to 64 KiB at once: thousands of short requests,
 * all parsed before the first is handled.
 */
import type { Socket } from "node:net";

/** The bytes to feed; or wait for the next call; or drop all bytes. */
export type NextPiece = () => number | "wait" | "drop";

/** Wraps the "data" listeners of a socket. The returned function calls `next` again. */
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
    // Another pauser also resumes the socket, and "resume" feeds the rest.
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
