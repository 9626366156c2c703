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
  /** Cuts every connection that there is. */
  readonly cutAll: () => void;
}

/** Lays a line to a port of this machine; it goes when the test ends. */
export async function layLine(target: number): Promise<CutLine> {
  const open = new Set<Socket>();
  let next: { readonly text: string; readonly when: "before" | "after" } | undefined;
  const server = createServer((client) => {
    const database = connect(target, "127.0.0.1");
    let isDoomed = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (piece) => {
      if (next !== undefined && piece.includes(next.text)) {
        const { when } = next;
        next = undefined;
        if (when === "before") return end();
        isDoomed = true;
      }
      database.write(piece);
      return undefined;
    });
    database.on("data", (piece) => (isDoomed ? end() : client.write(piece)));
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
    cutAt: (text, when) => (next = { text, when }),
    cutAll,
  };
}
