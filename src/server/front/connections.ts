/**
 * Tracks open connections. At the limit of a client or the server, the longest idle connection is
 * closed for a new one (docs/compatibility.md, "Bounds").
 */
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import { clientAddress, type IsTrusted } from "./address.ts";

export interface Connections {
  /** Undefined when the limit is reached and no idle connection can be closed. */
  readonly admit: (socket: Socket) => Admitted | undefined;
  readonly destroy: () => void;
  readonly quiet: () => Promise<void>;
  /** All connections so far, admitted or refused. */
  readonly arrivals: () => number;
  readonly counts: () => ConnectionCounts;
}

/** A connection, which is idle at first. */
export interface Admitted {
  readonly busy: () => void;
  readonly rest: () => void;
}

/** Open connections, and totals since the start. */
export interface ConnectionCounts {
  readonly open: number;
  readonly resting: number;
  readonly admitted: number;
  readonly refused: number;
  readonly displaced: number;
}

/** `resting` is in the order of becoming idle. */
interface Client {
  readonly address: string;
  readonly open: Set<Socket>;
  readonly resting: Set<Socket>;
}

export function openConnections(
  { connections: most, addressConnections: mostOfOne }: HttpLimits,
  isTrusted: IsTrusted,
): Connections {
  const clients = new Map<string, Client>();
  const { count, notifyQuiet, quiet } = openTally();
  const leave = (socket: Socket, client: Client) => {
    if (!client.open.delete(socket)) return;
    if (client.resting.delete(socket)) count.resting--;
    count.open--;
    if (client.open.size === 0) clients.delete(client.address);
    notifyQuiet();
  };
  const displace = (client: Client | undefined): boolean => {
    const [longest] = client?.resting ?? [];
    if (client === undefined || longest === undefined) return false;
    count.displaced++;
    leave(longest, client);
    longest.destroy();
    return true;
  };
  const hasRoom = (client: Client | undefined, address: string | undefined): boolean => {
    const isFull = (client?.open.size ?? 0) >= mostOfOne && !isTrusted(address);
    if (isFull) return displace(client);
    return count.open < most || displace(largest(clients.values()));
  };
  return {
    admit: (socket) => {
      const address = clientAddress(socket.remoteAddress);
      if (!hasRoom(clients.get(address), socket.remoteAddress)) {
        count.refused++;
        return undefined;
      }
      const client = clients.get(address) ?? { address, open: new Set(), resting: new Set() };
      clients.set(address, client);
      client.open.add(socket);
      client.resting.add(socket);
      count.resting++;
      count.open++;
      count.admitted++;
      socket.once("close", () => leave(socket, client));
      return {
        busy: () => {
          if (client.resting.delete(socket)) count.resting--;
        },
        rest: () => {
          if (!client.open.has(socket) || client.resting.has(socket)) return;
          client.resting.add(socket);
          count.resting++;
          notifyQuiet();
        },
      };
    },
    quiet,
    destroy: () => {
      for (const { open } of clients.values()) for (const socket of open) socket.destroy();
    },
    arrivals: () => count.admitted + count.refused,
    counts: () => ({ ...count }),
  };
}

function openTally() {
  const count = { open: 0, resting: 0, admitted: 0, refused: 0, displaced: 0 };
  const waiting: (() => void)[] = [];
  const notifyQuiet = () => {
    if (count.open === count.resting) for (const notify of waiting.splice(0)) notify();
  };
  const quiet = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      notifyQuiet();
    });
  return { count, notifyQuiet, quiet };
}

/** The client with the most connections, among those with an idle one. */
function largest(clients: Iterable<Client>): Client | undefined {
  let found: Client | undefined;
  for (const client of clients) {
    const isLarger = client.open.size > (found?.open.size ?? 0);
    if (isLarger && client.resting.size > 0) found = client;
  }
  return found;
}
