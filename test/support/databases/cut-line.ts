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
   * the answer to it comes. Resolves then; both ends know nothing of it, and the client not even when the other end
   * goes. With `behind` it is the next one that has sent that text, too.
   */
  readonly holdAt: (text: string, when: "before" | "after", behind?: string) => Promise<void>;
  /** Cuts what is held for its client alone: the other end knows nothing of it until it is delivered. */
  readonly cutHeld: () => void;
  /** Lets through what was held `before` it had passed. */
  readonly deliver: () => void;
  /** Cuts every connection that there is. */
  readonly cutAll: () => void;
  /** Leads connections that are made from now on to another port. */
  readonly leadTo: (port: number) => void;
}

/** What is held of a connection. */
interface Held {
  readonly client: Socket;
  readonly database: Socket;
  readonly piece: Uint8Array | string;
  /** Whether it was cut for its client alone. */
  isCut: boolean;
}

interface Moment {
  readonly text: string;
  readonly when: "before" | "after";
  readonly behind?: string | undefined;
  /** Is called when the line is held; it is cut where there is none. */
  readonly held: (() => void) | undefined;
}

/** Lays a line to a port of this machine; it goes when the test ends. */
export async function layLine(target: number): Promise<CutLine> {
  const open = new Set<Socket>();
  let port = target;
  let next: Moment | undefined;
  let held: Held | undefined;
  const server = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    let doom: Moment | undefined;
    let isHeld = false;
    /** The moment whose text of before this connection has sent. */
    let behind: Moment | undefined;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const strike = (moment: Moment, piece: Held["piece"]) => {
      if (moment.held === undefined) return end();
      isHeld = true;
      held = { client, database, piece, isCut: false };
      return moment.held();
    };
    for (const socket of [client, database]) open.add(socket);
    const leave = () => (held?.client === client && held.isCut) || end();
    const lose = () => isHeld || end();
    client.on("error", leave).on("close", leave);
    database.on("error", lose).on("close", lose);
    client.on("data", (piece) => {
      if (next?.behind === undefined || piece.includes(next.behind)) behind = next;
      if (next !== undefined && next === behind && piece.includes(next.text)) {
        doom = next;
        next = undefined;
        if (doom.when === "before") strike(doom, piece);
      }
      if (!isHeld) database.write(piece);
    });
    database.on("data", (piece) => {
      if (doom !== undefined && !isHeld) strike(doom, piece);
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
    holdAt: (text, when, behind) =>
      new Promise<void>((held) => {
        next = { text, when, behind, held };
      }),
    cutHeld: () => {
      if (held === undefined) return;
      held.isCut = true;
      held.client.destroy();
    },
    deliver: () => held?.database.write(held.piece),
    cutAll,
    leadTo: (other) => (port = other),
  };
}
