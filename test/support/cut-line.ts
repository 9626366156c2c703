/** A line between a client and a database that a test cuts at a moment of its choice. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The line. */
export interface CutLine {
  readonly port: number;
  /**
   * Cuts the connection that sends a text next, once: `before` the text has passed, or `after`, when the
   * answer to it comes and is swallowed.
   */
  readonly cutAt: (text: string, when: "before" | "after") => void;
  /**
   * Lets nothing through any more on the connection that sends a text next: `before` it has passed, or `after`, when
   * the answer to it comes. Resolves then; both ends know nothing of it.
   */
  readonly holdAt: (text: string, when: "before" | "after") => Promise<void>;
  /** Cuts every connection that there is. */
  readonly cutAll: () => void;
}

interface Moment {
  readonly text: string;
  readonly when: "before" | "after";
  /** Is called when the line is held; it is cut where there is none. */
  readonly held: (() => void) | undefined;
}

/** Lays a line to a port of this machine; it goes when the test ends. */
export async function layLine(target: number): Promise<CutLine> {
  const open = new Set<Socket>();
  let next: Moment | undefined;
  const server = createServer((client) => {
    const database = connect(target, "127.0.0.1");
    let doom: Moment | undefined;
    let isHeld = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const strike = ({ held }: Moment) => {
      if (held === undefined) return end();
      isHeld = true;
      return held();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (piece) => {
      if (next !== undefined && piece.includes(next.text)) {
        doom = next;
        next = undefined;
        if (doom.when === "before") strike(doom);
      }
      if (!isHeld) database.write(piece);
    });
    database.on("data", (piece) => {
      if (doom !== undefined && !isHeld) strike(doom);
      if (!isHeld && doom === undefined) client.write(piece);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cutAll = () => open.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    cutAll();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cutAt: (text, when) => (next = { text, when, held: undefined }),
    holdAt: (text, when) =>
      new Promise<void>((held) => {
        next = { text, when, held };
      }),
    cutAll,
  };
}
