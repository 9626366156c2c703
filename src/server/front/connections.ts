/**
 * Tracks open connections. At the limit of a client or the server, the longest idle connection is
 * closed for a new one (docs/compatibility.md, "Bounds").
 */
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import { clientAddress, type IsTrusted } from "./address.ts";

export interface Connections {
  /** False when the limit is reached and no idle connection can be closed. */
  readonly admit: (socket: Socket) => boolean;
  readonly busy: (socket: Socket) => void;
  readonly rest: (socket: Socket) => void;
  readonly destroy: () => void;
  readonly quiet: () => Promise<void>;
  /** All connections so far, admitted or refused. */
  readonly arrivals: () => number;
  readonly counts: () => ConnectionCounts;
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
  readonly open: Set<Socket>;
  readonly resting: Set<Socket>;
}

export function openConnections(
  { connections: most, addressConnections: mostOfOne }: HttpLimits,
  isTrusted: IsTrusted,
): Connections {
  const clients = new Map<string, Client>();
  const clientOf = new WeakMap<Socket, Client>();
  const { count, notifyQuiet, quiet } = openTally();
  const leave = (socket: Socket, address: string) => {
    const client = clientOf.get(socket);
    if (client?.open.delete(socket) !== true) return;
    if (client.resting.delete(socket)) count.resting--;
    count.open--;
    if (client.open.size === 0) clients.delete(address);
    notifyQuiet();
  };
  const displace = (client: Client | undefined): boolean => {
    const [longest] = client?.resting ?? [];
    if (longest === undefined) return false;
    count.displaced++;
    leave(longest, clientAddress(longest.remoteAddress));
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
        return false;
      }
      const client = clients.get(address) ?? { open: new Set(), resting: new Set() };
      clients.set(address, client);
      clientOf.set(socket, client);
      client.open.add(socket);
      client.resting.add(socket);
      count.resting++;
      count.open++;
      count.admitted++;
      socket.once("close", () => leave(socket, address));
      return true;
    },
    busy: (socket) => {
      if (clientOf.get(socket)?.resting.delete(socket) === true) count.resting--;
    },
    rest: (socket) => {
      const client = clientOf.get(socket);
      if (client?.open.has(socket) !== true || client.resting.has(socket)) return;
      client.resting.add(socket);
      count.resting++;
      notifyQuiet();
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
